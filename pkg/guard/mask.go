package guard

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/recado/recado/pkg/guard/pii"
	"github.com/recado/recado/pkg/guard/view"
)

// Protected stands for personal data in every text that leaves; typed tokens are for the model only.
const Protected = "[DATO PROTEGIDO]"

// Types of personal data, as the evaluation sets name them.
const (
	TypeEmail    = pii.TypeEmail
	TypePhone    = pii.TypePhone
	TypeCard     = pii.TypeCard
	TypeIBAN     = pii.TypeIBAN
	TypePassport = pii.TypePassport
	TypeSecret   = pii.TypeSecret
	TypeDNI      = pii.TypeDNI
	TypeNIE      = pii.TypeNIE
	TypeCIF      = pii.TypeCIF
	TypeNUSS     = pii.TypeNUSS
	TypeCURP     = pii.TypeCURP
	TypeRFC      = pii.TypeRFC
	TypeCLABE    = pii.TypeCLABE
	TypeNSS      = pii.TypeNSS
	TypeDNIPeru  = pii.TypeDNIPeru
	TypeRUC      = pii.TypeRUC
	TypeCE       = pii.TypeCE
	TypeDNIArg   = pii.TypeDNIArg
	TypeCUIT     = pii.TypeCUIT
	TypeCBU      = pii.TypeCBU
	TypeRUT      = pii.TypeRUT
	TypeCC       = pii.TypeCC
	TypeNIT      = pii.TypeNIT
	TypeSSN      = pii.TypeSSN
)

// tokenNames gives the name inside a type's token; no two types share one, as tokens are numbered per type.
var tokenNames = map[string]string{
	TypeEmail: "EMAIL", TypePhone: "TEL", TypeCard: "TARJETA", TypeIBAN: "IBAN", TypePassport: "PASAPORTE", TypeSecret: "CLAVE",
	TypeDNI: "DNI", TypeNIE: "NIE", TypeCIF: "CIF", TypeNUSS: "NUSS", TypeCURP: "CURP", TypeRFC: "RFC", TypeCLABE: "CLABE",
	TypeNSS: "NSS", TypeDNIPeru: "DNIPE", TypeRUC: "RUC", TypeCE: "CE", TypeDNIArg: "DNIAR", TypeCUIT: "CUIT", TypeCBU: "CBU",
	TypeRUT: "RUT", TypeCC: "CC", TypeNIT: "NIT", TypeSSN: "SSN",
}

// name turns the spans of the view into finds with tokens; offsets are bytes of the original until render.
func (n *Numbering) name(text string, plain view.View, spans []pii.Span) []Found {
	if len(spans) == 0 {
		return nil
	}
	out := make([]Found, len(spans))
	at, count := 0, 0
	for i, sp := range spans {
		value := plain.Text[sp.Start:sp.End]
		if plain.At != nil {
			value = norm.NFKC.String(value)
		}
		start, end := plain.Original(sp.Start, sp.End)
		count += utf8.RuneCountInString(text[at:start])
		length := utf8.RuneCountInString(text[start:end])
		out[i] = Found{Type: sp.Kind, Start: count, End: count + length, Value: value, Token: n.token(sp.Kind, value)}
		at, count = end, count+length
	}
	return out
}

// render writes the text with tokens for finds and without hidden characters; from undo on, which is -1 for nowhere, it
// takes their brackets from the tokens that the text held before.
func (s *scratch) render(text string, plain view.View, found []Found, undo int) string {
	if len(found) == 0 && plain.Hidden == 0 && undo < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 8*len(found))
	at := 0
	for i, f := range found {
		start, end := plain.Original(s.spans[i].Start, s.spans[i].End)
		appendVisible(&b, text[at:start], undo >= 0)
		b.WriteString(f.Token)
		at = end
	}
	appendVisible(&b, text[at:], undo >= 0)
	return b.String()
}

func appendVisible(b *strings.Builder, text string, undoTokens bool) {
	var seen view.Sight
	undo := -1
	if undoTokens {
		undo = view.ForgedToken(text, 0)
	}
	for i := 0; i < len(text); {
		if end := plainEnd(text, i, undo); end > i {
			b.WriteString(text[i:end])
			last, _ := utf8.DecodeLastRuneInString(text[i:end])
			seen.Shows(last)
			i = end
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case i == undo:
			b.WriteByte('(') // the closing bracket alone is no token
			undo = view.ForgedToken(text, i+1)
			seen.Skip(r)
		case seen.Shows(r):
			b.WriteRune(r)
		}
		i += size
	}
}

// plainEnd returns where what is always seen ends from i on, or undo if that comes first: ASCII and letters of two bytes.
func plainEnd(text string, i, undo int) int {
	for i < len(text) && i != undo {
		switch c := text[i]; {
		case c >= ' ' && c < 0x7F || c == '\n':
			i++
		case c >= 0xC3 && c <= 0xCB && i+1 < len(text) && !utf8.RuneStart(text[i+1]):
			i += 2
		default:
			return i
		}
	}
	return i
}

func isWord(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

func keeps(keep []string, value string) bool {
	same := sameness(value)
	for _, k := range keep {
		if k = sameness(k); k == same || samePhone(k, same) {
			return true
		}
	}
	return false
}

// minNational is how many digits a telephone number has without its country, and maxPrefix those of a country with its mobile digit.
const (
	minNational = 8
	maxPrefix   = 4
)

// samePhone reports whether two writings are of one telephone number, one of them without its country.
func samePhone(a, b string) bool {
	a, b = strings.TrimPrefix(a, "+"), strings.TrimPrefix(b, "+")
	if len(a) < len(b) {
		a, b = b, a
	}
	return len(b) >= minNational && len(a)-len(b) <= maxPrefix && strings.HasSuffix(a, b) && strings.Trim(a, "0123456789") == ""
}
