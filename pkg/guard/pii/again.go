package pii

// value is what remembers the digits of a find.
type value struct {
	kind string
	hash uint32
}

// values are the last finds of which all that counts are digits.
type values struct {
	seen [4]value
	n    int
}

// minAgain is how many digits a number has that nobody writes by chance again.
const minAgain = 7

// note remembers the digits of a find.
func (v *values) note(text string, got Span) {
	hash, n := uint32(hashBasis), 0
	for i := got.Start; i < got.End; i++ {
		switch c := text[i]; {
		case isDigit(c):
			hash, n = mix(hash, c), n+1
		case isLetter(c):
			return
		}
	}
	if n >= minAgain {
		v.seen[v.n%len(v.seen)] = value{got.Kind, hash}
		v.n++
	}
}

// last returns the type of the last find, or "".
func (v *values) last() string {
	if v.n == 0 {
		return ""
	}
	return v.seen[(v.n-1)%len(v.seen)].kind
}

// again returns the type of a find that had the same digits, however it was written: "28/12345678/40, o sea 281234567840".
func (v *values) again(digits []byte) string {
	if v.n == 0 || len(digits) < minAgain {
		return ""
	}
	hash := uint32(hashBasis)
	for _, c := range digits {
		hash = mix(hash, c)
	}
	for i := range min(v.n, len(v.seen)) {
		if v.seen[i].hash == hash {
			return v.seen[i].kind
		}
	}
	return ""
}

// hashBasis and mix are FNV-1a.
const hashBasis = 2166136261

func mix(hash uint32, c byte) uint32 { return (hash ^ uint32(c)) * 16777619 }
