package language

import (
	"strings"
	"time"
)

// feast is a holiday on a fixed day; countries is empty where every country keeps it.
type feast struct {
	names     []string // folded words, one space between
	month     int
	day       int
	countries string
}

// feasts lists what customers name instead of a date. Where a name means another day in another country, the country's row stands first.
var feasts = []feast{
	{names: []string{"nochebuena", "noche buena", "christmas eve", "vespera de natal"}, month: 12, day: 24},
	{names: []string{"navidad", "christmas", "christmas day", "xmas", "natal"}, month: 12, day: 25},
	{names: []string{"nochevieja", "noche vieja", "fin de ano", "ano viejo", "new years eve", "new year eve", "reveillon"}, month: 12, day: 31},
	{names: []string{"ano nuevo", "new years day", "new years", "new year", "ano novo"}, month: 1, day: 1},
	{names: []string{"reyes", "dia de reyes", "reyes magos", "three kings day", "epiphany"}, month: 1, day: 6},
	{names: []string{"dia dos namorados"}, month: 6, day: 12},
	{names: []string{"san valentin", "dia de los enamorados", "dia del amor", "valentines", "valentines day", "valentine"}, month: 2, day: 14},
	{names: []string{"dia de la mujer", "womens day"}, month: 3, day: 8},
	{names: []string{"dia del trabajo", "dia del trabajador", "dia do trabalho"}, month: 5, day: 1},
	{names: []string{"dia de las madres", "dia de la madre"}, month: 5, day: 10, countries: "MX"},
	{names: []string{"halloween", "noche de brujas"}, month: 10, day: 31},
	{names: []string{"todos los santos", "all saints"}, month: 11, day: 1},
	{names: []string{"dia de muertos", "dia de los muertos", "finados"}, month: 11, day: 2},
	{names: []string{"inmaculada", "la inmaculada"}, month: 12, day: 8},
	{names: []string{"dia de la virgen", "virgen de guadalupe", "la guadalupana"}, month: 12, day: 12, countries: "MX"},
	{names: []string{"fiestas patrias", "dia de la independencia", "independencia"}, month: 7, day: 28, countries: "PE"},
	{names: []string{"fiestas patrias", "dia de la independencia", "grito", "independencia"}, month: 9, day: 16, countries: "MX"},
	{names: []string{"fiestas patrias", "el dieciocho", "dia de la independencia"}, month: 9, day: 18, countries: "CL"},
	{names: []string{"dia de la independencia", "independencia"}, month: 7, day: 9, countries: "AR"},
	{names: []string{"dia de la independencia", "independencia"}, month: 7, day: 20, countries: "CO"},
	{names: []string{"independence day", "dia de la independencia"}, month: 7, day: 4, countries: "US"},
	{names: []string{"dia da independencia"}, month: 9, day: 7, countries: "BR"},
	{names: []string{"santa rosa", "santa rosa de lima"}, month: 8, day: 30, countries: "PE"},
	{names: []string{"dia de la hispanidad", "el pilar"}, month: 10, day: 12, countries: "ES"},
}

// feastName is one name of a feast as words.
type feastName struct {
	words []string
	of    *feast
}

// feastsByWord finds the names by their first word.
var feastsByWord = indexFeasts()

func indexFeasts() map[string][]feastName {
	index := make(map[string][]feastName)
	for i := range feasts {
		for _, name := range feasts[i].names {
			words := strings.Fields(name)
			index[words[0]] = append(index[words[0]], feastName{words, &feasts[i]})
		}
	}
	return index
}

// feast reads the longest name of a feast at token i, as the tenant's country keeps it.
func (t Text) feast(i int, country string) (f *feast, next int) {
	for _, name := range feastsByWord[t.at(i)] {
		if i+len(name.words) <= next || !t.run(i, name.words...) {
			continue
		}
		if name.of.countries == "" || name.of.countries == country {
			f, next = name.of, i+len(name.words)
		}
	}
	return f, next
}

// countryOf tells the country of a zone, for its feasts; "" when it is not one of those we know.
func countryOf(loc *time.Location) string { return zoneCountry[loc.String()] }

var zoneCountry = buildZones(map[string]string{
	"MX": "America/Mexico_City America/Cancun America/Monterrey America/Tijuana America/Hermosillo America/Chihuahua America/Merida America/Mazatlan America/Ciudad_Juarez",
	"PE": "America/Lima",
	"AR": "America/Argentina/Buenos_Aires America/Buenos_Aires America/Argentina/Cordoba America/Argentina/Mendoza",
	"CL": "America/Santiago America/Punta_Arenas",
	"CO": "America/Bogota",
	"ES": "Europe/Madrid Atlantic/Canary",
	"US": "America/New_York America/Chicago America/Denver America/Los_Angeles America/Phoenix",
	"BR": "America/Sao_Paulo America/Bahia America/Fortaleza America/Manaus",
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
