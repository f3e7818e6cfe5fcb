package seal

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// bundlePrefix begins the keys of a service. Base64 of the URL alphabet follows:
//
//	name          length 1, bytes: the service's
//	ring          1: how many keys n each purpose has
//	ids           n times 4 bytes
//	purposes      1: how many, then of each, in order: name (length 1, bytes), n times 32 bytes
//	roots         1: 0, or n: then n times 32 bytes (Limit)
//	check         4 bytes: SHA-256 of all before, cut
const bundlePrefix = "recado-keys.v1."

const (
	maxName   = 64
	checkSize = 4
)

// bundle is the keys that a service holds.
type bundle struct {
	service  string
	purposes map[string][]*member
}

// lacks is the error of a purpose that is not held.
func (b *bundle) lacks(purpose string) error {
	return fmt.Errorf("the keys of %s lack the purpose %q", b.service, purpose)
}

// any is some purpose's ring: all have the same ids.
func (b *bundle) any() []*member {
	for _, ring := range b.purposes {
		return ring
	}
	return nil
}

// Bundle writes the keys of some purposes for a service, of the whole ring, as a text that ParseKey reads. Whoever has it can derive
// nothing of another purpose, and no root. It is a secret.
func (k Key) Bundle(service string, purposes ...string) (string, error) {
	return k.bundle(service, purposes, false)
}

// Limit is Bundle for a service of this very process: values of version 1, which only a root opens, open with it too. It holds what k
// holds and keeps a service to its purposes only by mistake, not by force: it never leaves the process.
func (k Key) Limit(service string, purposes ...string) (string, error) {
	return k.bundle(service, purposes, true)
}

func (k Key) bundle(service string, purposes []string, roots bool) (string, error) {
	s := k.must()
	if service == "" || len(service) > maxName {
		return "", fmt.Errorf("service: expected a name of 1 to %d bytes", maxName)
	}
	purposes = slices.Compact(slices.Sorted(slices.Values(purposes)))
	if len(purposes) == 0 || len(purposes) > maxPurposes {
		return "", fmt.Errorf("keys of %s: expected 1 to %d purposes, got %d", service, maxPurposes, len(purposes))
	}
	out := appendName(nil, service)
	ids := k.IDs()
	out = append(out, byte(len(ids)))
	for _, id := range ids {
		out = append(out, id[:]...)
	}
	out = append(out, byte(len(purposes)))
	for _, purpose := range purposes {
		if s.missing != nil || purpose == "" || len(purpose) > maxName {
			return "", fmt.Errorf("keys of %s: purpose %q cannot be derived", service, purpose)
		}
		ring := s.purpose(purpose)
		if ring == nil {
			return "", s.bundle.lacks(purpose)
		}
		out = appendRing(appendName(out, purpose), ring)
	}
	if roots && len(s.old.roots) > 0 && s.old.path == nil {
		out = appendRing(append(out, byte(len(s.old.roots))), s.old.roots)
	} else {
		out = append(out, 0)
	}
	sum := sha256.Sum256(out)
	return bundlePrefix + base64.RawURLEncoding.EncodeToString(append(out, sum[:checkSize]...)), nil
}

func appendName(b []byte, name string) []byte { return append(append(b, byte(len(name))), name...) }

func appendRing(b []byte, ring []*member) []byte {
	for _, m := range ring {
		b = append(b, m.material[:]...)
	}
	return b
}

var errDamaged = errors.New("the keys of a service are damaged or cut: expected the whole text that recado secret derive prints")

func parseBundle(text string) (Key, error) {
	data, err := base64.RawURLEncoding.Strict().DecodeString(strings.TrimPrefix(text, bundlePrefix))
	if err != nil || len(data) < checkSize {
		return Key{}, errDamaged
	}
	body, check := data[:len(data)-checkSize], data[len(data)-checkSize:]
	if sum := sha256.Sum256(body); string(sum[:checkSize]) != string(check) {
		return Key{}, errDamaged
	}
	r := reader{rest: body}
	b := &bundle{service: string(r.bytes(r.count(maxName))), purposes: map[string][]*member{}}
	ids := make([]ID, r.count(MaxRing))
	for i := range ids {
		ids[i] = ID(r.bytes(idSize))
	}
	for range r.count(maxPurposes) {
		name := string(r.bytes(r.count(maxName)))
		b.purposes[name] = r.ring(ids)
	}
	roots := r.rootsOf(ids)
	if r.failed || len(r.rest) > 0 || !b.sound(ids) {
		return Key{}, errDamaged
	}
	return Key{&state{bundle: b, old: version1{roots: roots}}}, nil
}

// sound reports whether it is one that Bundle wrote.
func (b *bundle) sound(ids []ID) bool {
	if len(ids) == 0 || len(b.purposes) == 0 || b.service == "" {
		return false
	}
	for name := range maps.Keys(b.purposes) {
		if name == "" {
			return false
		}
	}
	sorted := slices.SortedFunc(slices.Values(ids), func(a, b ID) int { return strings.Compare(string(a[:]), string(b[:])) })
	return len(slices.Compact(sorted)) == len(ids)
}

// reader takes a bundle apart; what is not there reads as zeros and fails it.
type reader struct {
	rest   []byte
	failed bool
}

func (r *reader) bytes(n int) []byte {
	if n > len(r.rest) {
		r.failed, r.rest = true, nil
		return make([]byte, n)
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

func (r *reader) count(most int) int {
	n := int(r.bytes(1)[0])
	if n > most {
		r.failed = true
		return 0
	}
	return n
}

func (r *reader) ring(ids []ID) []*member {
	ring := make([]*member, 0, len(ids))
	for _, id := range ids {
		m := &member{id: id}
		copy(m.material[:], r.bytes(KeySize))
		ring = append(ring, m)
	}
	return ring
}

// rootsOf reads the roots, which have the ids that the bundle names.
func (r *reader) rootsOf(ids []ID) []*member {
	n := r.count(MaxRing)
	if n == 0 {
		return nil
	}
	if n != len(ids) {
		r.failed = true
		return nil
	}
	roots := make([]*member, 0, n)
	for _, id := range ids {
		m := newRoot(r.bytes(KeySize))
		r.failed = r.failed || m.id != id
		roots = append(roots, m)
	}
	return roots
}
