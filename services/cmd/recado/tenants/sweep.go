package tenants

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/forget"
)

// Sweep makes the bus agree with the database: tenants' settings each time, and once an hour the keys of contacts of whom nothing is
// kept. It does so once, and where every is not 0 again and again until ctx ends: an error of a later sweep is printed only, and so is
// one of the keys, for which settings must not wait.
func Sweep(ctx context.Context, c *cli.CLI, a *apply.Applier, every time.Duration, asJSON bool) error {
	keys, err := sweepOnce(ctx, c, a, asJSON)
	if err != nil || every <= 0 {
		return errors.Join(err, keys)
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := errors.Join(err, keys); err != nil && ctx.Err() == nil {
			fmt.Fprintln(c.Stderr, "recado:", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		keys, err = sweepOnce(ctx, c, a, asJSON)
	}
}

// sweepOnce returns what went wrong with the keys apart.
func sweepOnce(ctx context.Context, c *cli.CLI, a *apply.Applier, asJSON bool) (ofKeys, err error) {
	repaired, err := a.Sweep(ctx)
	if err != nil {
		return nil, err
	}
	keys, ofKeys := forgetKeys(ctx, a)
	if asJSON {
		return ofKeys, c.JSON(swept{repaired, keys})
	}
	fmt.Fprintln(c.Stdout, "repaired:", repaired)
	if keys.Due {
		const line = "keys at rest: %d looked at, %d dropped, %d older versions destroyed\n"
		fmt.Fprintf(c.Stdout, line, keys.Looked, keys.Dropped, keys.Tidied)
	}
	if keys.Busy {
		fmt.Fprintln(c.Stdout, "no key is dropped while a message waits for so long: see recado_messages_late, or the services' logs")
	}
	return ofKeys, nil
}

// swept is what a sweep did.
type swept struct {
	Repaired int            `json:"repaired"`
	Keys     forget.Summary `json:"keys"`
}

func forgetKeys(ctx context.Context, a *apply.Applier) (forget.Summary, error) {
	b, ok := a.Bus.(*bus.Bus)
	if !ok {
		return forget.Summary{}, errors.New("the keys of contacts are on no bus")
	}
	sum, err := forget.New(a.Store, b).Run(ctx)
	if err != nil {
		err = fmt.Errorf("drop keys of contacts: %w", err)
	}
	return sum, err
}
