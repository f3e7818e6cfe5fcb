package away

import (
	"fmt"
	"strings"
	"time"

	"github.com/recado/recado/pkg/tenant"
)

// Reason is why a message is kept for people where the assistant only tells when they are back.
const Reason = "closed"

// Period is a time in which nobody of the business reads.
type Period struct {
	Until time.Time // in the tenant's zone; zero where the hours name no next opening
	Only  bool      // nothing else is answered in it
	Tells bool      // an answer says so
}

// At is the period that a time lies in; false while somebody reads, and where no hours are known.
func At(s *tenant.Settings, now time.Time) (Period, bool) {
	if s == nil {
		return Period{}, false
	}
	if open, known := s.Reads(now); open || !known {
		return Period{}, false
	}
	until, _ := s.OpensAfter(now)
	return Period{Until: until, Only: s.Handoff.Closed == tenant.OnlyTell, Tells: s.Handoff.Closed == tenant.Tell}, true
}

// Told is what a conversation remembers of the last period that it was told of. The zero value was told of none.
type Told struct {
	At    time.Time `json:"at"`
	Until time.Time `json:"until,omitzero"`
}

// unending is how long a period counts as one that has no end in the data.
const unending = 24 * time.Hour

// Of reports whether that is this period: one ends where it was said to end. Where the hours changed since, what was said is not true
// any more.
func (t Told) Of(p Period, now time.Time) bool {
	if t.At.IsZero() || !t.Until.Equal(p.Until) {
		return false
	}
	return !p.Until.IsZero() || now.Sub(t.At) < unending
}

// Tell is what a conversation remembers once it was told of a period.
func Tell(p Period, now time.Time) Told { return Told{At: now.UTC(), Until: p.Until} }

// texts are what a customer reads: who is away, that the assistant stays, and that the message is kept.
var texts = map[string]struct{ back, nobody, here, kept string }{
	"es": {
		"En este momento no hay nadie del equipo; vuelven %s.", "En este momento no hay nadie del equipo.",
		"Mientras tanto sigo yo por aquí.", "El mensaje queda guardado y lo contestan por aquí.",
	},
	"en": {
		"Nobody of the team is here right now; they are back %s.", "Nobody of the team is here right now.",
		"Meanwhile I'm still here.", "The message is kept, and they answer it here.",
	},
	"pt": {
		"Neste momento não há ninguém da equipe; voltam %s.", "Neste momento não há ninguém da equipe.",
		"Enquanto isso, continuo eu por aqui.", "A mensagem fica guardada e respondem por aqui.",
	},
}

// Text says that nobody is there and until when, as far as the hours say; a language without words gets Spanish.
func (p Period) Text(now time.Time, language string) string {
	words, ok := texts[language]
	if !ok {
		words, language = texts["es"], "es"
	}
	said, rest := words.nobody, words.here
	if !p.Until.IsZero() {
		said = fmt.Sprintf(words.back, When(p.Until, now, language))
	}
	if p.Only {
		rest = words.kept
	}
	return said + " " + rest
}

// Beside puts what is told beside an answer: after it, and before one that ends in a question, which is to be heard last.
func Beside(answer, told string) string {
	if strings.HasSuffix(strings.TrimSpace(answer), "?") {
		return told + "\n\n" + answer
	}
	return answer + "\n\n" + told
}
