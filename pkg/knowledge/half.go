package knowledge

// Half is one of the two ways in which a search finds.
type Half int

// The halves.
const (
	Both Half = iota
	ByWords
	ByVectors
)

// Only returns the same index, which searches by one half alone: to measure what each is worth.
func (x *Index) Only(h Half) *Index {
	out := *x
	out.half = h
	return &out
}
