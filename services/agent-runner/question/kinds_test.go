package question

import (
	"slices"
	"strings"
	"testing"
)

// asksFor are the kinds that a text's words ask for.
func asksFor(text string) (out []string) {
	r := kinds.read(text)
	for _, c := range r.clauses {
		for _, k := range c.kinds {
			out = append(out, k.Name)
		}
	}
	return out
}

func TestEveryKindIsAskedByItsExamplesAndNotByItsLookAlikes(t *testing.T) {
	t.Parallel()
	for _, k := range kinds.Kinds {
		if k.Yes == "" || k.No == "" {
			t.Errorf("%s: expected examples and look-alikes", k.Name)
		}
		for line := range strings.Lines(k.Yes) {
			if got := asksFor(strings.TrimSpace(line)); !slices.Contains(got, k.Name) {
				t.Errorf("%s is not asked by %q, which asks %v", k.Name, strings.TrimSpace(line), got)
			}
		}
		for line := range strings.Lines(k.No) {
			if got := asksFor(strings.TrimSpace(line)); slices.Contains(got, k.Name) {
				t.Errorf("%s is asked by %q", k.Name, strings.TrimSpace(line))
			}
		}
	}
}

func TestKindsNameOnlyKindsAndIntents(t *testing.T) {
	t.Parallel()
	var names []string
	for _, k := range kinds.Kinds {
		names = append(names, k.Name)
	}
	for _, k := range kinds.Kinds {
		for _, over := range k.Over {
			if !slices.Contains(names, over) {
				t.Errorf("%s is over %s, which is no kind", k.Name, over)
			}
		}
	}
}

func TestAMessageIsCutIntoItsQuestions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"la limpieza duele? cuanto tarda":              2,
		"cuánto cuesta la limpieza y cuánto dura":      2,
		"hola, dónde están y hasta qué hora abren?":    3,
		"tienen ceviche y lomo saltado?":               1,
		"cuánto por los frenos? puedo ir pagando poco": 2,
	} {
		if r := kinds.read(text); len(r.clauses) != want {
			t.Errorf("%q has %d clauses, want %d", text, len(r.clauses), want)
		}
	}
}

func TestTwoKindsOfAClauseAreBothAskedUnlessOneIsOverTheOther(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"precio y duración de la limpieza":            {"duration", "price"},
		"tienen promociones en limpieza?":             {"promotion"},
		"a qué hora cierran hoy?":                     {"until"},
		"dónde están y cómo llego?":                   {"address", "way"},
		"¿qué días va la doctora de niños?":           {"staff_days"},
		"muy buen servicio, pero cuánto tardan?":      {"praise", "duration"},
		"where can I park and what time do you close": {"parking", "until"},
	} {
		if got := asksFor(text); !slices.Equal(got, want) {
			t.Errorf("%q asks %v, want %v", text, got, want)
		}
	}
}

func TestWhatIsToldOfOneselfBelongsToTheQuestionAfterIt(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"estoy embarazada, puedo comer ceviche?":   1,
		"soy celíaca y qué puedo comer?":           1,
		"I'm vegan, what can I eat?":               1,
		"dónde están, qué horario tienen?":         2,
		"hacen brackets, cuánto cuestan?":          2,
		"tengo una duda. cuánto cuesta la resina?": 2,
	} {
		if r := kinds.read(text); len(r.clauses) != want {
			t.Errorf("%q has %d clauses, want %d", text, len(r.clauses), want)
		}
	}
}
