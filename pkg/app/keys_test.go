package app_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/seal"
)

type keyed struct {
	Key seal.Key `env:"RECADO_SECRET_KEY"`
}

func root(t *testing.T) seal.Key {
	t.Helper()
	key, err := seal.ParseKey(apptest.Key)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestAServiceGetsTheKeysThatItDeclaresAndNoOther(t *testing.T) {
	t.Parallel()
	sealed := root(t).Derive(seal.PurposeSlot, "acme").Seal([]byte("x"), nil)
	seen := make(chan seal.Key, 2)
	look := func(ctx context.Context, env *app.Env) error {
		cfg, err := config.Load[keyed](env.Getenv)
		if err != nil && env.Service != "keyless" {
			return err
		}
		seen <- cfg.Key
		env.Ready()
		<-ctx.Done()
		return nil
	}
	apptest.Run(t, app.Service{Name: "declares", Run: look, Config: keyed{}, Keys: []string{seal.PurposeVault}})
	key := <-seen
	if key.IsRoot() || !key.Holds(seal.PurposeVault) || key.Holds(seal.PurposeSlot) {
		t.Error("a process with the root gives a service more than it declares, or less")
	}
	if _, err := key.Derive(seal.PurposeSlot, "acme").Open(sealed, nil); err == nil {
		t.Error("a purpose that is not declared opens a value")
	}
	apptest.Run(t, app.Service{Name: "keyless", Run: look})
	if key := <-seen; !key.IsZero() {
		t.Error("a service that declares no purpose got a key")
	}
}

func TestRunNamesServiceAndPurposeThatItsKeysLack(t *testing.T) {
	t.Parallel()
	text, err := root(t).Bundle("slots", seal.PurposeVault)
	if err != nil {
		t.Fatal(err)
	}
	never := func(context.Context, *app.Env) error { t.Error("the service started"); return nil }
	run := func(name string) error {
		return app.Run(t.Context(), app.Options{
			Services: []app.Service{{Name: name, Run: never, Config: keyed{}, Keys: []string{seal.PurposeVault, seal.PurposeSlot}}},
			Getenv:   func(variable string) string { return map[string]string{app.SecretKey: text}[variable] },
		})
	}
	err = run("slots")
	if !errors.Is(err, app.ErrConfig) || !strings.Contains(err.Error(), `RECADO_SECRET_KEY: the keys of slots lack the purpose "slot"`) {
		t.Errorf("got %v", err)
	}
	if err := run("other"); err == nil || !strings.Contains(err.Error(), "keys of slots: expected those of other") {
		t.Errorf("another service's keys: got %v", err)
	}
	if strings.Contains(err.Error(), text) {
		t.Error("the error shows the keys")
	}
}

func TestAProcessOfOneServiceThatHoldsTheRootSaysSo(t *testing.T) {
	t.Parallel()
	const warning = "this process holds the root key"
	service := idle("alone")
	service.Keys = []string{seal.PurposeVault}
	if p := apptest.Run(t, service); !strings.Contains(p.Log(), warning) {
		t.Error("no warning")
	}
	text, err := root(t).Bundle("alone", service.Keys...)
	if err != nil {
		t.Fatal(err)
	}
	p := apptest.Start(t, apptest.Options{Services: []app.Service{service}, Env: map[string]string{app.SecretKey: text}})
	if strings.Contains(p.Log(), warning) {
		t.Error("a warning of a service's own keys")
	}
}
