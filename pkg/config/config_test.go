package config_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/config"
)

type nested struct {
	URL string `env:"RECADO_TEST_URL" help:"a URL of the service"`
}

type sample struct {
	Workers int           `env:"RECADO_TEST_WORKERS" default:"64"`
	Timeout time.Duration `env:"RECADO_TEST_TIMEOUT" default:"60s"`
	Key     config.Secret `env:"RECADO_TEST_KEY" default:""`
	Ratio   float64       `env:"RECADO_TEST_RATIO" default:"0.5"`
	On      bool          `env:"RECADO_TEST_ON" default:"false"`
	Names   []string      `env:"RECADO_TEST_NAMES" default:""`
	Nested  nested
}

func env(pairs map[string]string) func(string) string {
	return func(name string) string { return pairs[name] }
}

func TestLoadTakesDefaultsAndValues(t *testing.T) {
	t.Parallel()
	got, err := config.Load[sample](env(map[string]string{"RECADO_TEST_URL": "u", "RECADO_TEST_NAMES": "a, b"}))
	if err != nil {
		t.Fatal(err)
	}
	if got.Workers != 64 || got.Timeout != time.Minute || got.Nested.URL != "u" || len(got.Names) != 2 {
		t.Fatalf("got %+v", got)
	}
}

type ranged struct {
	Workers int           `env:"RECADO_TEST_WORKERS" default:"1" min:"1"`
	Lease   time.Duration `env:"RECADO_TEST_LEASE" default:"1s" min:"1s"`
	Rate    float64       `env:"RECADO_TEST_RATE" default:"0.1" min:"0.1"`
}

func TestLoadRefusesWhatIsBelowItsLeast(t *testing.T) {
	t.Parallel()
	if _, err := config.Load[ranged](env(nil)); err != nil {
		t.Errorf("the least itself: %v", err)
	}
	for name, values := range map[string][]string{
		"RECADO_TEST_WORKERS": {"0", "-1"}, "RECADO_TEST_LEASE": {"0s", "-1h", "999ms"}, "RECADO_TEST_RATE": {"0", "-Inf", "NaN"},
	} {
		for _, value := range values {
			if _, err := config.Load[ranged](env(map[string]string{name: value})); err == nil || !strings.Contains(err.Error(), name+": expected at least") {
				t.Errorf("%s=%s: %v", name, value, err)
			}
		}
	}
}

func TestLoadNamesEveryWrongVariableAtOnce(t *testing.T) {
	t.Parallel()
	_, err := config.Load[sample](env(map[string]string{"RECADO_TEST_WORKERS": "many", "RECADO_TEST_TIMEOUT": "soon"}))
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"RECADO_TEST_WORKERS", "RECADO_TEST_TIMEOUT", "RECADO_TEST_URL", "a URL of the service"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error does not name %s: %v", want, err)
		}
	}
}

func TestSecretPrintsAsStars(t *testing.T) {
	t.Parallel()
	s := config.Secret("hunter2")
	if got := fmt.Sprintf("%s %v %#v", s, s, s); strings.Contains(got, "hunter2") {
		t.Fatalf("got %q", got)
	}
}
