package scenario

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/identity"
)

func TestThePhonePostsWhatTheChannelReads(t *testing.T) {
	t.Parallel()
	var got [][]channel.Inbound
	var tries atomic.Int32
	door := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if tries.Add(1) == 1 {
			w.WriteHeader(http.StatusNotFound) // the account is not known yet
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Header.Get("X-Hub-Signature-256") != sandbox.Sign("secret", body) {
			t.Errorf("signature of %q: %v", body, err)
		}
		inbound, err := channel.WhatsApp{}.Parse(body)
		if err != nil {
			t.Error(err)
		}
		got = append(got, inbound)
	}))
	defer door.Close()
	p := &phone{door: door.URL, account: "771", secret: "secret", number: "5215550001", client: door.Client(), ids: identity.Bare("clinic")}
	for _, post := range []func() (string, error){
		func() (string, error) { return p.say(t.Context(), "hola") },
		func() (string, error) { return p.tap(t.Context(), "id-2", "Limpieza") },
		func() (string, error) { return p.echo(t.Context(), "Buenas") },
	} {
		if id, err := post(); err != nil || !strings.HasPrefix(id, "wamid.771.") {
			t.Errorf("%s, %v", id, err)
		}
	}
	if len(got) != 3 || len(got[0]) != 1 || len(got[1]) != 1 || len(got[2]) != 1 {
		t.Fatalf("got %v", got)
	}
	if in := got[0][0]; in.Content.GetText().GetBody() != "hola" || in.From.Phone != p.number || in.Err != nil {
		t.Errorf("a text came as %+v", in)
	}
	if in := got[1][0]; in.Content.GetInteractive().GetChoiceId() != "id-2" || in.Content.GetInteractive().GetTitle() != "Limpieza" {
		t.Errorf("a tap came as %+v", in)
	}
	if in := got[2][0]; in.Content.GetEcho().GetText() != "Buenas" || in.From.Phone != p.number {
		t.Errorf("an echo came as %+v", in)
	}
}

func TestThePhoneSaysWhenTheDoorRefuses(t *testing.T) {
	t.Parallel()
	door := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }))
	defer door.Close()
	p := &phone{door: door.URL, account: "771", secret: "wrong", number: "1", client: door.Client()}
	if _, err := p.say(t.Context(), "hola"); err == nil || !strings.Contains(err.Error(), "answered 401") {
		t.Errorf("got %v", err)
	}
	door.Close()
	if _, err := p.say(t.Context(), "hola"); err == nil {
		t.Error("a door that is closed took it")
	}
}
