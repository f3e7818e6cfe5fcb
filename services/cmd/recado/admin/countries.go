package admin

import (
	"strings"

	"github.com/recado/recado/pkg/language"
)

// country is what the place of a business tells of it.
type country struct {
	zone, currency string
	language       language.Lang
}

var countries = map[string]country{
	"AR": {"America/Argentina/Buenos_Aires", "ARS", language.Spanish},
	"BO": {"America/La_Paz", "BOB", language.Spanish},
	"BR": {"America/Sao_Paulo", "BRL", language.Portuguese},
	"CL": {"America/Santiago", "CLP", language.Spanish},
	"CO": {"America/Bogota", "COP", language.Spanish},
	"CR": {"America/Costa_Rica", "CRC", language.Spanish},
	"CU": {"America/Havana", "CUP", language.Spanish},
	"DO": {"America/Santo_Domingo", "DOP", language.Spanish},
	"EC": {"America/Guayaquil", "USD", language.Spanish},
	"ES": {"Europe/Madrid", "EUR", language.Spanish},
	"GT": {"America/Guatemala", "GTQ", language.Spanish},
	"HN": {"America/Tegucigalpa", "HNL", language.Spanish},
	"MX": {"America/Mexico_City", "MXN", language.Spanish},
	"NI": {"America/Managua", "NIO", language.Spanish},
	"PA": {"America/Panama", "USD", language.Spanish},
	"PE": {"America/Lima", "PEN", language.Spanish},
	"PR": {"America/Puerto_Rico", "USD", language.Spanish},
	"PT": {"Europe/Lisbon", "EUR", language.Portuguese},
	"PY": {"America/Asuncion", "PYG", language.Spanish},
	"SV": {"America/El_Salvador", "USD", language.Spanish},
	"US": {"America/New_York", "USD", language.English},
	"UY": {"America/Montevideo", "UYU", language.Spanish},
	"VE": {"America/Caracas", "USD", language.Spanish}, // where most prices are told
}

// cityZones are cities whose clock is not that of their country's largest ones, folded.
var cityZones = map[string]string{
	"tijuana": "America/Tijuana", "mexicali": "America/Tijuana", "ensenada": "America/Tijuana", "hermosillo": "America/Hermosillo",
	"cancun": "America/Cancun", "playa del carmen": "America/Cancun", "tulum": "America/Cancun", "culiacan": "America/Mazatlan",
	"mazatlan": "America/Mazatlan", "las palmas": "Atlantic/Canary", "santa cruz de tenerife": "Atlantic/Canary",
	"los angeles": "America/Los_Angeles", "san diego": "America/Los_Angeles", "san francisco": "America/Los_Angeles",
	"chicago": "America/Chicago", "houston": "America/Chicago", "dallas": "America/Chicago", "san antonio": "America/Chicago",
	"austin": "America/Chicago", "denver": "America/Denver", "phoenix": "America/Phoenix", "manaus": "America/Manaus",
	"punta arenas": "America/Punta_Arenas",
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
