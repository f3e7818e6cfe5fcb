package measure

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/measure/flight"
)

// benchResult is what `recado bench pipeline --json` prints; times are from the webhook to the send call.
type benchResult struct {
	Messages    int     `json:"messages"`
	Concurrency int     `json:"concurrency"`
	Rate        float64 `json:"rate,omitempty"`
	Lost        int     `json:"lost"`

	MsgPerS   float64 `json:"msg_per_s"`
	P50       float64 `json:"p50_ms"`
	P95       float64 `json:"p95_ms"`
	P99       float64 `json:"p99_ms"`
	CPUPerMsg float64 `json:"cpu_ms_per_msg"`
	// PostgresCPU is PostgreSQL's part of CPUPerMsg; absent where it cannot be told (not Linux, or a database of one's own).
	PostgresCPU float64 `json:"postgres_cpu_ms_per_msg,omitempty"`
	// ReceiptsPerMsg is how many statuses were handled within the run: near 3 where the services keep up with them.
	ReceiptsPerMsg float64 `json:"receipts_per_msg"`
	PeakMB         float64 `json:"peak_mb"`
	FloorPerS      float64 `json:"floor_msg_per_s"`
	FloorP50       float64 `json:"floor_p50_ms"`
	FloorP99       float64 `json:"floor_p99_ms"`
	FloorCPU       float64 `json:"floor_cpu_ms_per_msg"`
	CPURatio       float64 `json:"cpu_ratio"`
}

type benchOptions struct {
	messages, concurrency, hops int
	rate                        float64
	dir, profile                string
}

const benchAbout = `Starts recado up in a folder of its own, posts signed webhooks that ask a price, and measures from the webhook
until the reply reaches the channel's send API; then relays as many messages over bare streams: the floor.

The load, the channel and its statuses (three for each reply, as the real one sends) come from this process: their CPU is not
counted, but shares the machine. What the services do with the statuses is counted: it is part of the work; receipts_per_msg
tells how many of the three they got to within the run (the last ones come up to 1.5 s after the reply).
CPU per message is that of recado up, with NATS, and of its PostgreSQL; the floor's is that of its NATS and its relays.
Without --rate, --concurrency conversations each wait for their answer before they write again; with it, messages come at
the rate whether they are answered or not. Run it on a machine that does nothing else.`

// Bench is recado bench.
func Bench(ctx context.Context, c *cli.CLI, args []string) error {
	if len(args) > 0 && args[0] != "pipeline" && !strings.HasPrefix(args[0], "-") {
		return flight.Bench(ctx, c, args)
	}
	set := c.Flags("bench pipeline [--messages N] [--concurrency N] [--rate N] [--json]",
		benchAbout)
	o := benchOptions{}
	set.IntVar(&o.messages, "messages", 5000, "messages to send")
	set.IntVar(&o.concurrency, "concurrency", 64, "conversations at a time, without --rate")
	set.IntVar(&o.hops, "hops", 6, "hops of the bare relay; a price question takes six: "+
		"received, screened, routed, tool requested and completed, drafted")
	set.Float64Var(&o.rate, "rate", 0, "messages a second, whether they are answered or not; 0 sends the next when one is answered")
	set.StringVar(&o.dir, "dir", "", "keep the run's state here; a temporary folder by default")
	set.StringVar(&o.profile, "cpu-profile", "", "let recado up write its CPU profile to this `file`")
	asJSON := set.Bool("json", false, "print JSON")
	rest, err := c.Parse(set, args, 1, 1)
	if err != nil {
		return err
	}
	if rest[0] != "pipeline" || o.messages < 1 || o.concurrency < 1 || o.rate < 0 {
		return cli.Usagef("usage: recado %s, with positive numbers", set.Name())
	}
	result, err := bench(ctx, o)
	if err != nil {
		return err
	}
	if *asJSON {
		err = c.JSON(result)
	} else {
		printBench(c, result)
	}
	if err == nil && result.Lost > 0 {
		return fmt.Errorf("%d of %d messages were not answered within %s", result.Lost, result.Messages, benchPatience)
	}
	return err
}

func printBench(c *cli.CLI, r *benchResult) {
	fmt.Fprintf(c.Stdout, "%-12s %10s %9s %9s %9s %12s %8s\n", "", "msg/s", "p50 ms", "p95 ms", "p99 ms", "CPU ms/msg", "peak MB")
	fmt.Fprintf(c.Stdout, "%-12s %10.1f %9.1f %9.1f %9.1f %12.2f %8.0f\n",
		"pipeline", r.MsgPerS, r.P50, r.P95, r.P99, r.CPUPerMsg, r.PeakMB)
	fmt.Fprintf(c.Stdout, "%-12s %10.1f %9.1f %9s %9.1f %12.2f\n", "bare relay", r.FloorPerS, r.FloorP50, "", r.FloorP99, r.FloorCPU)
	fmt.Fprintf(c.Stdout, "CPU ratio %.1f, PostgreSQL's part %.2f ms/msg, statuses handled %.1f a message\n",
		r.CPURatio, r.PostgresCPU, r.ReceiptsPerMsg)
}

// bench runs the pipeline in a process of its own, so that its CPU and memory are not mixed with the load's, and then the floor.
func bench(ctx context.Context, o benchOptions) (*benchResult, error) {
	result := &benchResult{Messages: o.messages, Concurrency: o.concurrency, Rate: o.rate}
	child, err := startBenchChild(ctx, o)
	if err != nil {
		return nil, err
	}
	err = child.measure(ctx, o, result)
	peak, stopErr := child.Stop()
	if err != nil {
		return nil, err
	}
	if stopErr != nil {
		return nil, stopErr
	}
	result.PeakMB = peak
	if err := floor(ctx, o, result); err != nil {
		return nil, err
	}
	if result.FloorCPU > 0 {
		result.CPURatio = result.CPUPerMsg / result.FloorCPU
	}
	return result, nil
}

func inMS(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
