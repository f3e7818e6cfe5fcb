package guard

import (
	"strings"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard/view"
)

// Reading is one way in which a text is read: plain, or with a disguise taken off.
type Reading struct{ Kind, Text string }

// Views returns the ways in which Screen reads a text, the plain one first.
func Views(text string) []Reading {
	var buffer view.Buffer
	plain := buffer.Plain(strings.ToValidUTF8(text, string(utf8.RuneError)))
	out := []Reading{{plain.Kind.String(), strings.Clone(plain.Text)}}
	for _, v := range buffer.Derived(&plain) {
		out = append(out, Reading{v.Kind.String(), strings.Clone(v.Text)})
	}
	return out
}
