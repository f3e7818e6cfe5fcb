package heard

import (
	"slices"
	"strings"
)

// OnlyNo reports whether a message is a no and nothing more: "no, espera" begins nothing, whatever was spoken of before.
func (s *Said) OnlyNo() bool {
	return s.Slots.GetAnswer() == "no" && (Bare(s.Plain) <= 2 || s.Says("keep_it"))
}

// HasNone reports whether a customer says to have no appointment: "perdón, no tengo cita".
func (s *Said) HasNone() bool {
	return s.Says("no_own") && !strings.Contains(s.Text, "?") && !s.Wants("booking")
}

// NamesServiceAndTime reports whether a message names a service and a time.
func (s *Said) NamesServiceAndTime() bool { return len(s.Slots.GetServices()) > 0 && s.SaidWhen() }

// courtesies say nothing beside an answer.
var courtesies = strings.Fields("gracias muchas mil por favor porfa thanks thank you please obrigado obrigada muito pues ok ay uy perdon")

// Bare is how many words a text has beside courtesies.
func Bare(plain string) (n int) {
	for w := range strings.FieldsSeq(plain) {
		if !slices.Contains(courtesies, w) {
			n++
		}
	}
	return n
}
