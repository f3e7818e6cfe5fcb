package question

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// asked is a moment that a question is about: a day, a time or a part of it.
type asked struct {
	day      time.Time
	weekly   bool // "on Sundays": any of them
	now      bool
	from, to string // HH:MM; equal for a moment, empty for the whole day
}

// maxDays is how many days of one question are answered.
const maxDays = 7

// moments are the days and times that a clause is about, else those of the message; now where nothing of either was said.
func (t *Turn) moments(c clause) []asked {
	out := t.daysOf(c)
	w := t.Slots.GetWhen()
	if day, err := time.Parse(time.DateOnly, w.GetDate()); err == nil && len(out) == 0 {
		out = append(out, asked{day: day})
	}
	from, to := timesOf(w)
	switch {
	case len(out) == 0 && from != "":
		return []asked{{day: t.Facts.Now, from: from, to: to}}
	case len(out) == 0:
		now := t.Facts.Now.Format("15:04")
		return []asked{{day: t.Facts.Now, now: true, from: now, to: now}}
	case len(out) == 1:
		out[0].from, out[0].to = from, to
	}
	return out[:min(len(out), maxDays)]
}

// dated reports whether a day was said.
func (t *Turn) dated(c clause) bool { return len(t.daysOf(c)) > 0 || t.Slots.GetWhen().GetDate() != "" }

func timesOf(w *recadov1.Moment) (from, to string) {
	if at := w.GetTime(); at != "" {
		return at, at
	}
	part := partSpans[w.GetPartOfDay()]
	return part.Open, part.Close
}

// daysOf are the days that a clause names, each once, in the order of their naming.
func (t *Turn) daysOf(c clause) (out []asked) {
	text, bare := t.spelledDays(c)
	add := func(a asked) {
		if !slices.ContainsFunc(out, func(b asked) bool { return a.day.Equal(b.day) }) {
			out = append(out, a)
		}
	}
	for _, m := range when.All(language.Read(text), t.Facts.Now, t.lang()) {
		first, last := m.Date, m.Date
		if m.RangeStart != "" {
			first, last = m.RangeStart, m.RangeEnd
		}
		day, err := time.Parse(time.DateOnly, first)
		for ; err == nil && day.Format(time.DateOnly) <= last && len(out) < maxDays; day = day.AddDate(0, 0, 1) {
			add(asked{day: day})
		}
	}
	out = t.feasts(out, bare)
	for i := c.from; i < c.to && len(out) == 0; i++ {
		for j := i; j < c.to; j++ { // "los sabados y domingos"
			if day, ok := t.weekday(t.reading().text.At(j)); ok {
				add(asked{day: day, weekly: true})
			}
		}
	}
	return out
}

// spelledDays is a clause in which each number of a list of days is a date of its own: "24, 25 y 31 de dic". bare are days of a month
// that nobody named. A week day beside them only says what day that is.
func (t *Turn) spelledDays(c clause) (text string, bare []int) {
	all, words, spelled := t.reading().text, []string{}, false
	for i := c.from; i < c.to; i++ {
		n := all.Token(i).Value
		before, after := all.At(i-1), all.At(i+1)
		listed := slices.Contains(dayLinks, before) || slices.Contains(joins, after) || all.Is(i+1, ",")
		if n < 1 || n > 31 || !listed || after == ":" {
			words = append(words, all.Original(i, i+1))
			continue
		}
		words, spelled = append(words, "el", strconv.Itoa(n)), true
		month := t.monthNear(c, i)
		if month == "" {
			bare = append(bare, n)
			continue
		}
		words = append(words, "de", month)
		for i+1 < c.to && (all.Is(i+1, "de", "of", "ro", "o") || monthOf(all.At(i+1)) != "") {
			i++
		}
	}
	if !spelled {
		return t.words(c), nil
	}
	words = slices.DeleteFunc(words, func(w string) bool {
		_, day := weekdayWords[strings.TrimSuffix(language.FoldString(w), "s")]
		return day
	})
	return strings.Join(words, " "), bare
}

// dayLinks stand before the day of a month.
var dayLinks = strings.Fields("el dia y e , and o the dia")

// monthNear is the month of a day: the next that is said in its clause, else the last before it.
func (t *Turn) monthNear(c clause, i int) string {
	for j := i; j < c.to; j++ {
		if m := monthOf(t.reading().text.At(j)); m != "" {
			return m
		}
	}
	for j := i - 1; j >= 0; j-- {
		if m := monthOf(t.reading().text.At(j)); m != "" {
			return m
		}
	}
	return ""
}

// monthOf is the month that a word names, in three letters too.
func monthOf(w string) string {
	if len(w) < 3 {
		return ""
	}
	all := strings.Split(strings.TrimSpace(kinds.Words["month"]), "|")
	i := slices.IndexFunc(all, func(m string) bool { return m == w || len(w) == 3 && strings.HasPrefix(m, w) && w != "mar" })
	if i < 0 {
		return ""
	}
	return all[i]
}

// feastsAhead is how far ahead a special day is meant by the day of its month alone: "abren el 25?" before Christmas.
const feastsAhead = 45 * 24 * time.Hour

// feasts adds to days of no month the special days on the same day of a month. Where several are all such days, those are meant.
func (t *Turn) feasts(days []asked, bare []int) []asked {
	found, calls := t.branches("")
	if len(bare) == 0 || calls != nil || len(found) == 0 {
		return days
	}
	var special []asked
	for _, s := range found[0].Special {
		day, err := time.Parse(time.DateOnly, s.First)
		ahead := day.Sub(t.Facts.Now)
		if err == nil && slices.Contains(bare, day.Day()) && ahead > 0 && ahead < feastsAhead {
			special = append(special, asked{day: day})
		}
	}
	if len(bare) > 1 && len(special) == len(bare) {
		return special
	}
	if len(special) > 0 { // of today one does not ask by its number
		days = slices.DeleteFunc(days, func(d asked) bool { return d.day.Equal(t.today()) })
	}
	for _, s := range special {
		if !slices.ContainsFunc(days, func(d asked) bool { return d.day.Equal(s.day) }) {
			days = append(days, s)
		}
	}
	return days
}

// weekdayWords begin the names of the days of the week, folded.
var weekdayWords = map[string]time.Weekday{
	"lune": 1, "marte": 2, "miercole": 3, "jueve": 4, "vierne": 5, "sabado": 6, "domingo": 0, // less the last s
	"monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 0,
	"segunda": 1, "terca": 2, "quarta": 3, "quinta": 4, "sexta": 5,
}

// weekday is the next day of a week day that a word names.
func (t *Turn) weekday(word string) (day time.Time, named bool) {
	want, ok := weekdayWords[strings.TrimSuffix(word, "s")]
	return t.today().AddDate(0, 0, (int(want)-int(t.Facts.Now.Weekday())+7)%7), ok
}

// today is the date as those that are read from a text are given.
func (t *Turn) today() time.Time {
	y, m, d := t.Facts.Now.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// day names a day as one answers: today, tomorrow, on Sundays, or its weekday and date.
func (t *Turn) day(a asked) string {
	date := a.day.Format(time.DateOnly)
	switch {
	case a.weekly:
		return t.Say("weekly_" + strings.ToLower(a.day.Weekday().String()))
	case date == t.Facts.Now.Format(time.DateOnly):
		return t.Say("today")
	case date == t.Facts.Now.AddDate(0, 0, 1).Format(time.DateOnly):
		return t.Say("tomorrow")
	}
	return t.Say("on_day", "day", when.SayDate(date, t.lang()))
}
