package turn

import (
	"testing"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestSceneSpeaksTheLanguageOfTheNewestMessageThatHasOne(t *testing.T) {
	t.Parallel()
	pt, en, none := text(1, "oi"), text(2, "hi"), text(3, "👍")
	pt.Routed.Language, en.Routed.Language = "pt", "en"
	for _, tc := range []struct {
		name     string
		tenant   tenant.ID
		messages []Message
		want     string
	}{
		{"the newest", "clinic", []Message{pt, en}, "en"},
		{"the newest has none", "clinic", []Message{pt, none}, "pt"},
		{"no message has one", "clinic", []Message{none}, "es"},
		{"an unknown tenant", "nobody", nil, "es"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := newScene(&Conversation{Tenant: tc.tenant, Messages: tc.messages}, clinic{})
			if s.language != tc.want {
				t.Errorf("language %q, want %q", s.language, tc.want)
			}
		})
	}
}

func TestSceneKeepsTheAssistantThatBeganWhileItIsActive(t *testing.T) {
	t.Parallel()
	settings := &tenant.Settings{Assistants: []tenant.Assistant{
		{ID: "sofia", Channel: "*", Active: true}, {ID: "leo", Channel: "webchat", Active: true}, {ID: "old", Channel: "*"},
	}}
	for began, want := range map[string]string{"leo": "leo", "old": "sofia", "": "sofia"} {
		if got := assistantOf(settings, &Conversation{AssistantID: began, Channel: "whatsapp"}); got == nil || got.ID != want {
			t.Errorf("began with %q: %+v, want %s", began, got, want)
		}
	}
}

func TestSceneTellsTheTimeOfTheTurnsFirstClaimInTheTenantsZone(t *testing.T) {
	t.Parallel()
	c := newBench().conv
	if got := newScene(c, clinic{}).now.Format("2006-01-02 15:04"); got != "2026-03-02 10:00" {
		t.Errorf("it is %s, want 2026-03-02 10:00", got)
	}
	c.Tenant = "nobody"
	if got := newScene(c, clinic{}).now.Format("2006-01-02 15:04"); got != "2026-03-02 16:00" {
		t.Errorf("it is %s, want 2026-03-02 16:00", got)
	}
}

func TestSceneNamesTheSpecialistOfTheNewestRoutedMessage(t *testing.T) {
	t.Parallel()
	first, second, unrouted := text(1, "hola"), text(2, "¿precio?"), text(3, "")
	second.Routed.Specialist, unrouted.Routed.Specialist = "pricing", ""
	for want, messages := range map[string][]Message{
		"pricing": {first, second, unrouted}, "general": {unrouted},
	} {
		if got := (&scene{conv: &Conversation{Messages: messages}}).specialist(); got != want {
			t.Errorf("specialist %q, want %q", got, want)
		}
	}
}

func TestContentThatWantsNoAnswerSaysWhy(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		kind    string
		content *recadov1.Content
		starts  bool
		ended   string
	}{
		{"text", &recadov1.Content{Kind: &recadov1.Content_Text{}}, true, ""},
		{"media", &recadov1.Content{Kind: &recadov1.Content_Media{}}, true, ""},
		{"interactive", &recadov1.Content{Kind: &recadov1.Content_Interactive{}}, true, ""},
		{"location", &recadov1.Content{Kind: &recadov1.Content_Location{}}, true, ""},
		{"unsupported", &recadov1.Content{Kind: &recadov1.Content_Unsupported{}}, true, ""},
		{"reaction", &recadov1.Content{Kind: &recadov1.Content_Reaction{}}, false, "recorded"},
		{"system", &recadov1.Content{Kind: &recadov1.Content_System{}}, false, "recorded"},
		{"echo", &recadov1.Content{Kind: &recadov1.Content_Echo{}}, false, "echo"},
	} {
		t.Run(tc.kind, func(t *testing.T) {
			t.Parallel()
			starts, ended := StartsTurn(tc.content)
			if starts != tc.starts || ended != tc.ended || Kind(tc.content) != tc.kind {
				t.Errorf("starts %v, ended %q, kind %q", starts, ended, Kind(tc.content))
			}
		})
	}
}
