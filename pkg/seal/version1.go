package seal

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
)

// version1 derives keys as values of version 1 were sealed with, which named no key: from the roots alone.
type version1 struct {
	roots []*member
	path  *step
}

// step is one derivation, after another.
type step struct {
	before  *step
	purpose string
	context []string
}

func (v version1) derive(purpose string, context []string) version1 {
	if len(v.roots) == 0 {
		return v
	}
	if name, renamed := version1Names[purpose]; renamed {
		purpose = name
	}
	return version1{roots: v.roots, path: &step{v.path, purpose, context}}
}

// open tries every root.
func (v version1) open(sealed, associated []byte) ([]byte, bool) {
	for _, root := range v.roots {
		plain, err := newCipher(v.path.of(root.material[:])).Open(nil, nil, sealed[1:], append([]byte{1}, associated...))
		if err == nil {
			return plain, true
		}
	}
	return nil, false
}

func (s *step) of(root []byte) []byte {
	if s == nil {
		return bytes.Clone(root)
	}
	info := appendPart(nil, s.purpose)
	for _, part := range s.context {
		info = appendPart(info, part)
	}
	out, err := hkdf.Key(sha256.New, s.before.of(root), nil, string(info), KeySize)
	if err != nil {
		panic("seal: derive: " + err.Error()) // only a wrong constant length can fail
	}
	return out
}
