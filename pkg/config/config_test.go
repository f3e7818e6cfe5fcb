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
