package guard

import (
	"strings"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard/view"
)

// Reading is one way in which a text is read.
type Reading struct{ Kind, Text string }

// Views returns the ways in which Screen reads a text, the plain one first.
func Views(text string) []Reading {
	var buffer view.Buffer
	plain := buffer.Plain(strings.ToValidUTF8(text, string(utf8.RuneError)))
	return []Reading{{"plain", strings.Clone(plain.Text)}}
}
