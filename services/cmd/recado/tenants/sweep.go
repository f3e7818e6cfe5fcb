package tenants

import (
	"context"
	"fmt"
	"time"

	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// Sweep sweeps once, and where every is not 0 again and again until ctx ends: an error of a later sweep is printed only.
func Sweep(ctx context.Context, c *cli.CLI, a *apply.Applier, every time.Duration, asJSON bool) error {
	if err := sweepOnce(ctx, c, a, asJSON); err != nil || every <= 0 {
		return err
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if err := sweepOnce(ctx, c, a, asJSON); err != nil && ctx.Err() == nil {
			fmt.Fprintln(c.Stderr, "recado:", err)
		}
	}
}

func sweepOnce(ctx context.Context, c *cli.CLI, a *apply.Applier, asJSON bool) error {
	repaired, err := a.Sweep(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		return c.JSON(map[string]int{"repaired": repaired})
	}
	fmt.Fprintln(c.Stdout, "repaired:", repaired)
	return nil
}
