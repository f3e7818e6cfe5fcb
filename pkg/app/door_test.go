package app_test

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
)

func TestServiceHasADoorOfItsOwnUntilItStops(t *testing.T) {
	t.Parallel()
	refused := make(chan error, 1)
	p := apptest.Run(t, app.Service{Name: "lender", Run: func(ctx context.Context, env *app.Env) error {
		mux := &app.Mux{}
		mux.Handle("GET /own", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("here")) }))
		serve, err := env.Open(ctx, app.Door{Variable: "RECADO_TEST_ADDR", Addr: "127.0.0.1:0", Mux: mux})
		if err != nil {
			return err
		}
		_, err = env.Open(ctx, app.Door{Variable: "RECADO_TEST_ADDR", Addr: "nowhere", Mux: &app.Mux{}})
		refused <- err
		env.Ready()
		return serve(ctx)
	}})
	if err := <-refused; err == nil || !strings.Contains(err.Error(), "RECADO_TEST_ADDR") {
		t.Errorf("an address that there is not: %v", err)
	}
	at := regexp.MustCompile(`"addr":"([^"]+)"`).FindStringSubmatch(p.Log())
	if at == nil {
		t.Fatalf("it does not say where: %s", p.Log())
	}
	if status, body := get(t, "http://"+at[1]+"/own"); status != http.StatusOK || body != "here" {
		t.Errorf("its own door: %d %s", status, body)
	}
	for _, url := range []string{"http://" + at[1] + "/readyz", p.URL + "/own"} {
		if status, _ := get(t, url); status != http.StatusNotFound {
			t.Errorf("%s: %d", url, status)
		}
	}
}
