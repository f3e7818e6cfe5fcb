// Package pii finds personal data in a text: by shape, by check digits and by the words around it.
package pii

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Span is one find, in bytes of the text.
type Span struct {
	Kind       string
	Start, End int
}

// Types of personal data, as the evaluation sets name them.
const (
	TypeEmail = "email"
	TypePhone = "phone"
	TypeCard  = "credit_card"
	TypeIBAN  = "iban"
	TypeCURP  = "mx_curp"
	TypeDNI   = "es_dni"
	TypeNIE   = "es_nie"
	TypeRUT   = "cl_rut"
	TypeCUIT  = "ar_cuit"
)

// Finder is the memory of a search. Its zero value is ready; not for concurrent use.
type Finder struct {
	spans  []Span
	groups []group
	joined []byte // digits of the groups
}

// Cap is how many bytes the finder holds on to.
func (s *Finder) Cap() int { return max(cap(s.spans), cap(s.groups), cap(s.joined)) }

// Find returns the personal data of a text without hidden characters, in order and without overlaps; the slice is the
// finder's until the next call.
func (s *Finder) Find(text string) []Span {
	s.spans = s.spans[:0]
	if !strings.ContainsAny(text, "@0123456789") {
		return nil
	}
	s.findEmails(text)
	s.findNumbers(text)
	if len(s.spans) > 1 {
		slices.SortFunc(s.spans, func(a, b Span) int { return a.Start - b.Start })
	}
	return s.spans
}

func (s *Finder) findEmails(text string) {
	from := 0
	for {
		i := strings.IndexByte(text[from:], '@')
		if i < 0 {
			return
		}
		at := from + i
		from = at + 1
		start, end := emailStart(text, at), emailEnd(text, at)
		if start < at && end > 0 && (len(s.spans) == 0 || s.spans[len(s.spans)-1].End <= start) {
			s.spans = append(s.spans, Span{TypeEmail, start, end})
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
func (s *Finder) findNumbers(text string) {
	emails := len(s.spans)
	next := 0
	for i := 0; i < len(text); {
		if next < emails && i >= s.spans[next].Start {
			i = max(i, s.spans[next].End)
			next++
			continue
		}
		limit := len(text)
		if next < emails {
			limit = s.spans[next].Start
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
func (s *Finder) word(text string, start, limit int) int {
	if kind, end := letterCode(text[:limit], start); end > 0 {
		s.spans = append(s.spans, Span{kind, start, end})
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

var asciiWord = func() (t [0x80]bool) {
	for c := range t {
		t[c] = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return t
}()
