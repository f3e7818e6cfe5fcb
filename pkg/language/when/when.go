// Package when reads which day and time a message asks for, and says days and times back.
package when

import (
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when/mention"
)

// The parts of a day in a Moment.
const (
	Morning   = "morning"
	Afternoon = "afternoon"
	Evening   = "evening"
)

// The bounds of a Moment's time.
const (
	Around  = mention.BoundAround
	After   = mention.BoundAfter
	Before  = mention.BoundBefore
	Between = mention.BoundBetween
)

// Moment is a date, a time, a part of a day or a span, as far as the customer said them: an empty field was not said.
type Moment struct {
	Date       string `json:"date,omitempty"`        // YYYY-MM-DD
	Time       string `json:"time,omitempty"`        // HH:MM, 24 hours
	PartOfDay  string `json:"part_of_day,omitempty"` // Morning, Afternoon or Evening
	RangeStart string `json:"range_start,omitempty"` // first day of a range, YYYY-MM-DD
	RangeEnd   string `json:"range_end,omitempty"`   // last day of a range, included
	Bound      string `json:"bound,omitempty"`       // Around, After, Before or Between
	TimeEnd    string `json:"time_end,omitempty"`    // HH:MM, the end of a Between
}

// Empty reports whether nothing was said about days and times.
func (m Moment) Empty() bool { return m == Moment{} }

// Parse reads the day and the time that a message asks for. now must be in the tenant's zone: every day is resolved there.
// lang decides words that two languages share; a wrong one costs only those.
func Parse(t language.Text, now time.Time, lang language.Lang) Moment {
	var room [8]mention.Atom
	s := mention.New(t, now, lang)
	atoms := s.Atoms(room[:0])
	if len(atoms) == 0 {
		return Moment{}
	}
	return scan{&s}.choose(atoms)
}

// All reads every day and time that stands in a text, each by itself, whatever is asked, refused or corrected.
func All(t language.Text, now time.Time, lang language.Lang) []Moment {
	s := mention.New(t, now, lang)
	atoms := s.Atoms(nil)
	found := make([]Moment, 0, len(atoms))
	for i := range atoms {
		var c choice
		c.take(&atoms[i], fieldsOf(&atoms[i]))
		found = append(found, scan{&s}.moment(c))
	}
	return found
}

// scan tells which of the days and times that stand in a text counts.
type scan struct{ *mention.Scan }
