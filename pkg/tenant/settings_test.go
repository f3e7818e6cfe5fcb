package tenant_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
)

func TestAssistantOfAChannelGoesBeforeTheOneForEvery(t *testing.T) {
	t.Parallel()
	s := &tenant.Settings{Assistants: []tenant.Assistant{
		{ID: "old", Channel: "webchat"}, {ID: "all", Channel: "*", Active: true}, {ID: "web", Channel: "webchat", Active: true},
	}}
	for channel, want := range map[string]string{"webchat": "web", "whatsapp": "all"} {
		if a, ok := s.Assistant(channel); !ok || a.ID != want {
			t.Errorf("%s is answered by %+v, want %s", channel, a, want)
		}
	}
	if a, ok := (&tenant.Settings{}).Assistant("webchat"); ok {
		t.Errorf("nobody is there, but %+v answers", a)
	}
}

func TestAccountIsFoundByChannelAndID(t *testing.T) {
	t.Parallel()
	s := &tenant.Settings{Accounts: []tenant.Account{{Channel: "whatsapp", ID: "1"}, {Channel: "webchat", ID: "1", Gateway: true}}}
	if a, ok := s.Account("webchat", "1"); !ok || !a.Gateway {
		t.Errorf("got %+v", a)
	}
	if a, ok := s.Account("webchat", "2"); ok {
		t.Errorf("got %+v for an account that is not there", a)
	}
}

func TestTenantIDsAreSlugs(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"clinica-sol", "a", "x1"} {
		if got, err := tenant.ParseID(id); err != nil || string(got) != id {
			t.Errorf("%q: got %q, %v", id, got, err)
		}
	}
	for _, id := range []string{"", "Clinica", "a b", "a/b", "a.b", "a123456789012345678901234567890123456789x"} {
		if got, err := tenant.ParseID(id); err == nil {
			t.Errorf("%q is taken as %q", id, got)
		}
	}
}

func TestWhatASecretIsSealedForNamesTenantPlaceAndName(t *testing.T) {
	t.Parallel()
	sun, moon := &tenant.Account{Channel: "whatsapp", ID: "1"}, &tenant.Account{Channel: "whatsapp", ID: "2"}
	seen := map[string]bool{}
	for _, bound := range [][]byte{
		sun.SecretBound("clinic", "app_secret"), sun.SecretBound("clinic", "access_token"), sun.SecretBound("bistro", "app_secret"),
		moon.SecretBound("clinic", "app_secret"), tenant.NotifyBound("clinic", "https://a.example"), tenant.NotifyBound("bistro", "https://a.example"),
	} {
		if seen[string(bound)] {
			t.Errorf("%q stands for two secrets", bound)
		}
		seen[string(bound)] = true
	}
}

func TestAnAccountWithoutOriginsAndEpochSaysNothingOfThem(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal(tenant.Account{Channel: "webchat", ID: "site"})
	if err != nil || strings.Contains(string(data), "origins") || strings.Contains(string(data), "session_epoch") {
		t.Errorf("got %s, %v", data, err)
	}
}

func TestSettingsFromBeforeThereWereIdentityKeysSayNothingOfOne(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal(tenant.Settings{ID: "acme"})
	if err != nil || strings.Contains(string(data), "identity") {
		t.Errorf("%s, %v", data, err)
	}
	want := tenant.Settings{ID: "acme", Identity: tenant.Identity{Key: []byte{1}, Next: []byte{2}, Held: true}}
	if data, err = json.Marshal(want); err != nil {
		t.Fatal(err)
	}
	var got tenant.Settings
	if err := json.Unmarshal(data, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestATemplateIsForItsOccasionAndLanguage(t *testing.T) {
	t.Parallel()
	s := tenant.Settings{Templates: []tenant.Template{
		{Trigger: "appointment_reminder", Language: "es", Name: "cita"}, {Trigger: "appointment_reminder", Language: "en", Name: "visit"},
	}}
	for language, want := range map[string]string{"es": "cita", "en": "visit", "pt": ""} {
		got, ok := s.Template("appointment_reminder", language)
		if ok != (want != "") || ok && got.Name != want {
			t.Errorf("%s: %v, %v", language, got, ok)
		}
	}
	if _, ok := s.Template("promotion", "es"); ok {
		t.Error("there is one for an occasion that nobody named")
	}
}
