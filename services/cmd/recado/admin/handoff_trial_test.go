package admin

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/clitest"
	outboundsender "github.com/recado/recado/services/outbound-sender"
)

func TestTrialNoticeSaysWhatArrives(t *testing.T) {
	t.Parallel()
	i := clitest.StartWithDatabase(t)
	var calls atomic.Int64
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Recado-Signature") == "" {
			t.Error("a notice without a signature")
		}
		calls.Add(1)
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(hook.Close)
	key, err := seal.ParseKey(bustest.Key)
	if err != nil {
		t.Fatal(err)
	}
	way := tenant.Notify{Webhook: hook.URL, Secret: key.Derive(seal.PurposeNotify).Seal([]byte("syn-secret"), tenant.NotifyBound("clinic", hook.URL))}
	both := tenant.Settings{ID: "both", Version: 1, Name: "B", Handoff: tenant.Handoff{Notify: []tenant.Notify{{Email: "a@b.example"}}}}
	clinic := tenant.Settings{ID: "clinic", Version: 1, Name: "C", Handoff: tenant.Handoff{Notify: []tenant.Notify{way}}}
	apptest.Start(t, apptest.Options{
		Server: i.NATS, Tenants: []*tenant.Settings{&both, &clinic, {ID: "silent", Version: 1}}, Services: []app.Service{outboundsender.Service()},
		Env: map[string]string{"RECADO_POSTGRES_URL": i.DB.URL, "RECADO_SECRET_KEY": bustest.Key, "RECADO_PRIVATE_WEBHOOKS": "true"},
	})
	code, out, errs := clitest.Run(t, Handoff, i.Env, "test", "clinic")
	if code != 0 || !strings.HasPrefix(out, "sent") || !strings.Contains(out, hook.URL) || calls.Load() != 1 {
		t.Errorf("exit %d, %q, %q, %d calls", code, out, errs, calls.Load())
	}
	var results []trialResult
	code, errs = clitest.RunJSON(t, Handoff, i.Env, &results, "test", "both", "--json")
	if code != 1 || len(results) != 1 || results[0].State != "failed" || !strings.Contains(results[0].Error, "RECADO_SMTP_URL") {
		t.Errorf("exit %d, %+v, %q", code, results, errs)
	}
	for id, want := range map[string]string{"silent": "has no handoff.notify", "nobody": "is not known"} {
		if code, _, errs := clitest.Run(t, Handoff, i.Env, "test", id); code != 1 || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %q", id, code, errs)
		}
	}
}
