package intent

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
)

// Values are what has been read of a message besides its words.
type Values struct {
	When        when.Moment
	Party       int
	OrderNumber string
	Person      string
	Amount      bool
	Urgency     int // 0 where nothing of the kind was said
}

// Of returns the facts of a message that need none of the tenant's own names.
func Of(t language.Text, v Values) Fact {
	var f Fact
	for _, known := range [...]struct {
		fact  Fact
		holds bool
	}{
		{Day, v.When.Date != "" || v.When.RangeStart != ""},
		{Clock, v.When.Time != "" || v.When.PartOfDay != ""},
		{Party, v.Party > 0},
		{OrderNo, v.OrderNumber != ""},
		{Name, v.Person != ""},
		{Amount, v.Amount},
		{Danger, v.Urgency >= dangerous},
		{Severe, v.Urgency >= severe},
		{Emergency, v.Urgency >= emergency},
		{Question, asks(t)},
		{Short, t.Words() <= maxShort},
	} {
		if known.holds {
			f |= known.fact
		}
	}
	return f
}

const (
	maxShort = 3
	// From this level of urgency on a message is about present danger or pain.
	dangerous = 3
	severe    = 4
	emergency = 5
)

// asks reports whether a message is a question: by its mark or by the word it begins with.
func asks(t language.Text) bool {
	for i := range t.Tokens {
		switch t.Tokens[i].Norm {
		case "?", "¿":
			return true
		}
	}
	for i := range min(len(t.Tokens), 4) {
		if asking[t.Tokens[i].Norm] {
			return true
		}
	}
	return false
}

var asking = map[string]bool{
	"que": true, "cual": true, "cuales": true, "cuanto": true, "cuanta": true, "cuantos": true, "cuando": true, "donde": true, "como": true, "quien": true, "quienes": true,
	"tienen": true, "tienes": true, "tiene": true, "hay": true, "hacen": true, "aceptan": true, "atienden": true, "abren": true, "puedo": true, "pueden": true, "ofrecen": true, "manejan": true,
	"what": true, "which": true, "how": true, "when": true, "where": true, "who": true, "do": true, "does": true, "is": true, "are": true, "can": true, "could": true,
	"quanto": true, "onde": true, "quem": true, "qual": true, "tem": true, "voces": true,
}
