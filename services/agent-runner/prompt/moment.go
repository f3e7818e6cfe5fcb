package prompt

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/recado/recado/pkg/persona"
	"github.com/recado/recado/pkg/tenant"
)

// Moment is what changes from turn to turn; it stands after the prefix, so that providers find the prefix again.
type Moment struct {
	Now      time.Time // in the tenant's zone
	Settings *tenant.Settings
	Language string
	Contact  string // the customer's name, where it is known
	Marks    Marks  // this turn's
}

var weekdays = [3][7]string{
	{"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"},
	{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
	{"domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado"},
}

var moments = [3]struct{ now, contact string }{
	{"Ahora: %s %s (%s). Moneda: %s. Responde en español.", "Cliente: %s."},
	{"Now: %s %s (%s). Currency: %s. Answer in English.", "Customer: %s."},
	{"Agora: %s %s (%s). Moeda: %s. Responda em português.", "Cliente: %s."},
}

// Text is the moment as a model reads it.
func (m *Moment) Text() string {
	i := languageIndex(m.Language)
	words := moments[i]
	day, at := weekdays[i][m.Now.Weekday()], m.Now.Format("2006-01-02 15:04")
	lines := []string{fmt.Sprintf(words.now, day, at, m.Settings.Zone, m.Settings.Currency)}
	if name := bare(m.Contact); name != "" {
		lines[0] += " " + fmt.Sprintf(words.contact, name)
	}
	if rules := m.Marks.rules(i); rules != "" {
		lines = append(lines, rules)
	}
	return strings.Join(lines, "\n")
}

// bare is a name as it may stand outside a fence: few words of letters alone, whatever the customer wrote for one.
func bare(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	name = strings.Join(words, " ")
	if len(words) > 3 || len(name) > 40 {
		return ""
	}
	return name
}

func languageIndex(language string) int { return max(0, slices.Index(persona.Languages, language)) }
