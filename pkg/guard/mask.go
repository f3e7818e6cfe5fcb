package guard

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Protected stands for personal data in every text that leaves; typed tokens are for the model only.
const Protected = "[DATO PROTEGIDO]"

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

// tokenNames gives the name inside a type's token.
var tokenNames = map[string]string{
	TypeEmail: "EMAIL", TypePhone: "TEL", TypeCard: "TARJETA", TypeIBAN: "IBAN", TypeCURP: "CURP",
	TypeDNI: "DNI", TypeNIE: "NIE", TypeRUT: "RUT", TypeCUIT: "CUIT",
}

// Token returns the token of the ordinal-th value of a type, counted from 1: [TEL_1].
func Token(kind string, ordinal int) string {
	name, ok := tokenNames[kind]
	if !ok {
		name = "DATO"
	}
	return "[" + name + "_" + strconv.Itoa(ordinal) + "]"
}

// Numbering gives tokens to the values of one message; its zero value is ready. Not for concurrent use.
type Numbering struct {
	counts map[string]int
	tokens map[[2]string]string
}

func (n *Numbering) token(kind, value string) string {
	key := [2]string{kind, sameness(value)}
	if token, ok := n.tokens[key]; ok {
		return token
	}
	if n.tokens == nil {
		n.counts, n.tokens = map[string]int{}, map[[2]string]string{}
	}
	n.counts[kind]++
	token := Token(kind, n.counts[kind])
	n.tokens[key] = token
	return token
}

// sameness is what two writings of one value share: letters and digits, lower case.
func sameness(value string) string {
	return strings.Map(func(r rune) rune {
		if r == '@' || r == '+' || r >= 0x80 || asciiWord[r] {
			return foldRune(r)
		}
		return -1
	}, value)
}

// name turns the spans of the view into finds with tokens; offsets are bytes of the original until render.
func (n *Numbering) name(text string, plain view, spans []span) []Found {
	if len(spans) == 0 {
		return nil
	}
	out := make([]Found, len(spans))
	at, count := 0, 0
	for i, sp := range spans {
		value := plain.text[sp.start:sp.end]
		if plain.at != nil {
			value = norm.NFKC.String(value)
		}
		start, end := plain.original(sp.start, sp.end)
		count += utf8.RuneCountInString(text[at:start])
		length := utf8.RuneCountInString(text[start:end])
		out[i] = Found{Type: sp.kind, Start: count, End: count + length, Value: value, Token: n.token(sp.kind, value)}
		at, count = end, count+length
	}
	return out
}

// render writes the text with tokens for finds and without hidden characters; from undo on, which is -1 for nowhere, it
// takes their brackets from the tokens that the text held before.
func (s *scratch) render(text string, plain view, pii []Found, undo int) string {
	if len(pii) == 0 && plain.hidden == 0 && undo < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 8*len(pii))
	at := 0
	for i, f := range pii {
		start, end := plain.original(s.spans[i].start, s.spans[i].end)
		appendVisible(&b, text[at:start], undo >= 0)
		b.WriteString(f.Token)
		at = end
	}
	appendVisible(&b, text[at:], undo >= 0)
	return b.String()
}

func appendVisible(b *strings.Builder, text string, undoTokens bool) {
	var seen sight
	undo := -1
	if undoTokens {
		undo = forgedToken(text, 0)
	}
	for i, r := range text {
		switch {
		case i == undo:
			b.WriteByte('(') // the closing bracket alone is no token
			undo = forgedToken(text, i+1)
			seen.prev = r
		case seen.shows(r):
			b.WriteRune(r)
		}
	}
}

// forgedToken returns where the next text of the form [ABC_1] opens at or after from, or -1. Hidden characters between
// its parts do not save it: it is looked for without them.
func forgedToken(text string, from int) int {
	for i := from; i < len(text); i++ {
		if text[i] == '[' && isToken(text[i+1:]) {
			return i
		}
	}
	return -1
}

func isToken(rest string) bool {
	letters, digits, underscore := 0, 0, false
	for i, r := range rest {
		switch {
		case i > 64:
			return false
		case r >= 'A' && r <= 'Z' && !underscore:
			letters++
		case r == '_' && letters > 0 && !underscore:
			underscore = true
		case r >= '0' && r <= '9' && underscore:
			digits++
		case r == ']':
			return digits > 0
		case !invisible(r):
			return false
		}
	}
	return false
}

// Mask returns a text that may leave (a reply, a tool's result, a log of a gateway): hidden characters are gone and
// personal data reads [DATO PROTEGIDO]. Tokens stay, for the vault to reveal. Values in keep stay too, whatever their spacing: the business's own phone and address.
func Mask(text string, keep ...string) string {
	text = strings.ToValidUTF8(text, string(utf8.RuneError))
	s := scratchPool.Get().(*scratch)
	defer s.release()
	plain := s.plainView(text)
	s.findPII(plain)
	found := make([]Found, 0, len(s.spans))
	spans := s.spans[:0]
	for _, sp := range s.spans {
		if !keeps(keep, plain.text[sp.start:sp.end]) {
			spans = append(spans, sp)
			found = append(found, Found{Token: Protected})
		}
	}
	s.spans = spans
	return s.render(text, plain, found, -1)
}

func keeps(keep []string, value string) bool {
	for _, k := range keep {
		if sameness(k) == sameness(value) {
			return true
		}
	}
	return false
}
