package done

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestClaimsOfAWriteAndTheirLookAlikes(t *testing.T) {
	t.Parallel()
	for _, c := range claims {
		if len(c.Says) < 2 || len(c.Not) < 2 {
			t.Errorf("%s has too few examples", c.Words)
		}
		for _, s := range c.Says {
			if len(Claimed(s)) == 0 {
				t.Errorf("%q claims nothing", s)
			}
			if c.in(folded(yes.ReplaceAllString(s, "")).text) == nil {
				t.Errorf("%q is claimed by another row than %v", s, c.Of)
			}
		}
		for _, s := range c.Not {
			if got := Claimed(s); len(got) > 0 {
				t.Errorf("%q claims %q", s, got)
			}
		}
	}
}

func TestOnlyWhatClaimsIsNamed(t *testing.T) {
	t.Parallel()
	got := Claimed("La limpieza cuesta $800. Tu cita quedó agendada. ¿Algo más?")
	if len(got) != 1 || got[0] != "quedó agendada" {
		t.Errorf("claimed %q", got)
	}
}

func TestResultsSayWhatWasDone(t *testing.T) {
	t.Parallel()
	for _, c := range results {
		var v any
		if err := json.Unmarshal([]byte(c.result), &v); err != nil {
			t.Fatal(err)
		}
		done, claimed := Of(v), false
		Claims(c.claims, func(needs Effect, _, _ int) {
			claimed = true
			if got := done&needs != 0; got != c.holds {
				t.Errorf("%s supports %q: %v, want %v", c.result, c.claims, got, c.holds)
			}
		})
		if !claimed {
			t.Errorf("%q claims nothing", c.claims)
		}
	}
}

func TestAToolDoesOnlyWhatItsNameSays(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]Effect{
		"create_appointment":     booked,
		"reschedule_appointment": moved | booked,
		"cancel_appointment":     cancelled,
		"cancel_order":           cancelled,
		"create_order":           ordered,
		"escalate_to_human":      notified,
		"request_callback":       notified | registered,
		"join_waiting_list":      registered,
		"send_email":             sent,
		"redeem_reward":          redeemed,
		"update_lead_info":       registered,
		"get_weather":            0,
	} {
		if got := ByTool(name); got != want {
			t.Errorf("%s does %b, want %b", name, got, want)
		}
	}
}

func TestADocumentSaysNothingOfWhatWasDone(t *testing.T) {
	t.Parallel()
	short := "Tu cita quedó cancelada."
	if Told(short) != cancelled {
		t.Errorf("%q tells %b", short, Told(short))
	}
	if long := strings.Repeat("Tu cita quedó cancelada. ", 40); Told(long) != 0 {
		t.Errorf("a document tells %b", Told(long))
	}
}

// results are what tools return, with a claim that rests on it or does not.
var results = []struct {
	result string
	claims string
	holds  bool
}{
	{
		result: `{"success":true,"appointment_id":"a"}`,
		claims: "Tu cita quedó agendada.",
		holds:  true,
	},
	{
		result: `{"success":true,"order_id":"7","total":"$90"}`,
		claims: "Tu pedido quedó confirmado.",
		holds:  true,
	},
	{
		result: `{"success":true,"order_id":"7","total":"$90"}`,
		claims: "Te envié el recibo.",
		holds:  false,
	},
	{
		result: `{"success":true,"updated_fields":["email"]}`,
		claims: "Ya actualicé tu correo.",
		holds:  true,
	},
	{
		result: `{"success":true,"code":"X1","balance":30}`,
		claims: "Ya canjeé tus puntos.",
		holds:  true,
	},
	{
		result: `{"order_id":"7","status":"on_the_way"}`,
		claims: "Tu pedido ya va en camino.",
		holds:  true,
	},
	{
		result: `{"order_id":"7","status":"on_the_way"}`,
		claims: "Tu pedido fue entregado.",
		holds:  false,
	},
	{
		result: `{"order_id":"7","status":"ready"}`,
		claims: "Your order is ready.",
		holds:  true,
	},
	{
		result: `[{"appointment_id":"a","status":"cancelled"}]`,
		claims: "Su cita ha sido cancelada.",
		holds:  true,
	},
	{
		result: `[{"appointment_id":"a","status":"scheduled"}]`,
		claims: "Tu cita está confirmada.",
		holds:  true,
	},
	{
		result: `{"success":false,"error":"slot_taken","appointment_id":"a"}`,
		claims: "Tu cita quedó agendada.",
		holds:  false,
	},
	{
		result: `{"error":{"code":"closed"},"success":true}`,
		claims: "Tu cita quedó agendada.",
		holds:  false,
	},
	{
		result: `{"tool":"send_email","ok":true}`,
		claims: "I've sent you an email.",
		holds:  true,
	},
	{
		result: `{"tool":"cancel_appointment","result":{"success":true,"confirmation_message":"Tu cita quedó cancelada."}}`,
		claims: "Tu cita quedó reprogramada.",
		holds:  false,
	},
	{
		result: `[{"date":"2026-03-12","time":"16:30","available":true}]`,
		claims: "I've booked you for Thursday.",
		holds:  false,
	},
}

func TestAClaimThatIsDeniedOrSupposedClaimsNothing(t *testing.T) {
	t.Parallel()
	for text, claims := range map[string]int{
		"No te preocupes, tu cita quedó agendada.":            1,
		"Tu cita no quedó agendada.":                          0,
		"Si pagas hoy, tu cita quedó agendada.":               0,
		"¿Tu cita quedó agendada?":                            0,
		"Ya cancelé tu cita y te envié el recibo.":            2,
		"Con la Dra. Ruiz tu cita quedó agendada a las 4:30.": 1,
	} {
		n := 0
		Claims(text, func(Effect, int, int) { n++ })
		if n != claims {
			t.Errorf("%q claims %d times, want %d", text, n, claims)
		}
	}
}

func TestOffersAndQuestionsClaimNothing(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"¿Te la agendo?", "Puedo reservarla ahora mismo.", "Si quieres, la cancelo.", "Para confirmar necesito tu nombre.",
		"Would you like me to book it?", "I can cancel it for you.", "Once it is booked you will get a message.",
		"Quer que eu marque?", "Posso cancelar agora.", "Quando for confirmado, aviso.",
	} {
		if got := Claimed(s); len(got) > 0 {
			t.Errorf("%q claims %q", s, got)
		}
	}
}

func TestDeedsAreClaimedInEachLanguage(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"Listo, tu cita quedó agendada.", "Ya cancelé tu reserva.", "Te envié el correo.",
		"Your appointment is booked.", "I have cancelled your order.", "Sua consulta foi marcada.", "Já cancelei o seu pedido.",
	} {
		if len(Claimed(s)) == 0 {
			t.Errorf("%q claims nothing", s)
		}
	}
}
