package gate_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/apikey/gate"
)

var grant = apikey.Grant{Tenant: "shop", Key: uuid.New()}

func find(_ context.Context, key string) (apikey.Grant, bool, error) {
	if key == "lost" {
		return apikey.Grant{}, false, errors.New("no database")
	}
	return grant, key == "good", nil
}

func TestGateAnswersWhoIsNotLetInAndSaysWhoIs(t *testing.T) {
	t.Parallel()
	var asked []string
	g, err := gate.New(gate.Options{
		Keys: find, Address: func(*http.Request) string { return "192.0.2.1" }, Log: slog.New(slog.DiscardHandler), Rate: 0.001, AtOnce: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	door := g.Guard(func(w http.ResponseWriter, _ *http.Request, who apikey.Grant) {
		asked = append(asked, who.Key.String())
		w.WriteHeader(http.StatusNoContent)
	}, func(w http.ResponseWriter, _ *http.Request, why gate.Refusal) { w.WriteHeader(why.Status) })
	for _, x := range []struct {
		authorization, origin, header string
		want                          int
	}{
		{"", "", "WWW-Authenticate", 401},
		{"Basic good", "", "WWW-Authenticate", 401},
		{"Bearer bad", "", "WWW-Authenticate", 401},
		{"Bearer good", "https://evil.example", "", 403},
		{"Bearer lost", "", "Retry-After", 503},
		{"bearer good", "http://example.com", "", 204},
		{"Bearer good", "", "Retry-After", 429},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://example.com/", nil)
		r.Header.Set("Authorization", x.authorization)
		r.Header.Set("Origin", x.origin)
		w := httptest.NewRecorder()
		door.ServeHTTP(w, r)
		if w.Code != x.want || x.header != "" && w.Header().Get(x.header) == "" {
			t.Errorf("%+v: %d %v", x, w.Code, w.Header())
		}
	}
	if len(asked) != 1 || asked[0] != grant.Key.String() {
		t.Errorf("let in %v", asked)
	}
}

func TestGateNeedsARateAndRoom(t *testing.T) {
	t.Parallel()
	for _, o := range []gate.Options{{Rate: 1}, {AtOnce: 1}} {
		if _, err := gate.New(o); err == nil {
			t.Errorf("%+v", o)
		}
	}
}
