package intent

import "github.com/recado/recado/pkg/language"

// Of reads the facts of a message that need no tenant.
func Of(t language.Text, when language.Moment) Fact {
	var f Fact
	if when.Date != "" || when.RangeStart != "" {
		f |= Day
	}
	if when.Time != "" || when.PartOfDay != "" {
		f |= Clock
	}
	if language.PartySize(t) > 0 {
		f |= Party
	}
	if language.OrderNumber(t) != "" {
		f |= OrderNo
	}
	if language.PersonName(t) != "" {
		f |= Name
	}
	if asks(t) {
		f |= Question
	}
	if t.Words() <= shortest {
		f |= Short
	}
	if language.Urgency(t).Level >= dangerous {
		f |= Danger
	}
	return f
}

const (
	shortest = 3
	// From this level of urgency on a message is about present danger or pain.
	dangerous = 3
)

// asks tells whether a message is a question: by its mark or by the word it begins with.
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
