package language

import "time"

// The parts of a day in a Moment.
const (
	Morning   = "morning"
	Afternoon = "afternoon"
	Evening   = "evening"
)

// The bounds of a Moment's time.
const (
	Around  = "around"
	After   = "after"
	Before  = "before"
	Between = "between"
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

// Empty tells whether nothing was said about days and times.
func (m Moment) Empty() bool { return m == Moment{} }

// When reads the day and the time that a message asks for. now must be in the tenant's zone: every day is resolved there.
// lang decides words that two languages share; a wrong one costs only those.
func When(t Text, now time.Time, lang Lang) Moment {
	var room [8]atom
	s := newScan(t, now, lang)
	atoms := s.atoms(room[:0])
	if len(atoms) == 0 {
		return Moment{}
	}
	return chooserScan{&s}.choose(atoms)
}

// Moments reads every day and time that stands in a text, each by itself, whatever is asked, refused or corrected.
func Moments(t Text, now time.Time, lang Lang) []Moment {
	s := newScan(t, now, lang)
	atoms := s.atoms(nil)
	found := make([]Moment, 0, len(atoms))
	for i := range atoms {
		var c choice
		c.take(&atoms[i], fieldsOf(&atoms[i]))
		found = append(found, chooserScan{&s}.moment(c))
	}
	return found
}

// chooserScan tells which of the days and times that stand in a text counts.
type chooserScan struct{ *scan }
