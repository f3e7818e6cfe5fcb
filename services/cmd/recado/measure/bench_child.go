package measure

import (
	"context"
	_ "embed"
	"errors"
	"time"

	"github.com/recado/recado/services/cmd/recado/child"
)

const (
	benchAccount = "100200300"
	benchSecret  = "bench-secret"
)

//go:embed bench.yaml
var benchTenant []byte

// benchChild is a recado up with the bench tenant, and the send API that it talks to.
type benchChild struct{ *child.Child }

func startBenchChild(ctx context.Context, o benchOptions) (benchChild, error) {
	c, err := child.Start(ctx, child.Options{
		Dir: o.dir, Profile: o.profile, Tenants: map[string][]byte{"bench": benchTenant},
		// what is measured is the pipeline, not its limits
		Env: []string{
			"RECADO_INGEST_TENANT_RATE=1e6", "RECADO_INGEST_CONTACT_RATE=1e6", "RECADO_INGEST_WAITING=0",
			"RECADO_AGENT_RUNNER_LOOP_TURNS=0",
			"TENANT_BENCH_SECRET=" + benchSecret,
		},
	})
	if err != nil {
		return benchChild{}, err
	}
	c.Number(benchAccount, benchSecret)
	return benchChild{c}, nil
}

// reading is what the child has done so far.
type reading struct {
	services, postgres time.Duration // CPU, user and system: of the services with NATS, and of PostgreSQL
	receipts           float64       // statuses that outbound-sender has handled
}

func (b benchChild) read(ctx context.Context) (r reading, err error) {
	r.postgres = cpuBelow(b.PID)
	metrics, err := b.Metrics(ctx, b.URL)
	if err != nil {
		return r, err
	}
	seconds, ok := metrics.Sum("process_cpu_seconds_total", "")
	if !ok {
		return r, errors.New("the process does not tell its CPU time")
	}
	r.services = time.Duration(seconds * float64(time.Second))
	r.receipts, _ = metrics.Sum("messaging_client_consumed_messages_total", `messaging_destination_name="receipt.received"`)
	return r, nil
}
