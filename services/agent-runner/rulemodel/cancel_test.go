package rulemodel_test

import (
	"testing"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// replied is a message with words, an answer as the router reads it, and intents.
func replied(body, answer string, intents ...string) *recadov1.MessageRouted {
	m := &recadov1.MessageRouted{
		Slots:   &recadov1.Slots{Answer: answer},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: body}}},
	}
	for _, i := range intents {
		m.Intents = append(m.Intents, &recadov1.Intent{Name: i, Confidence: 0.9})
	}
	return m
}

func TestOnlyAClearYesCancels(t *testing.T) {
	t.Parallel()
	const keeps, asks, cancels = "sigue en pie", "¿Cancelo la cita", "Listo, cancelada."
	for _, c := range []struct {
		message *recadov1.MessageRouted
		want    string
	}{
		{replied("uy no, mejor no canceles nada, así la dejo", "", "cancel_booking"), keeps},
		{replied("perdón no era cancelar, me confundí de negocio", "", "cancel_booking"), keeps},
		{replied("no no, espera, me equivoqué", "no", "reschedule"), keeps},
		{replied("entonces no cancelo", "", "cancel_booking"), keeps},
		{replied("espera", "", "other"), keeps},
		{replied("déjala como está", "", "other"), keeps},
		{replied("no, don't cancel it", "no", "cancel_booking"), keeps},
		{replied("melhor não", "", "other"), keeps},
		{replied("sí, mejor no la canceles", "yes", "cancel_booking"), asks},
		{replied("no puedo ir ese día, cancelar", "", "cancel_booking"), asks},
		{replied("si cancelo me cobran", "", "cancel_booking"), asks},
		{replied("¿cancelar la cita?", "", "cancel_booking"), asks},
		{replied("sí, ya no puedo ir", "yes", "other"), cancels},
		{replied("cancélala por favor", "", "cancel_booking"), cancels},
		{replied("dale", "yes", "other"), cancels},
		{tap("cancel"), cancels},
	} {
		k, done := holding(t)
		k.says(nil, "cancel_booking")
		k.expect(k.turn(c.message), c.want)
		if (len(*done) > 0) != (c.want == cancels) {
			t.Errorf("%q cancelled %d appointments", c.message.GetContent().GetText().GetBody(), len(*done))
		}
	}
}
