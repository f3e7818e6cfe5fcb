package pii

func (f *Finder) secret(pos, end int) (got Span)          { return got }
func (f *Finder) privateKey(pos int) (got Span, next int) { return got, pos + 1 }

func retype(text string, spans []Span) {}
