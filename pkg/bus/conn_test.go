package bus_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/config"
)

func TestDialNamesTheWrongVariableAndNoPassword(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "none")
	for variable, cfg := range map[string]bus.Config{
		"RECADO_NATS_URL":   {URL: "nats://ingest:hunter2@nats:42x2"},
		"RECADO_NATS_CREDS": {URL: "nats://127.0.0.1:1", Creds: missing},
		"RECADO_NATS_CA":    {URL: "nats://127.0.0.1:1", CA: missing},
	} {
		conn, err := bus.Dial(t.Context(), cfg)
		if err == nil {
			conn.Close()
			t.Errorf("%s: no error", variable)
			continue
		}
		if !strings.Contains(err.Error(), variable) || strings.Contains(err.Error(), "hunter2") || !errors.Is(err, config.ErrWrong) {
			t.Errorf("%s: %v", variable, err)
		}
	}
}

func TestARefusedPasswordEndsTheStartAndAnUnreachableServerDoesNot(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.Listen(), bustest.Deny("ingest", "none"))
	wrong := strings.Replace(s.URL(), "nats://", "nats://ingest:hunter2@", 1)
	conn, err := bus.Dial(t.Context(), bus.Config{URL: wrong, Service: "ingest"})
	if err == nil {
		conn.Close()
		t.Fatal("a refused password was taken")
	}
	want := "RECADO_NATS_URL: the user or password is refused"
	if !errors.Is(err, config.ErrWrong) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("got %v", err)
	}
	s.Stop()
	conn, err = bus.Dial(t.Context(), bus.Config{URL: wrong, Service: "ingest"})
	if err != nil {
		t.Fatalf("a server that is not there yet: %v", err)
	}
	conn.Close()
}
