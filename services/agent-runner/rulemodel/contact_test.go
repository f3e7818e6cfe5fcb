package rulemodel_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// told is a masked message with a telephone number and an e-mail address behind its tokens.
func told(body string, slots *recadov1.Slots, intents ...string) *recadov1.MessageRouted {
	m := &recadov1.MessageRouted{
		Slots: slots, Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: body}}}, Verdict: recadov1.Verdict_VERDICT_MODIFY,
		Pii: []*recadov1.SealedValue{{Type: "phone", Token: "[TEL_1]"}, {Type: "email", Token: "[EMAIL_1]"}, {Type: "mx_curp", Token: "[CURP_1]"}},
	}
	for _, i := range intents {
		m.Intents = append(m.Intents, &recadov1.Intent{Name: i, Confidence: 0.9})
	}
	return m
}

// keeping is a talk whose contact data is written to kept.
func keeping(t *testing.T) (k *talk, kept *[]map[string]any) {
	t.Helper()
	k, kept = newTalk(t, dental), &[]map[string]any{}
	k.tools["update_lead_info"] = func(args map[string]any) (any, *tool.Error) {
		*kept = append(*kept, args)
		return map[string]any{"success": true, "updated_fields": []string{"phone"}}, nil
	}
	return k, kept
}

func TestContactDataThatIsLeftUnaskedIsKeptAndRepeated(t *testing.T) {
	t.Parallel()
	k, kept := keeping(t)
	resp := k.turn(told("mi teléfono es [TEL_1]", nil))
	k.expect(resp, "Te contactaremos al [TEL_1].")
	k.expect(k.turn(told("soy Ana, [TEL_1] o [EMAIL_1]", &recadov1.Slots{PersonName: "Ana"})), "Te contactaremos al [TEL_1] o en [EMAIL_1].", "Ana")
	want := []map[string]any{{"phone": "[TEL_1]"}, {"phone": "[TEL_1]", "email": "[EMAIL_1]", "name": "Ana"}}
	if diff := cmp.Diff(want, *kept); diff != "" {
		t.Error(diff)
	}
}

func TestContactDataDoesNotDisturbABooking(t *testing.T) {
	t.Parallel()
	k, kept := keeping(t)
	k.expect(k.says(cleaning(), "booking"), "¿Qué día")
	k.expect(k.turn(told("mi cel es [TEL_1]", nil)), "Te contactaremos al [TEL_1].", "¿Qué día")
	k.expect(k.turn(told("el jueves a las 10, mi correo es [EMAIL_1]", when("2026-11-26", "10:00"), "booking")), "[EMAIL_1]", "¿Te la confirmo?")
	k.expect(k.says(&recadov1.Slots{Answer: "yes"}), "confirmada")
	if len(*kept) != 2 {
		t.Errorf("kept %v", *kept)
	}
}

func TestOnlyTheCustomersOwnContactDataIsKept(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		"[TEL_1]":                               true,
		"llámame al [TEL_1] cuando puedan":      true,
		"¿me pueden llamar al [TEL_1]?":         true,
		"Contacto: [TEL_1]":                     true,
		"¿su teléfono es [TEL_1]?":              false,
		"¿es el [TEL_1]?":                       false,
		"vi que tu correo es [EMAIL_1], verdad": false,
		"mi curp es [CURP_1]":                   false,
		"no hay nada aquí":                      false,
	} {
		k, kept := keeping(t)
		k.turn(told(body, nil))
		if got := len(*kept) > 0; got != want {
			t.Errorf("%q: kept %v, want %v", body, *kept, want)
		}
	}
	k, kept := keeping(t)
	m := told("mi cel es [TEL_1]", nil)
	m.Verdict = recadov1.Verdict_VERDICT_FLAG
	if k.turn(m); len(*kept) > 0 {
		t.Error("a flagged message's contact data was kept")
	}
}

func TestWhatCouldNotBeKeptIsAskedForAgain(t *testing.T) {
	t.Parallel()
	k, _ := keeping(t)
	k.tools["update_lead_info"] = func(map[string]any) (any, *tool.Error) {
		return nil, &tool.Error{Code: "protected_value_unavailable", Field: "phone"}
	}
	resp := k.turn(told("mi cel es [TEL_1]", nil))
	k.expect(resp, "otra vez")
	if resp.Handoff != "" || slices.Contains(k.called, "search_knowledge_base") {
		t.Errorf("handoff %q, called %v", resp.Handoff, k.called)
	}
}
