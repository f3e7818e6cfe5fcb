package inspect

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/services/cmd/recado/customer"
	"github.com/recado/recado/services/cmd/recado/tenants"
	"github.com/recado/recado/services/cmd/recado/way"
)

//go:embed doctor.yaml
var doctorFile embed.FS

const checkTimeout = 5 * time.Second

func (e *examination) checkPostgres(ctx context.Context) error {
	url, err := e.cli.Database(e.dir)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	pending, err := store.Pending(ctx, url)
	if err != nil {
		return err
	}
	if len(pending) > 0 {
		return fmt.Errorf("%d migrations are not applied: %s", len(pending), strings.Join(pending, ", "))
	}
	return nil
}

func (e *examination) checkTopology(ctx context.Context) error {
	differences, err := reachTopology(ctx, e.cli, e.dir, "verify", bus.Topology{})
	if err != nil {
		return err
	}
	return differ(differences)
}

// checkTenants also makes sure that the doctor's own tenant exists.
func (e *examination) checkTenants(ctx context.Context, b *bus.Bus) error {
	return tenants.WithApplier(ctx, b, e.cli.Environment(e.dir), func(a *apply.Applier) error {
		repaired, err := a.Sweep(ctx)
		if err != nil {
			return err
		}
		file, err := tenantfile.Load(doctorFile, "doctor.yaml", e.cli.Getenv)
		if err != nil {
			return err
		}
		if _, err := a.Apply(ctx, file); err != nil {
			return err
		}
		if repaired > 0 {
			return fmt.Errorf("the settings of %d tenants were not on the bus as the database has them; they are now", repaired)
		}
		return nil
	})
}

// checkSecrets finds what was sealed under another master key than this one: its webhooks get 401, and its replies do not leave.
func (e *examination) checkSecrets(ctx context.Context, b *bus.Bus) error {
	cfg, err := config.Load[tenants.Config](e.cli.Environment(e.dir))
	if err != nil {
		return err
	}
	known, err := tenants.ReadAll(ctx, b)
	if err != nil {
		return err
	}
	var errs []error
	for _, t := range known {
		for i := range t.Accounts {
			if _, err := channel.OpenSecrets(cfg.Key, t.ID, &t.Accounts[i]); err != nil {
				errs = append(errs, fmt.Errorf("tenant %s: %w", t.ID, err))
			}
		}
	}
	return errors.Join(errs...)
}

func (e *examination) checkDoor(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	probes := e.door
	if addr := e.cli.Getenv("RECADO_PROBE_ADDR"); addr != "" {
		probes = "http://" + addr
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, probes+"/readyz", nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 64<<10))
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", answer.Status, strings.TrimSpace(string(body)))
	}
	return nil
}

func checkDeadLetters(ctx context.Context, b *bus.Bus) error {
	letters, err := b.DeadLetters(ctx, bus.DeadLetterFilter{})
	if err != nil {
		return err
	}
	if len(letters) > 0 {
		last := letters[len(letters)-1]
		return fmt.Errorf("%d, the last one %d at %s: %s", len(letters), last.ID, last.Stage, last.Reason)
	}
	return nil
}

// sendMessage asks the doctor's tenant for a price, which needs every service of the main path.
func (e *examination) sendMessage(ctx context.Context, b *bus.Bus) error {
	ctx, cancel := context.WithTimeout(ctx, customer.ReplyTimeout)
	defer cancel()
	p, err := customer.OpenPage(ctx, e.door, string(tenants.Doctor))
	if err != nil {
		return err
	}
	ids, err := tenants.Identity(ctx, b, e.cli.Environment(e.dir), tenants.Doctor)
	if err != nil {
		return err
	}
	message, err := p.Say(ctx, "¿Cuánto cuesta la revisión?", "")
	if err != nil {
		return err
	}
	reply, err := p.Reply(ctx)
	awaitSpans(ctx)
	found, traceErr := way.Follow(context.WithoutCancel(ctx), b, way.Question(ids.MessageID(message)))
	e.way = found
	switch {
	case err != nil:
		return errors.Join(err, traceErr)
	case traceErr != nil:
		return traceErr
	case !strings.Contains(reply.Text, "100"):
		return errors.New("the reply does not tell the price that the doctor's tenant has")
	}
	return misses(found)
}

// awaitSpans gives the last spans of a way time to end: the reply is read before its sender has noted that it was sent.
func awaitSpans(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(300 * time.Millisecond):
	}
}

// misses names the first service of the main path that left no span.
func misses(w *way.Way) error {
	seen := map[string]bool{}
	for _, span := range w.Spans {
		seen[span.Service] = true
	}
	for _, name := range []string{"ingest", "sanitize", "intent-router", "agent-runner", "tool-executor", "outbound-sender"} {
		if !seen[name] {
			return fmt.Errorf("%s left no trace of it", name)
		}
	}
	return nil
}
