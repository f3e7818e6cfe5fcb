package guard

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// span is one find in the bytes of a view.
type span struct {
	kind       string
	start, end int
}

// findPII fills s.spans with the personal data of the view, in order and without overlaps.
func (s *scratch) findPII(v view) {
	s.spans = s.spans[:0]
	if !strings.ContainsAny(v.text, "@0123456789") {
		return
	}
	s.findEmails(v.text)
	s.findNumbers(v.text)
	if len(s.spans) > 1 {
		slices.SortFunc(s.spans, func(a, b span) int { return a.start - b.start })
	}
}

func (s *scratch) findEmails(text string) {
	from := 0
	for {
		i := strings.IndexByte(text[from:], '@')
		if i < 0 {
			return
		}
		at := from + i
		from = at + 1
		start, end := emailStart(text, at), emailEnd(text, at)
		if start < at && end > 0 && (len(s.spans) == 0 || s.spans[len(s.spans)-1].end <= start) {
			s.spans = append(s.spans, span{TypeEmail, start, end})
			from = end
		}
	}
}

// emailStart goes back over the local part, 64 bytes at most.
func emailStart(text string, at int) int {
	start := at
	for start > 0 && at-start < 64 {
		r, size := utf8.DecodeLastRuneInString(text[:start])
		if !isLocal(r) {
			break
		}
		start -= size
	}
	for start < at && (text[start] == '.' || text[start] == '-' || text[start] == '_' && start+1 == at) {
		start++
	}
	if text[max(0, at-1)] == '.' {
		return at
	}
	return start
}

func isLocal(r rune) bool {
	return r < 0x80 && (asciiWord[r] || strings.ContainsRune("._%+-", r)) || r >= 0x80 && r != utf8.RuneError && unicode.IsLetter(r)
}

// emailEnd returns the end of the domain after the @, or 0: labels of letters, digits and hyphens, the last of letters.
func emailEnd(text string, at int) int {
	end, label := 0, at+1
	for i := at + 1; ; {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r != utf8.RuneError && (r < 0x80 && (asciiWord[r] || r == '-') || r >= 0x80 && unicode.IsLetter(r)) && i-at < 255 {
			i += size
			continue
		}
		if i == label || text[label] == '-' {
			return end
		}
		if label > at+1 && isTop(text[label:i]) {
			end = i
		}
		if r != '.' {
			return end
		}
		i++
		label = i
	}
}

func isTop(label string) bool {
	letters := 0
	for _, r := range label {
		if !unicode.IsLetter(r) {
			return false
		}
		letters++
	}
	return letters >= 2
}

// findNumbers looks at each run of letters and digits once; s.spans holds the e-mails, which it steps over.
func (s *scratch) findNumbers(text string) {
	emails := len(s.spans)
	next := 0
	for i := 0; i < len(text); {
		if next < emails && i >= s.spans[next].start {
			i = max(i, s.spans[next].end)
			next++
			continue
		}
		limit := len(text)
		if next < emails {
			limit = s.spans[next].start
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r >= '0' && r <= '9':
			i = s.digits(text, i, limit)
		case r == '_' || r < 0x80 && asciiWord[r] || r >= 0x80 && unicode.IsLetter(r):
			i = s.word(text, i, limit)
		default:
			i += size
		}
	}
}

// word handles a run that starts with a letter and returns where to go on.
func (s *scratch) word(text string, start, limit int) int {
	if kind, end := letterCode(text[:limit], start); end > 0 {
		s.spans = append(s.spans, span{kind, start, end})
		return end
	}
	end := start
	for end < limit {
		r, size := utf8.DecodeRuneInString(text[end:])
		if r >= '0' && r <= '9' {
			if contextOf(text[start:end])&aboutPhone != 0 {
				return end // "tel5512345678"
			}
		} else if r != '_' && (r >= 0x80 || !asciiWord[r]) && !unicode.IsLetter(r) {
			break
		}
		end += size
	}
	return end
}

// letterCode tries the codes that begin with letters.
func letterCode(text string, start int) (kind string, end int) {
	if end = iban(text, start); end > 0 {
		return TypeIBAN, end
	}
	if end = curp(text, start); end > 0 {
		return TypeCURP, end
	}
	if end = nie(text, start); end > 0 {
		return TypeNIE, end
	}
	return "", 0
}

// wordAt reports whether the rune at i, if there is one, goes on a word.
func wordAt(text string, i int) bool {
	if i >= len(text) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text[i:])
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}
