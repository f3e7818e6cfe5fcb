package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/services"
)

const doctorTenant tenant.ID = "recado-doctor"

//go:embed doctor.yaml
var doctorFile embed.FS

// finding is the outcome of one check; mend says what to do where it failed.
type finding struct {
	Check string `json:"check"`
	OK    bool   `json:"ok"`
	Text  string `json:"text"`
	Mend  string `json:"mend,omitempty"`
}

// examination runs checks in order. One that fails does not stop the next, unless it needs it.
type examination struct {
	*cli
	dir      string
	door     string
	findings []finding
	way      *way
}

func runDoctor(ctx context.Context, c *cli, args []string) error {
	set := c.flags("doctor [--url URL] [--json]",
		"Checks the configuration, PostgreSQL, NATS and the tenants of a running recado, sends a message through every hop as a tenant of its own,\n"+
			"prints its way, and says how to mend what failed.")
	dir, asJSON := dirFlag(set), set.Bool("json", false, "print JSON")
	door := set.String("url", "", "HTTP door of ingest; the running recado's by default")
	if _, err := c.parse(set, args, 0, 0); err != nil {
		return err
	}
	e := &examination{cli: c, dir: *dir, door: c.door(*dir, *door)}
	e.run(ctx)
	if err := e.print(*asJSON); err != nil {
		return err
	}
	if failed := e.failed(); failed > 0 {
		return fmt.Errorf("%d of %d checks failed", failed, len(e.findings))
	}
	return nil
}

func (e *examination) run(ctx context.Context) {
	e.note("configuration", app.Check(services.All(), e.environment(e.dir)), "every variable is right",
		"set the variables that are named (docs/config.md), or start recado up, which needs none")
	e.note("postgres", e.checkPostgres(ctx), "reachable, its schema is of this version", "start recado up or recado local, then recado migrate")
	b, err := e.connect(ctx, e.dir)
	e.note("nats", err, "reachable", "start recado up or recado local; elsewhere check RECADO_NATS_URL and recado topology verify")
	if err != nil {
		return
	}
	defer func() { _ = b.Close(context.WithoutCancel(ctx)) }()
	e.note("topology", e.checkTopology(ctx), "as this version wants it", "recado topology apply")
	e.note("tenants", e.checkTenants(ctx, b), "the bus and the database agree", "recado tenant apply FILE, or recado tenant sweep where the bus lost them")
	e.note("secrets", e.checkSecrets(ctx, b), "every account's open", "set RECADO_SECRET_KEY to the key that the services have, then recado tenant apply FILE again")
	e.note("door", e.checkDoor(ctx), e.door+" is ready", "start ingest, or name its address with --url; its log says what it waits for")
	e.note("dead letters", checkLetters(ctx, b), "none", "recado deadletter list shows why; retry or drop them")
	e.note("message", e.sendMessage(ctx, b), "crossed every hop", "the way below ends where a service is missing or fails: start it, or read its log")
}

func (e *examination) note(check string, err error, good, mend string) {
	f := finding{Check: check, OK: err == nil, Text: good}
	if err != nil {
		f.Text, f.Mend = err.Error(), mend
	}
	e.findings = append(e.findings, f)
}

func (e *examination) failed() (n int) {
	for _, f := range e.findings {
		if !f.OK {
			n++
		}
	}
	return n
}

func (e *examination) checkPostgres(ctx context.Context) error {
	url, err := e.database(e.dir)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
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
	quiet := &cli{stdout: io.Discard, stderr: io.Discard, getenv: e.getenv}
	return quiet.reachTopology(ctx, e.dir, "verify", bus.Topology{}, false)
}

// checkTenants also makes sure that the doctor's own tenant exists.
func (e *examination) checkTenants(ctx context.Context, b *bus.Bus) error {
	return applier(ctx, b, e.environment(e.dir), func(a *tenantfile.Applier) error {
		repaired, err := a.Sweep(ctx)
		if err != nil {
			return err
		}
		file, err := tenantfile.Load(doctorFile, "doctor.yaml", e.getenv)
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
	cfg, err := config.Load[consoleConfig](e.environment(e.dir))
	if err != nil {
		return err
	}
	tenants, err := readTenants(ctx, b)
	if err != nil {
		return err
	}
	var errs []error
	for _, t := range tenants {
		for i := range t.Accounts {
			if _, err := channel.OpenSecrets(cfg.Key, t.ID, &t.Accounts[i]); err != nil {
				errs = append(errs, fmt.Errorf("tenant %s: %w", t.ID, err))
			}
		}
	}
	return errors.Join(errs...)
}

func (e *examination) checkDoor(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, e.door+"/readyz", nil)
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

func checkLetters(ctx context.Context, b *bus.Bus) error {
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
	ctx, cancel := context.WithTimeout(ctx, replyTimeout)
	defer cancel()
	p, err := openPage(ctx, e.door, string(doctorTenant))
	if err != nil {
		return err
	}
	message, err := p.say(ctx, "¿Cuánto cuesta la revisión?", "")
	if err != nil {
		return err
	}
	reply, err := p.reply(ctx)
	settle(ctx)
	way, traceErr := follow(context.WithoutCancel(ctx), b, question(message))
	e.way = way
	switch {
	case err != nil:
		return errors.Join(err, traceErr)
	case traceErr != nil:
		return traceErr
	case !strings.Contains(reply.Text, "100"):
		return errors.New("the reply does not tell the price that the doctor's tenant has")
	}
	return way.misses()
}

// settle gives the last spans of a way time to end: the reply is read before its sender has noted that it was sent.
func settle(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(300 * time.Millisecond):
	}
}

// misses names the first service of the main path that left no span.
func (w *way) misses() error {
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

func (e *examination) print(asJSON bool) error {
	if asJSON {
		return e.json(map[string]any{"checks": e.findings, "way": e.way})
	}
	for _, f := range e.findings {
		mark := "ok  "
		if !f.OK {
			mark = "FAIL"
		}
		fmt.Fprintf(e.stdout, "%s  %-14s %s\n", mark, f.Check, f.Text)
		if !f.OK {
			fmt.Fprintf(e.stdout, "      %-14s mend: %s\n", "", f.Mend)
		}
	}
	if e.way != nil {
		fmt.Fprintln(e.stdout)
		e.way.waterfall(e.stdout)
	}
	return nil
}
