package attack

// Sieve tells, mostly, that a hash is not in a set, without a look at the set.
type Sieve struct{ bits []uint64 }

// sieveBits is how many bits there are for each hash: one of as many others passes.
const sieveBits = 8

// NewSieve makes a sieve for so many hashes.
func NewSieve(size int) Sieve {
	words := 1
	for words*64 < size*sieveBits {
		words *= 2
	}
	return Sieve{make([]uint64, words)}
}

// Add lets a hash pass.
func (s Sieve) Add(h uint64) { s.bits[h>>32&uint64(len(s.bits)-1)] |= 1 << (h >> 24 & 63) }

// May reports whether a hash may have been added; those that were always pass.
func (s Sieve) May(h uint64) bool {
	return s.bits[h>>32&uint64(len(s.bits)-1)]>>(h>>24&63)&1 != 0
}
