package flight

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/recado/recado/pkg/llm/standin"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/measure/flight/crowd"
	"github.com/recado/recado/services/cmd/recado/run"
)

// BurstResult is what recado bench bursts --json prints. The time is from the end of the quiet window after a customer's last text to the
// reply on the bus, the model and its tool included.
type BurstResult struct {
	Contacts int     `json:"contacts"`
	Texts    int     `json:"texts"`
	DelayS   float64 `json:"model_s"`

	Replies int     `json:"replies"`
	None    int     `json:"without_reply"`
	Twice   int     `json:"with_two_replies"`
	Calls   int     `json:"model_calls"`
	Worth   float64 `json:"turns_worth_of_calls"` // of a contact: a turn is two calls, with one tool between them
	P50     float64 `json:"p50_ms"`
	P95     float64 `json:"p95_ms"`
	P99     float64 `json:"p99_ms"`
}

const (
	burstTexts = 4
	burstGap   = 300 * time.Millisecond
	burstOver  = 20 * time.Second
	quiet      = 1200 * time.Millisecond
	// callsPerTurn: the stand-in asks for one tool and then says what it learned.
	callsPerTurn = 2
)

const aboutBursts = `Lets contacts begin over 20 s and write 4 texts each, 300 ms apart, to one agent-runner with a model that calls one
tool: how many replies each gets, how many model calls that takes, and how long after the end of the quiet window the reply is on the bus.`

// Bursts is recado bench bursts.
func Bursts(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("bench bursts [--contacts N] [--model-time D] [--json]", aboutBursts)
	contacts := set.Int("contacts", 300, "how many write")
	delay := set.Duration("model-time", 800*time.Millisecond, "what the model takes for an answer")
	asJSON := set.Bool("json", false, "print JSON")
	if _, err := c.Parse(set, args, 1, 1); err != nil {
		return err
	}
	if *contacts < 1 || *delay <= 0 {
		return cli.Usagef("usage: recado %s, with positive numbers", set.Name())
	}
	result, err := burst(ctx, c, *contacts, *delay)
	if err != nil {
		return err
	}
	if *asJSON {
		return c.JSON(result)
	}
	result.print(c.Stdout)
	return nil
}

func (r *BurstResult) print(w io.Writer) {
	fmt.Fprintf(w, "%d contacts with %d texts each on a model of %.1f s: %d replies, %d contacts without one, %d with two\n",
		r.Contacts, r.Texts, r.DelayS, r.Replies, r.None, r.Twice)
	fmt.Fprintf(w, "%d model calls, %.2f turns' worth a contact; from the window's end p50 %.0f, p95 %.0f, p99 %.0f ms\n",
		r.Calls, r.Worth, r.P50, r.P95, r.P99)
}

func burst(ctx context.Context, c *cli.CLI, contacts int, delay time.Duration) (*BurstResult, error) {
	var seen *crowd.Answered
	calls := 0
	waiting := bytes.Replace(business, []byte("quiet_window: 0s"), []byte("quiet_window: "+quiet.String()), 1)
	err := withLab(ctx, c, standin.Options{Delay: delay}, func(lab *run.Lab, model *standin.Server) error {
		runner, err := prepare(ctx, c, lab, model, waiting, options{turns: contacts, delay: delay, window: burstOver})
		if err != nil {
			return err
		}
		customers := &crowd.Bursts{
			Crowd: crowd.Crowd{
				Bus: lab.Bus, Tenant: "recado-bench", Account: "100200300", Delay: delay * callsPerTurn, Patience: patience,
			},
			Texts: burstTexts, Gap: burstGap, Window: quiet,
		}
		stop, err := lab.Tap([]string{subject.ReplyDrafted}, customers.Hear)
		if err == nil {
			seen, err = customers.Run(ctx, contacts, burstOver)
			stop()
		}
		calls = model.Counts().Calls
		return runner.end(err)
	})
	if err != nil {
		return nil, err
	}
	return &BurstResult{
		Contacts: contacts, Texts: burstTexts, DelayS: delay.Seconds(), Replies: seen.Replies, None: seen.None, Twice: seen.Twice,
		Calls: calls, Worth: float64(calls) / float64(callsPerTurn*contacts),
		P50: inMS(seen.At(.5)), P95: inMS(seen.At(.95)), P99: inMS(seen.At(.99)),
	}, nil
}
