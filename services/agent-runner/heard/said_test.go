package heard_test

import (
	"slices"
	"testing"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/heard"
)

func text(body string) *recadov1.MessageRouted {
	return &recadov1.MessageRouted{Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: body}}}}
}

func tap(id string) *recadov1.MessageRouted {
	return &recadov1.MessageRouted{
		Content: &recadov1.Content{Kind: &recadov1.Content_Interactive{Interactive: &recadov1.Interactive{ChoiceId: id}}},
	}
}

func with(m *recadov1.MessageRouted, change func(*recadov1.MessageRouted)) *recadov1.MessageRouted {
	change(m)
	return m
}

func slots(s *recadov1.Slots) func(*recadov1.MessageRouted) {
	return func(m *recadov1.MessageRouted) { m.Slots = s }
}

func intents(pairs ...any) func(*recadov1.MessageRouted) {
	return func(m *recadov1.MessageRouted) {
		for i := 0; i < len(pairs); i += 2 {
			m.Intents = append(m.Intents, &recadov1.Intent{Name: pairs[i].(string), Confidence: float32(pairs[i+1].(float64))})
		}
	}
}

func TestLaterMessagesOfABurstOverrideEarlierOnes(t *testing.T) {
	t.Parallel()
	said := heard.Read([]*recadov1.MessageRouted{
		with(text("mesa para 4 el martes a las 8"), slots(&recadov1.Slots{
			PartySize: 4, When: &recadov1.Moment{Date: "2026-11-24", Time: "20:00", Bound: "after"},
		})),
		with(text("mejor 6 y a las 9"), slots(&recadov1.Slots{PartySize: 6, When: &recadov1.Moment{Time: "21:00"}})),
	})
	w := said.Slots.GetWhen()
	if said.Slots.GetPartySize() != 6 || w.GetDate() != "2026-11-24" || w.GetTime() != "21:00" || w.GetBound() != "" {
		t.Errorf("got %v", said.Slots)
	}
	if said.Text != "mesa para 4 el martes a las 8\nmejor 6 y a las 9" || !said.SaidWhen() {
		t.Errorf("got %q", said.Text)
	}
}

func TestANoAfterATapTakesItBack(t *testing.T) {
	t.Parallel()
	said := heard.Read([]*recadov1.MessageRouted{tap("slot"), with(text("no"), slots(&recadov1.Slots{Answer: "no"}))})
	if said.Tapped != "" || said.Slots.GetAnswer() != "no" {
		t.Errorf("got %q, %v", said.Tapped, said.Slots)
	}
	said = heard.Read([]*recadov1.MessageRouted{with(text("no"), slots(&recadov1.Slots{Answer: "no"})), tap("slot")})
	if said.Tapped != "slot" || said.Slots.GetAnswer() != "" {
		t.Errorf("got %q, %v", said.Tapped, said.Slots)
	}
}

func TestMinutesAreNoPlaceInAList(t *testing.T) {
	t.Parallel()
	s := &recadov1.Slots{Choice: 9, When: &recadov1.Moment{Time: "09:20"}}
	if got := heard.Read([]*recadov1.MessageRouted{with(text("9:20"), slots(s))}); got.Slots.GetChoice() != 0 {
		t.Errorf("got choice %d", got.Slots.GetChoice())
	}
	s = &recadov1.Slots{Staff: []*recadov1.Mention{{Name: "Dra. Laura Solís"}, {Name: "Dr. Rui Prado"}}, PersonName: "Laura Mora"}
	if got := heard.Read([]*recadov1.MessageRouted{with(text("soy Laura Mora, con el Dr. Prado"), slots(s))}); len(got.Slots.GetStaff()) != 1 {
		t.Errorf("got staff %v", got.Slots.GetStaff())
	}
}

func TestDoubtfulWishesOfAPersonAreNotGuessed(t *testing.T) {
	t.Parallel()
	urgent := func(level uint32) func(*recadov1.MessageRouted) {
		return func(m *recadov1.MessageRouted) {
			intents("other", 0.4, "urgent_care", 0.1)(m)
			m.Urgency = level
		}
	}
	goesOn := func(m *recadov1.MessageRouted) {
		intents("booking", 0.8, "pricing", 0.05)(m)
		m.Continued = true
	}
	presented := func(m *recadov1.MessageRouted) {
		intents("loyalty", 0.5)(m)
		m.Slots = &recadov1.Slots{PersonName: "Laura Méndez"}
	}
	for name, c := range map[string]struct {
		m    *recadov1.MessageRouted
		want []string
	}{
		"sure":             {with(text("mi pedido"), intents("order_status", 0.6)), []string{"order_status"}},
		"doubtful errand":  {with(text("algo"), intents("order_status", 0.37, "other", 0.3)), []string{"other"}},
		"danger is kept":   {with(text("me ahogo"), urgent(5)), []string{"other", "urgent_care"}},
		"nothing urgent":   {with(text("hola"), urgent(1)), []string{"other"}},
		"goes on":          {with(text("sí"), goesOn), nil},
		"a name alone":     {with(text("Laura Méndez"), presented), nil},
		"without any mark": {with(text("hola"), intents("greeting", 0.0)), []string{"greeting"}},
	} {
		if got := heard.Read([]*recadov1.MessageRouted{c.m}); !slices.Equal(got.Intents, c.want) {
			t.Errorf("%s: got %v, want %v", name, got.Intents, c.want)
		}
	}
}

func TestWhateverIsOfferedIsTakenOnlyByWordsThatNameNothing(t *testing.T) {
	t.Parallel()
	goesOn := func(m *recadov1.MessageRouted) { m.Continued = true }
	if got := heard.Read([]*recadov1.MessageRouted{with(text("cualquiera"), goesOn)}); !got.Any || got.Last {
		t.Errorf("got %+v", got)
	}
	if got := heard.Read([]*recadov1.MessageRouted{with(text("la última"), goesOn)}); got.Any || !got.Last {
		t.Errorf("got %+v", got)
	}
	named := with(text("el martes"), slots(&recadov1.Slots{When: &recadov1.Moment{Date: "2026-11-24"}}))
	if got := heard.Read([]*recadov1.MessageRouted{with(named, goesOn)}); got.Any || got.Last {
		t.Errorf("got %+v", got)
	}
}

func TestContactDataIsTheCustomersOwnUnlessItIsAskedFor(t *testing.T) {
	t.Parallel()
	for body, own := range map[string]bool{
		"mi cel es [TEL_1]": true, "[TEL_1]": true, "llámame al [TEL_1]": true, "my number is [TEL_1]": true,
		"¿su teléfono es [TEL_1]?": false, "es este su número: [TEL_1]": false,
	} {
		m := text(body)
		m.Pii = []*recadov1.SealedValue{{Type: guard.TypePhone, Token: "[TEL_1]"}}
		if got := heard.Read([]*recadov1.MessageRouted{m}); (got.Reach.Phone != "") != own {
			t.Errorf("%s: got %+v", body, got.Reach)
		}
		m.Verdict = recadov1.Verdict_VERDICT_FLAG
		if got := heard.Read([]*recadov1.MessageRouted{m}); got.Reach.Phone != "" || !got.Flagged {
			t.Errorf("%s: kept from a message that may steer", body)
		}
	}
}

func TestNumbersAreReadInThreeLanguages(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]uint32{
		"seríamos como cuatro": 4, "somos 12": 12, "two of us": 2, "uma mesa": 1, "dois": 2, "muchos": 0, "-3": 3, "99999": 0,
	} {
		if got := heard.FirstNumber(body); got != want {
			t.Errorf("%s: got %d, want %d", body, got, want)
		}
	}
}

func TestPeopleAreCountedInRoundNumbers(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]uint32{
		"mesa para mil personas mañana": 1000, "somos 250 invitados": 250, "a table for a hundred people": 100, "mesa para cien pessoas": 100,
		"las personas que van": 0, "mil gracias": 0, "personas": 0, "99999999999 personas": 0,
	} {
		if got := heard.People(body); got != want {
			t.Errorf("%s: got %d, want %d", body, got, want)
		}
	}
}

func TestWordsAreSharedWhole(t *testing.T) {
	t.Parallel()
	if !heard.SharesWord("¿Atienden URGENCIAS?", "urgencia", "urgencias") || heard.SharesWord("la urgencia", "gencia") {
		t.Error("a word is shared as a whole, whatever its capitals and accents")
	}
	for text, want := range map[string]bool{
		"Consulta de medicina general": true, "medicina interna": false, "general": false, "Medicina deportiva y general": true,
	} {
		if got := heard.SharesAll(text, "medicina general"); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
	if heard.SharesAll("cualquier texto", "de la") {
		t.Error("a name without a word that carries meaning is shared by nothing")
	}
}

func TestWishesAreAskedForByName(t *testing.T) {
	t.Parallel()
	said := heard.Read([]*recadov1.MessageRouted{with(text("cita, ¿cuánto cuesta?"), intents("booking", 0.8, "pricing", 0.6))})
	if !said.First("booking") || said.First("pricing") || !said.Wants("hours", "pricing") || said.Wants("hours") {
		t.Errorf("got %v", said.Intents)
	}
	if !heard.In("Limpieza para Niños", "for_children") || heard.In("Limpieza", "for_children") || said.Says("soonest") {
		t.Error("runs are looked for as whole words")
	}
}

func TestServicesGoByASpecialtyAndByWhomTheyAreFor(t *testing.T) {
	t.Parallel()
	s := &tenant.Settings{
		Services: []tenant.Name{
			{ID: "a", Name: "Ortodoncia con brackets"},
			{ID: "b", Name: "Consulta", Aliases: []string{"atención de urgencia"}},
			{ID: "c", Name: "Limpieza para niños"},
		},
		Staff: []tenant.Name{{ID: "x", Tag: "Ortodoncia y limpieza"}, {ID: "y"}, {ID: "z", Tag: "Cardiología"}},
	}
	for staff, want := range map[string]int{"x": 2, "y": 0, "z": 0, "nobody": 0} {
		if got := heard.ServicesOf(s, staff); len(got) != want {
			t.Errorf("%s: got %v", staff, got)
		}
	}
	if got := heard.ForChildren(s.Services); len(got) != 1 || got[0].ID != "c" {
		t.Errorf("for children: got %v", got)
	}
	if got := heard.Urgent(s.Services); got == nil || got.ID != "b" || heard.Urgent(nil) != nil {
		t.Errorf("urgent: got %v", got)
	}
}

func TestServicesAreHeardInOtherFormsOfTheirNames(t *testing.T) {
	t.Parallel()
	names := []string{
		"Consulta general", "Consulta de pediatría", "Consulta de urgencia", "Vacuna múltiple", "Vacuna antirrábica", "Blanqueamiento dental",
		"Electrocardiograma",
	}
	all := make([]tenant.Name, len(names))
	for i, name := range names {
		all[i].Name = name
	}
	for text, want := range map[string]int{
		"quiero vacunar a mi gata": 2, "blanquearme los dientes": 1, "una consulta": 0, "busco electricista": 0, "hola": 0, "": 0,
	} {
		if got := heard.Alike(all, text); len(got) != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
	if got := heard.General(all); got == nil || got.Name != "Consulta general" || heard.General(all[3:]) != nil {
		t.Errorf("general: got %v", got)
	}
}

func TestAShortNoWithoutANamedDangerIsNotUrgent(t *testing.T) {
	t.Parallel()
	for body, calm := range map[string]bool{"não, deixa como está": true, "no, no puede respirar": false, "no, mejor otro día de la semana que viene": false} {
		m := with(text(body), func(m *recadov1.MessageRouted) {
			intents("urgent_care", 0.9)(m)
			m.Urgency, m.Slots = 5, &recadov1.Slots{Answer: "no"}
		})
		said := heard.Read([]*recadov1.MessageRouted{m})
		said.TurnDown()
		if got := said.Urgency < heard.Emergency && !said.Wants("urgent_care"); got != calm {
			t.Errorf("%s: got %d %v", body, said.Urgency, said.Intents)
		}
	}
	both := heard.Read([]*recadov1.MessageRouted{with(text("urge una mesa"), intents("booking", 0.9, "urgent_care", 0.6))})
	both.Calm()
	alone := heard.Read([]*recadov1.MessageRouted{with(text("urge"), intents("urgent_care", 0.9))})
	alone.Calm()
	if both.Wants("urgent_care") || !alone.Wants("urgent_care") {
		t.Errorf("got %v, %v", both.Intents, alone.Intents)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("mesa para 4 [TEL_1] el 31 de noviembre")
	f.Fuzz(func(t *testing.T, body string) {
		m := text(body)
		m.Pii = []*recadov1.SealedValue{{Type: guard.TypePhone, Token: "[TEL_1]"}}
		said := heard.Read([]*recadov1.MessageRouted{m, nil})
		if len(said.Plain) > 4*len(body)+2 {
			t.Errorf("plain words grew to %d bytes", len(said.Plain))
		}
	})
}
