package calendar

import (
	"strings"
	"time"
)

// Feast is a holiday or a day of the shops' calendar; countries is empty where every country keeps it on that day.
// Where countries differ, those that are named win over the row of all.
type Feast struct {
	names     string // folded names, apart by ","; a hyphen in the text is passed over
	On        Rule
	countries string // codes, apart by a space
	Night     bool   // its name says that it is in the evening
	PlaceToo  bool   // places are called so too: it is a day only where another is told by it
	Days      int    // more than one makes it a range that ends on the day of the rule
}

// Rule finds the day of a feast in a year.
type Rule struct {
	kind         feastKind
	month, day   int
	weekday, nth int // nth 5 is the last of the month
	shift        int // days after that
}

type feastKind uint8

const (
	onDate        feastKind = iota // month and day
	fromEaster                     // shift days after Easter Sunday
	onWeekday                      // the nth weekday of the month
	nextMonday                     // month and day, or the Monday after it: Colombia's law 51 of 1983, "ley Emiliani"
	nearestMonday                  // Tuesday to Thursday go back to Monday, Friday goes on to it: Chile's law 19.668
	aroundMonday                   // Tuesday and Wednesday go back to Monday, Thursday and Friday go on: Argentina's law 27.399
)

func fixed(month, day int) Rule { return Rule{month: month, day: day} }

func easterPlus(days int) Rule { return Rule{kind: fromEaster, shift: days} }

// NthOf is the rule of the nth such weekday of a month; the fifth is the last.
func NthOf(month, weekday, nth int) Rule {
	return Rule{kind: onWeekday, month: month, weekday: weekday, nth: nth}
}

func (r Rule) after(days int) Rule {
	r.shift = days
	return r
}

// In returns the day of the feast in a year.
func (r Rule) In(year int) Day {
	switch r.kind {
	case fromEaster:
		return Easter(year).Plus(r.shift)
	case onWeekday:
		first := Date(year, r.month, 1)
		d := first.Plus((r.weekday-first.Weekday()+7)%7 + 7*(r.nth-1))
		if d.Month() != r.month {
			d = d.Plus(-7)
		}
		return d.Plus(r.shift)
	}
	d := Date(year, r.month, r.day)
	wd := d.Weekday()
	switch {
	case r.kind == nextMonday:
		return d.Plus((8 - wd) % 7)
	case r.kind == nearestMonday && wd >= 2 && wd <= 4, r.kind == aroundMonday && wd >= 2 && wd <= 3:
		return d.Plus(1 - wd)
	case r.kind == nearestMonday && wd == 5, r.kind == aroundMonday && wd >= 4 && wd <= 5:
		return d.Plus(8 - wd)
	}
	return d.Plus(r.shift)
}

// Next is the first day of the feast that is not before today.
func (r Rule) Next(today Day) (Day, bool) {
	if r.kind == onDate && r.shift == 0 {
		return today.NextYearly(r.month, r.day)
	}
	for year := today.Year(); year <= today.Year()+2; year++ {
		if d := r.In(year); !d.Before(today) {
			return d, true
		}
	}
	return 0, false
}

// Easter is Easter Sunday of the Gregorian calendar: the algorithm of Butcher (1876), as J. Meeus gives it in
// "Astronomical Algorithms", chapter 8.
func Easter(year int) Day {
	a, b, c := year%19, year/100, year%100
	d, e := b/4, b%4
	g := (8*b + 13) / 25
	h := (19*a + b - d - g + 15) % 30
	i, k := c/4, c%4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return Date(year, n/31, n%31+1)
}

// FeastName is one name of a feast as words.
type FeastName struct {
	Words []string
	Of    *Feast
	Sole  bool // no other feast has this name, so that it is known abroad too
}

// Feasts finds the names by their first word.
var Feasts = indexFeasts()

func indexFeasts() map[string][]FeastName {
	index, seen := make(map[string][]FeastName), make(map[string]int)
	for _, list := range [][]Feast{sharedFeasts, countryFeasts} {
		for i := range list {
			for name := range strings.SplitSeq(list[i].names, ",") {
				seen[name]++
			}
		}
	}
	for _, list := range [][]Feast{sharedFeasts, countryFeasts} {
		for i := range list {
			for name := range strings.SplitSeq(list[i].names, ",") {
				words := strings.Fields(name)
				index[words[0]] = append(index[words[0]], FeastName{words, &list[i], seen[name] == 1})
			}
		}
	}
	return index
}

// KeptIn reports whether the feast is kept in a country; where the zone tells none, only the feasts of all count.
func (f *Feast) KeptIn(country string) bool {
	return f.countries == "" || country != "" && strings.Contains(f.countries, country)
}

// CountryOf tells the country of a zone, for its feasts; "" when it is not one of those we know.
func CountryOf(loc *time.Location) string {
	name := loc.String()
	if c := zoneCountry[name]; c != "" {
		return c
	}
	for prefix, country := range zoneFamilies {
		if strings.HasPrefix(name, prefix) {
			return country
		}
	}
	return ""
}

// zoneFamilies are the beginnings that all zones of a country share.
var zoneFamilies = map[string]string{
	"America/Argentina/": "AR", "America/Indiana/": "US", "America/Kentucky/": "US", "America/North_Dakota/": "US",
	"US/": "US", "Brazil/": "BR", "Mexico/": "MX", "Chile/": "CL",
}

// zoneCountry holds the zones of the IANA database (zone1970.tab and backward) by country.
var zoneCountry = buildZones(map[string]string{
	"MX": `America/Mexico_City America/Cancun America/Monterrey America/Tijuana America/Hermosillo America/Chihuahua America/Merida
		America/Mazatlan America/Ciudad_Juarez America/Ojinaga America/Matamoros America/Bahia_Banderas America/Ensenada America/Santa_Isabel`,
	"PE": "America/Lima",
	"AR": "America/Buenos_Aires America/Cordoba America/Rosario America/Mendoza America/Jujuy America/Catamarca",
	"CL": "America/Santiago America/Punta_Arenas America/Coyhaique Pacific/Easter",
	"CO": "America/Bogota",
	"ES": "Europe/Madrid Atlantic/Canary Africa/Ceuta",
	"US": `America/New_York America/Chicago America/Denver America/Los_Angeles America/Phoenix America/Detroit America/Boise America/Anchorage
		America/Juneau America/Indianapolis America/Louisville America/Menominee America/Nome America/Sitka America/Yakutat America/Adak Pacific/Honolulu`,
	"BR": `America/Sao_Paulo America/Bahia America/Fortaleza America/Manaus America/Recife America/Belem America/Maceio America/Cuiaba
		America/Campo_Grande America/Porto_Velho America/Boa_Vista America/Rio_Branco America/Araguaina America/Santarem America/Eirunepe America/Noronha`,
})

func buildZones(byCountry map[string]string) map[string]string {
	zones := make(map[string]string)
	for country, names := range byCountry {
		for name := range strings.FieldsSeq(names) {
			zones[name] = country
		}
	}
	return zones
}
