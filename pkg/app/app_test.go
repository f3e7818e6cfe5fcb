package app_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/tenant"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// idle is a service that does nothing until it is stopped.
func idle(name string) app.Service {
	return app.Service{Name: name, Run: func(ctx context.Context, env *app.Env) error {
		env.Ready()
		<-ctx.Done()
		return nil
	}}
}

func get(t *testing.T, url string) (status int, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func TestRunReportsEveryWrongVariableOfEveryServiceAtOnce(t *testing.T) {
	t.Parallel()
	type first struct {
		URL     config.Secret `env:"RECADO_TEST_URL"`
		Workers int           `env:"RECADO_TEST_WORKERS" default:"4"`
	}
	type second struct {
		URL config.Secret `env:"RECADO_TEST_URL"`
	}
	never := func(context.Context, *app.Env) error { t.Error("a service started"); return nil }
	env := map[string]string{"RECADO_TEST_WORKERS": "many", "RECADO_STOP_TIMEOUT": "soon", "RECADO_LOG_LEVEL": "loud"}
	err := app.Run(t.Context(), app.Options{
		Services: []app.Service{{Name: "a", Run: never, Config: first{}}, {Name: "b", Run: never, Config: second{}}},
		Getenv:   func(name string) string { return env[name] },
	})
	if !errors.Is(err, app.ErrConfig) {
		t.Fatalf("got %v, want ErrConfig", err)
	}
	for _, name := range []string{"RECADO_TEST_URL", "RECADO_TEST_WORKERS", "RECADO_STOP_TIMEOUT", "RECADO_LOG_LEVEL"} {
		if got := strings.Count(err.Error(), name); got != 1 {
			t.Errorf("%s is named %d times, want once, in %q", name, got, err)
		}
	}
}

func TestRunStopsAllServicesWhenOneFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	err := app.Run(t.Context(), app.Options{
		Dial: bustest.New(t).Dial, Stderr: io.Discard,
		Getenv: func(name string) string { return map[string]string{"RECADO_HTTP_ADDR": "127.0.0.1:0"}[name] },
		Services: []app.Service{idle("steady"), {Name: "weak", Run: func(context.Context, *app.Env) error {
			return broken
		}}},
	})
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "weak") {
		t.Errorf("got %v, want the failure with the service's name", err)
	}
}

func TestRunNamesAServiceThatDoesNotStop(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	defer close(release)
	ctx, cancel := context.WithCancel(t.Context())
	stubborn := app.Service{Name: "stubborn", Run: func(_ context.Context, env *app.Env) error {
		env.Ready()
		<-release
		return nil
	}}
	env := map[string]string{"RECADO_HTTP_ADDR": "127.0.0.1:0", "RECADO_STOP_TIMEOUT": "50ms"}
	err := app.Run(ctx, app.Options{
		Dial: bustest.New(t).Dial, Stderr: io.Discard, Ready: cancel,
		Getenv: func(name string) string { return env[name] }, Services: []app.Service{idle("steady"), stubborn},
	})
	if err == nil || !strings.HasSuffix(err.Error(), ": stubborn") {
		t.Errorf("got %v, want it to name the stubborn service alone", err)
	}
}

func TestWorkInHandIsFinishedAtAStop(t *testing.T) {
	t.Parallel()
	begun, finished := make(chan struct{}), make(chan struct{})
	process := apptest.Run(t, app.Service{Name: "worker", Run: func(ctx context.Context, env *app.Env) error {
		env.Ready()
		close(begun)
		<-ctx.Done()
		close(finished)
		return nil
	}})
	<-begun
	process.Stop(t)
	select {
	case <-finished:
	default:
		t.Error("the process stopped before its service")
	}
}

func TestHealthTellsAliveReadyAndWhatFails(t *testing.T) {
	t.Parallel()
	process := apptest.Run(t, app.Service{Name: "weak", Run: func(ctx context.Context, env *app.Env) error {
		env.Health.Check("postgres", func(context.Context) error { return errors.New("host db.internal is unreachable") })
		env.Ready()
		<-ctx.Done()
		return nil
	}})
	if status, _ := get(t, process.URL+"/healthz"); status != http.StatusOK {
		t.Errorf("healthz answered %d, want 200", status)
	}
	status, body := get(t, process.URL+"/readyz")
	if status != http.StatusServiceUnavailable || !strings.Contains(body, `"postgres":"failing"`) {
		t.Errorf("readyz answered %d %s, want 503 and the failing check", status, body)
	}
	if strings.Contains(body, "db.internal") || !strings.Contains(process.Log(), "db.internal") {
		t.Error("the reason belongs into the log and not into the answer")
	}
	if status, body := get(t, process.URL+"/metrics"); status != http.StatusOK || !strings.Contains(body, "go_goroutines") {
		t.Errorf("metrics answered %d", status)
	}
}

// Where probes have a listener of their own, strangers see neither health nor metrics, and connections that they hold keep no probe away.
func TestProbesAndMetricsHaveAListenerOfTheirOwn(t *testing.T) {
	t.Parallel()
	free, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	process := apptest.Start(t, apptest.Options{Services: []app.Service{idle("sleeper")}, Env: map[string]string{"RECADO_PROBE_ADDR": addr}})
	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		if status, _ := get(t, "http://"+addr+path); status != http.StatusOK {
			t.Errorf("%s at the probes' listener answered %d", path, status)
		}
		if status, body := get(t, process.URL+path); status != http.StatusNotFound {
			t.Errorf("%s at the door answered %d %s", path, status, body)
		}
	}
}

func TestUnservedPathsAreUnavailableUntilReadyThenNotFound(t *testing.T) {
	t.Parallel()
	door, release := make(chan *app.Mux, 1), make(chan struct{})
	server := bustest.New(t)
	go func() {
		mux := <-door
		if got := probe(mux, "/webhooks/whatsapp/1"); got != http.StatusServiceUnavailable {
			t.Errorf("before ready: got %d, want 503", got)
		}
		close(release)
	}()
	process := apptest.Start(t, apptest.Options{Server: server, Services: []app.Service{{
		Name: "slow", Run: func(ctx context.Context, env *app.Env) error {
			door <- env.HTTP
			<-release
			env.Ready()
			<-ctx.Done()
			return nil
		},
	}}})
	if status, _ := get(t, process.URL+"/webhooks/whatsapp/1"); status != http.StatusNotFound {
		t.Errorf("after ready: got %d, want 404", status)
	}
}

func TestTenantsFollowTheBucket(t *testing.T) {
	t.Parallel()
	changes := make(chan *tenant.Settings, 8)
	account := tenant.Account{Channel: "whatsapp", ID: "42"}
	clinic := &tenant.Settings{ID: "clinic", Version: 1, Accounts: []tenant.Account{account}}
	tenants := make(chan *app.Tenants, 1)
	process := apptest.Start(t, apptest.Options{Tenants: []*tenant.Settings{clinic}, Services: []app.Service{{
		Name: "reader", Run: func(ctx context.Context, env *app.Env) error {
			if _, _, ok := env.Tenants.ByAccount("whatsapp", "42"); !ok {
				t.Error("the settings were not there when the service began")
			}
			env.Tenants.OnChange(func(s *tenant.Settings) { changes <- s })
			tenants <- env.Tenants
			env.Ready()
			<-ctx.Done()
			return nil
		},
	}}})
	if got := <-changes; got.Version != 1 {
		t.Errorf("got version %d, want what is known now", got.Version)
	}
	process.PutTenant(t, &tenant.Settings{ID: "thief", Accounts: []tenant.Account{account}})
	process.PutTenant(t, &tenant.Settings{ID: "clinic", Version: 2, Accounts: []tenant.Account{account}})
	select {
	case got := <-changes:
		if got.ID != "clinic" || got.Version != 2 {
			t.Errorf("got %s version %d, want the clinic's second", got.ID, got.Version)
		}
	case <-time.After(3 * time.Minute):
		t.Fatal("the change did not arrive")
	}
	live := <-tenants
	if owner, _, _ := live.ByAccount("whatsapp", "42"); owner == nil || owner.ID != "clinic" {
		t.Errorf("the account leads to %v, want the tenant that had it first", owner)
	}
	if _, ok := live.Get("thief"); ok {
		t.Error("settings that claim another tenant's account were taken")
	}
}

func TestServicesShareOneDoorWithLimitedBodies(t *testing.T) {
	t.Parallel()
	process := apptest.Run(t, app.Service{Name: "reader", Run: func(ctx context.Context, env *app.Env) error {
		env.HTTP.HandleLimit("POST /small", 8, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, err := io.ReadAll(r.Body); err != nil {
				w.WriteHeader(http.StatusRequestEntityTooLarge)
			}
		}))
		env.Ready()
		<-ctx.Done()
		return nil
	}})
	for body, want := range map[string]int{"eight by": http.StatusOK, "nine byte": http.StatusRequestEntityTooLarge} {
		for _, reader := range []io.Reader{strings.NewReader(body), io.MultiReader(strings.NewReader(body))} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, process.URL+"/small", reader)
			if err != nil {
				t.Fatal(err)
			}
			request.Close = true
			answer, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if answer.StatusCode != want {
				t.Errorf("%d bytes: got %d, want %d", len(body), answer.StatusCode, want)
			}
		}
	}
}

var _ bus.Dialer = (*bustest.Server)(nil).Dial
