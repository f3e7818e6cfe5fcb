package rewards_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/dialogue"
	"github.com/recado/recado/services/agent-runner/heard"
	"github.com/recado/recado/services/agent-runner/phrase"
	"github.com/recado/recado/services/agent-runner/rewards"
)

const balance = `{"tokens":50,"program":"Club","expires":"2027-11-23","unit":"puntos","earn":{"per_appointment":10,"per_amount_text":"$100"},"codes":[],"rewards":[
  {"reward_id":"te","name":"Té helado","aliases":["tecito"],"tokens":30,"available":true,"missing":0},
  {"reward_id":"pan","name":"Pan dulce","tokens":40,"available":true,"missing":0},
  {"reward_id":"taza","name":"Taza","tokens":45,"available":false,"missing":0},
  {"reward_id":"cena","name":"Cena para dos","aliases":["cena"],"tokens":500,"available":true,"missing":450}]}`

// deskOf is a turn in which something was said and the balance was read.
func deskOf(said string, r tool.Result) rewards.Desk {
	return rewards.Desk{
		Words: phrase.Words{Lang: language.Spanish}, Plain: heard.Plain(said), Now: time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC),
		Ask: func(llm.ToolCall) (tool.Result, bool) { return r, true },
	}
}

func told(text string) tool.Result { return tool.Result{JSON: json.RawMessage(text)} }

func TestTheBalanceIsAskedForBeforeAnythingIsSaid(t *testing.T) {
	t.Parallel()
	d := rewards.Desk{Ask: func(llm.ToolCall) (tool.Result, bool) { return tool.Result{}, false }}
	if a := d.Tell(); len(a.Calls) != 1 || a.Calls[0].Name != rewards.BalanceTool || a.Text != "" {
		t.Errorf("got %+v", a)
	}
	if a, ending := d.Choose(&dialogue.Frame{}); len(a.Calls) != 1 || ending != rewards.Open {
		t.Errorf("got %+v, %v", a, ending)
	}
}

func TestTheBalanceSaysWhatItIsGoodForAndUntilWhen(t *testing.T) {
	t.Parallel()
	text := deskOf("cuántos puntos tengo", told(balance)).Tell().Text
	for _, want := range []string{
		"Tienes 50 puntos en Club.", "de 2027", "Té helado: 30 puntos, ya alcanza", "Taza: 45 puntos, por ahora no hay", "Cena para dos: 500 puntos, faltan 450",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q: %s", want, text)
		}
	}
	if strings.Contains(text, "cada visita") {
		t.Errorf("nobody asked how they are earned: %s", text)
	}
	text = deskOf("¿cómo gano puntos?", told(balance)).Tell().Text
	if !strings.Contains(text, "10 por cada visita, 1 por cada $100 del pedido") {
		t.Errorf("how they are earned: %s", text)
	}
}

func TestNothingIsClaimedWhereThereIsNoProgrammeOrNoAnswer(t *testing.T) {
	t.Parallel()
	none := tool.Result{Err: &tool.Error{Code: "no_program", Message: "x"}}
	if a := deskOf("mis puntos", none).Tell(); !strings.Contains(a.Text, "No tenemos programa") || a.Failed {
		t.Errorf("got %+v", a)
	}
	if a, ending := deskOf("canjear el té", none).Choose(&dialogue.Frame{}); ending != rewards.Over || a.Text == "" {
		t.Errorf("got %+v, %v", a, ending)
	}
	if a := deskOf("mis puntos", tool.Result{Err: &tool.Error{Code: "other"}}).Tell(); !a.Failed || a.Text != "" {
		t.Errorf("got %+v", a)
	}
}

func TestTheRewardIsTheOneThatIsNamedAndInReach(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"quiero canjear el té helado": "te", "dame el tecito": "te", "el pan dulce porfa": "pan", "quiero panes dulces": "pan",
		"canjear la cena": "te faltan 450", "quiero la taza": "no se puede canjear", "canjear mis puntos": "¿Cuál quieres?",
		"el pan dulce o el té helado": "¿Cuál quieres?", "quiero la corona": "¿Cuál quieres?",
	} {
		f := &dialogue.Frame{Flow: "redeem"}
		a, ending := deskOf(said, told(balance)).Choose(f)
		switch {
		case ending == rewards.Chosen && f.Values["reward"] == want:
		case ending == rewards.Chosen, !strings.Contains(a.Text, want):
			t.Errorf("%s: %v, %q, %v, want %s", said, ending, a.Text, f.Values, want)
		}
	}
}

func TestARewardOfTheListIsTakenByItsNumberNameOrTap(t *testing.T) {
	t.Parallel()
	ask := func() *dialogue.Frame {
		f := &dialogue.Frame{Flow: "redeem"}
		if a, ending := deskOf("canjear mis puntos", told(balance)).Choose(f); ending != rewards.Open || len(a.Choices) != 2 || f.Asked != "reward" {
			t.Fatalf("got %+v, %v, asked %q", a, ending, f.Asked)
		}
		return f
	}
	second, tapped := deskOf("la segunda", told(balance)), deskOf("", told(balance))
	second.Choice, tapped.Tapped = 2, "pan"
	for _, d := range []rewards.Desk{second, tapped, deskOf("el pan", told(balance))} {
		f := ask()
		d.Take(f)
		if _, ending := d.Choose(f); ending != rewards.Chosen || f.Values["reward"] != "pan" || f.Values["tokens"] != "40" {
			t.Errorf("%q: %v, %v", d.Plain, ending, f.Values)
		}
	}
	f := ask()
	nothing := deskOf("no sé", told(balance))
	nothing.Take(f)
	if f.Values["reward"] != "" {
		t.Errorf("%v was taken", f.Values)
	}
}

func TestAnotherRewardBeforeTheYesTakesThePlaceOfTheFirst(t *testing.T) {
	t.Parallel()
	f := &dialogue.Frame{Flow: "redeem"}
	deskOf("canjear el té helado", told(balance)).Choose(f)
	deskOf("sí", told(balance)).Take(f)
	if f.Values["tokens"] != "30" {
		t.Errorf("a yes changed it: %v", f.Values)
	}
	d := deskOf("no, mejor el pan dulce", told(balance))
	d.Take(f)
	if f.Values["reward"] != "pan" || f.Values["tokens"] != "" {
		t.Errorf("got %v", f.Values)
	}
	if _, ending := d.Choose(f); ending != rewards.Chosen || f.Values["tokens"] != "40" {
		t.Errorf("got %v, %v", ending, f.Values)
	}
}

func TestTheCodeIsToldAndARefusalInItsOwnWords(t *testing.T) {
	t.Parallel()
	done := deskOf("sí", tool.Result{}).Done(told(`{"success":true,"code":"ABCD2345","balance":20,"reward":"Té helado","unit":"puntos","expires":"2026-12-23"}`))
	if !strings.Contains(done.Text, "ABCD2345") || !strings.Contains(done.Text, "Te quedan 20 puntos") || strings.Contains(done.Text, "2026") {
		t.Errorf("got %q", done.Text)
	}
	refused := deskOf("sí", tool.Result{}).Done(tool.Result{Err: &tool.Error{Code: "price_changed", Field: "reward_id", Message: "Té ahora cuesta 35 puntos"}})
	if refused.Text != "No lo pude canjear. Té ahora cuesta 35 puntos." || refused.Failed {
		t.Errorf("got %+v", refused)
	}
	if lost := deskOf("sí", tool.Result{}).Done(tool.Result{}); !lost.Failed {
		t.Errorf("nobody answered, and it says %q", lost.Text)
	}
}

func TestTheBalanceIsSaidInEveryLanguageWithTheCodesThatWereNotUsed(t *testing.T) {
	t.Parallel()
	withCode := strings.Replace(balance, `"codes":[]`, `"codes":[{"code":"ABCD2345","reward":"Té helado","expires":"2026-12-23"}]`, 1)
	for lang, want := range map[language.Lang][]string{
		language.Spanish: {"Tienes 50", "Códigos sin usar", "ABCD2345, Té helado, hasta el", "diciembre"},
		language.English: {"You have 50", "Codes not used yet", "ABCD2345, Té helado, until", "December"},
		"pt":             {"Você tem 50", "Códigos não usados", "ABCD2345, Té helado, até", "dezembro"},
	} {
		d := deskOf("", told(withCode))
		d.Words.Lang = lang
		text := d.Tell().Text
		for _, part := range want {
			if !strings.Contains(text, part) || strings.ContainsAny(text, "{}") {
				t.Errorf("%s lacks %q: %s", lang, part, text)
			}
		}
	}
}

func TestARewardThatWaitsForAPersonIsNoFailure(t *testing.T) {
	t.Parallel()
	a := deskOf("sí", tool.Result{}).Done(told(`{"success":false,"pending":true,"approval_id":"x","confirmation_message":"Lo revisa una persona."}`))
	if a.Failed || a.Text != "Lo revisa una persona." {
		t.Errorf("got %+v", a)
	}
}

func TestWhoDidNotAskIsToldOfARewardThatIsNear(t *testing.T) {
	t.Parallel()
	of := func(tokens, missing string) string {
		return `{"tokens":` + tokens + `,"unit":"puntos","rewards":[{"reward_id":"te","name":"Té","tokens":100,"available":true,"missing":` + missing + `}]}`
	}
	for _, c := range []struct {
		name   string
		result tool.Result
		want   string
	}{
		{"the best that is in reach", told(balance), "Por cierto: con tus 50 puntos ya puedes canjear Pan dulce."},
		{"near", told(of("80", "20")), "Por cierto: te faltan 20 puntos para Té."},
		{"far", told(of("74", "26")), ""},
		{"nothing earned", told(of("0", "100")), ""},
		{"in reach and sold out", told(strings.Replace(of("100", "0"), "true", "false", 1)), ""},
		{"no programme", tool.Result{Err: &tool.Error{Code: "no_program"}}, ""},
		{"a tool that failed", tool.Result{Err: &tool.Error{Code: "timeout"}}, ""},
	} {
		if text, calls := deskOf("sí", c.result).Hint(); text != c.want || calls != nil {
			t.Errorf("%s: %q %v", c.name, text, calls)
		}
	}
}

func TestWhatIsMissingForOneRewardIsSaidOfThatOne(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"cuánto me falta para la cena":    "Cena para dos cuesta 500 puntos y tienes 50: te faltan 450.",
		"cuánto me falta para el tecito":  "Ya te alcanza para Té helado: cuesta 30 puntos y tienes 50.",
		"cuántos me faltan para la taza?": "Taza por ahora no se puede canjear.",
	} {
		if got := deskOf(said, told(balance)).Tell().Text; got != want {
			t.Errorf("%q: %q", said, got)
		}
	}
	for text, want := range map[string]bool{
		"y cuánto me falta para el ceviche": true, "how many points do I need for the soup": true, "quantos pontos faltam": true,
		"cuánto me falta para terminar de pagar": false, "cuánto falta para mi pedido": false, "cuánto me falta para que llegue": false,
	} {
		said := heard.Said{Plain: heard.Plain(text)}
		if got := rewards.AsksMissing(&said); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
