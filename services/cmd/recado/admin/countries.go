package admin

import (
	_ "embed"
	"strings"

	"github.com/recado/recado/pkg/language"
)

// country is what the place of a business tells of it.
type country struct {
	zone, currency string
	language       language.Lang
}

//go:embed places.txt
var placesText string

// countries are those that are known by their code, and cityZones cities with a clock of their own, folded.
var countries, cityZones = readPlaces(placesText)

func readPlaces(text string) (countries map[string]country, cities map[string]string) {
	countries, cities = map[string]country{}, map[string]string{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "#":
		case len(words[0]) == 2:
			countries[words[0]] = country{words[1], words[2], language.Lang(words[3])}
		default:
			cities[strings.Join(words[1:], " ")] = words[0]
		}
	}
	return countries, cities
}

// zoneOf is a city's zone, else its country's.
func zoneOf(c country, city string) string {
	zone, own := cityZones[strings.TrimSpace(language.FoldString(city))]
	continent, _, _ := strings.Cut(zone, "/")
	if own && (strings.HasPrefix(c.zone, continent) || continent == "Atlantic") {
		return zone
	}
	return c.zone
}

// words are what customers see of a file that nobody has changed yet.
type words struct {
	Assistant, Team, Role string
	Services              map[string]string // by vertical
}

var newWords = map[language.Lang]words{
	language.Spanish: {"Sol", "Equipo", "atención", map[string]string{
		"dental": "Consulta dental", "medical": "Consulta médica", "general": "Cita",
	}},
	language.English: {"Robin", "Team", "front desk", map[string]string{
		"dental": "Dental check-up", "medical": "Medical visit", "general": "Appointment",
	}},
	language.Portuguese: {"Luz", "Equipe", "atendimento", map[string]string{
		"dental": "Consulta odontológica", "medical": "Consulta médica", "general": "Atendimento",
	}},
}
