package question

import (
	"slices"
	"testing"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

var shop = &tenant.Settings{
	Services: []tenant.Name{
		{ID: "limpieza", Name: "Limpieza dental", Aliases: []string{"profilaxis"}, Tag: "prevención"},
		{ID: "corona", Name: "Corona de zirconia", Aliases: []string{"funda"}},
		{ID: "carillas", Name: "Carillas de porcelana"},
	},
	Dishes:   []tenant.Name{{ID: "flan", Name: "Flan", Tag: "postres"}},
	Branches: []tenant.Name{{ID: "roma", Name: "Roma Norte", Aliases: []string{"la Roma"}}},
	Staff:    []tenant.Name{{ID: "ana", Name: "Dra. Ana Ruiz", Tag: "Ortodoncia"}},
}

func hearing(text string) *Turn {
	return &Turn{Facts: &llm.Facts{Settings: shop, Language: "es"}, Slots: &recadov1.Slots{}, Text: text, Memory: &Memory{}}
}

func TestThingsAreNamedWhereAQuestionNamesThem(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"cuánto cuesta una carilla y una endodoncia":        {"carilla", "endodoncia"},
		"hacen ortognática?":                                {"ortognática"},
		"cuánto sale la corona de zirconia":                 {"corona de zirconia"},
		"la rinoplastia cuánto cuesta?":                     {"rinoplastia"},
		"cuánto cuesta la limpieza para mi mamá":            {"limpieza"},
		"hola, quisiera saber el precio de la limpieza":     {"limpieza"},
		"cuánto cuesta?":                                    nil,
		"tienen ceviche, anticuchos o lomo?":                {"ceviche", "anticuchos", "lomo"},
		"cuánto cuesta con mi tarjeta":                      nil,
		"how much is a cleaning and a filling?":             {"cleaning", "filling"},
		"quanto custa o clareamento?":                       {"clareamento"},
		"cuánto cuesta la primera cita":                     nil,
		"tienen algo nuevo?":                                nil,
		"ponen la vacuna de la fiebre amarilla?":            {"vacuna de la fiebre amarilla"},
		"hacen una cosa larga rara extraña nunca oída aquí": nil,
	} {
		q := hearing(text)
		var got []string
		for _, c := range q.reading().clauses {
			if len(c.hits) > 0 {
				got = append(got, q.things(c)...)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
}

func TestAThingIsFoundByNameOrAlias(t *testing.T) {
	t.Parallel()
	q := hearing("")
	for thing, want := range map[string]string{
		"limpieza": "limpieza", "profilaxis": "limpieza", "fundas": "corona", "carilla": "carillas", "endodoncia": "", "flanes": "flan", "limpeza": "limpieza",
	} {
		if got := q.find(thing).GetId(); got != want {
			t.Errorf("%q is %q, want %q", thing, got, want)
		}
	}
	for thing, want := range map[string]bool{"Roma": true, "ortodoncia": true, "postre": true, "endodoncia": false} {
		if got := q.otherName(thing); got != want {
			t.Errorf("%q is another name: %t", thing, got)
		}
	}
	if got := q.alike("coronilla"); !slices.Equal(got, []string{"Corona de zirconia"}) {
		t.Errorf("alike: %q", got)
	}
}

func TestAQuestionIsAboutWhatItsClauseNames(t *testing.T) {
	t.Parallel()
	q := hearing("la limpieza duele? cuánto cuesta la corona?")
	q.Slots.Services = []*recadov1.Mention{{Id: "limpieza", Name: "Limpieza dental"}, {Id: "corona", Name: "Corona de zirconia"}}
	asks := q.asks(func(string) bool { return false })
	if len(asks) != 2 {
		t.Fatalf("asks %+v", asks)
	}
	for i, want := range []string{"limpieza", "corona"} {
		if got := idsOf(asks[i].items); !slices.Equal(got, []string{want}) {
			t.Errorf("question %d is about %q, want %s", i+1, got, want)
		}
	}
}

func TestWhatADialogueTakesIsNoQuestion(t *testing.T) {
	t.Parallel()
	q := hearing("limpieza con la doctora")
	q.Intents = []string{"services", "staff"}
	if asks := q.asks(func(string) bool { return true }); len(asks) > 0 {
		t.Errorf("asks %+v", asks)
	}
	q = hearing("limpieza, cuánto dura?")
	q.Intents = []string{"services"}
	if asks := q.asks(func(intent string) bool { return intent == "services" }); len(asks) != 1 || asks[0].kind != "duration" {
		t.Errorf("asks %+v", asks)
	}
}

func TestWhatBrokeIsWarranted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"se me cayó la resina":                 {"warranty"},
		"mal servicio":                         nil,
		"the filling broke, I want my money":   {"refunds", "warranty"},
		"quiero que me devuelvan mi dinero ya": {"refunds"},
	} {
		q := hearing(text)
		if got := q.remedies(text); !slices.Equal(got, want) {
			t.Errorf("%q is mended by %q, want %q", text, got, want)
		}
	}
}

func TestAnItemThatAnotherSaysMoreOfIsNotMeant(t *testing.T) {
	t.Parallel()
	q := hearing("cuánto cuesta la corona de zirconia?")
	q.Slots.Services = []*recadov1.Mention{{Id: "zirconia", Name: "Pulido de zirconia"}, {Id: "corona", Name: "Corona de zirconia"}}
	asks := q.asks(func(string) bool { return false })
	if len(asks) != 1 || !slices.Equal(idsOf(asks[0].items), []string{"corona"}) {
		t.Errorf("asks %+v", asks)
	}
	q = hearing("cuánto cuesta la corona y la limpieza?")
	q.Slots.Services = []*recadov1.Mention{{Id: "corona", Name: "Corona de zirconia"}, {Id: "limpieza", Name: "Limpieza dental"}}
	if asks := q.asks(func(string) bool { return false }); len(asks) != 1 || len(asks[0].items) != 2 {
		t.Errorf("asks %+v", asks)
	}
}
