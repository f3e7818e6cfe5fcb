package language

// Span is a run of tokens, To excluded; the zero value is none.
type Span struct{ From, To int }

// Empty reports whether there is nothing in it.
func (s Span) Empty() bool { return s.To <= s.From }

// Holds reports whether token i is in it.
func (s Span) Holds(i int) bool { return i >= s.From && i < s.To }
