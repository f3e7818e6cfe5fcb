package attack

import "math/bits"

// Class is a set of lexical classes of the lexicon.
type Class [3]uint64

// MaxClasses is how many lexical classes there can be.
const MaxClasses = 192

func bit(i int) (c Class) {
	c[i>>6] = 1 << (i & 63)
	return c
}

// Meets reports whether the sets have a member in common.
func (c Class) Meets(o Class) bool { return c[0]&o[0]|c[1]&o[1]|c[2]&o[2] != 0 }

// Empty reports whether the set has no member.
func (c Class) Empty() bool { return c[0]|c[1]|c[2] == 0 }

// Next returns the least member that is at least from, or MaxClasses.
func (c Class) Next(from int) int {
	for w := from >> 6; w < len(c); w++ {
		rest := c[w]
		if w == from>>6 {
			rest &= ^uint64(0) << (from & 63)
		}
		if rest != 0 {
			return w<<6 + bits.TrailingZeros64(rest)
		}
	}
	return MaxClasses
}

func (c Class) and(o Class) Class     { return Class{c[0] & o[0], c[1] & o[1], c[2] & o[2]} }
func (c Class) or(o Class) Class      { return Class{c[0] | o[0], c[1] | o[1], c[2] | o[2]} }
func (c Class) without(o Class) Class { return Class{c[0] &^ o[0], c[1] &^ o[1], c[2] &^ o[2]} }
