package tenants_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/tenants"
)

func newApplier(t *testing.T, s *bustest.Server) *apply.Applier {
	t.Helper()
	db := storetest.New(t)
	db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
		VALUES ('clinic', '', '{"id": "clinic", "version": 1}', 'Clinic', 'dental', 'MX', 'UTC', 'MXN', 'es')`)
	return &apply.Applier{Store: db.Open(t, "recado_console"), Bus: s.Bus(t, "sweep")}
}

func TestASweepSaysWhatItDid(t *testing.T) {
	t.Parallel()
	a := newApplier(t, bustest.New(t))
	var out bytes.Buffer
	c := &cli.CLI{Stdout: &out, Stderr: &out}
	for _, want := range []string{"repaired: 1\nkeys at rest: 0 looked at, 0 dropped, 0 older versions destroyed\n", "repaired: 0\n"} {
		out.Reset()
		if err := tenants.Sweep(t.Context(), c, a, 0, false); err != nil || out.String() != want {
			t.Errorf("got %q, %v, want %q", &out, err, want)
		}
	}
	out.Reset()
	var got struct {
		Repaired int
		Keys     struct{ Due bool }
	}
	if err := tenants.Sweep(t.Context(), c, a, 0, true); err != nil || json.Unmarshal(out.Bytes(), &got) != nil || got.Keys.Due {
		t.Errorf("got %q, %v", &out, err)
	}
}

func TestSettingsAreSweptWhereKeysCannotBe(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	a := newApplier(t, s)
	js, err := jetstream.New(s.Conn(t))
	if err == nil {
		err = js.DeleteStream(t.Context(), "KV_"+subject.BucketVault)
	}
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- tenants.Sweep(ctx, &cli.CLI{Stdout: &bytes.Buffer{}, Stderr: &said}, a, 10*time.Millisecond, false)
	}()
	b := s.Bus(t, "recado")
	back := func() {
		t.Helper()
		bustest.Eventually(t, "the settings are there", func() bool {
			_, err := b.Get(t.Context(), subject.BucketTenants, "clinic")
			return err == nil
		})
	}
	back()
	if err := b.Delete(t.Context(), subject.BucketTenants, "clinic"); err != nil {
		t.Fatal(err)
	}
	back()
	cancel()
	if err := <-done; err != nil || !strings.Contains(said.String(), "drop keys of contacts: read stream KV_keys") {
		t.Errorf("the sweep ended with %v, and said %q", err, &said)
	}
	a.Store, a.Bus = newApplier(t, s).Store, s.Bus(t, "sweep")
	if err := tenants.Sweep(t.Context(), &cli.CLI{Stdout: &said, Stderr: &said}, a, 0, false); err == nil {
		t.Errorf("one sweep alone: %v", err)
	}
}
