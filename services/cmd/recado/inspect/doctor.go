// Package inspect is the commands that look into a running recado: trace, doctor, deadletter, topology, and version.
package inspect

import (
	"context"
	"fmt"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/services"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/way"
)

// finding is the outcome of one check; mend says what to do where it failed.
type finding struct {
	Check string `json:"check"`
	OK    bool   `json:"ok"`
	Text  string `json:"text"`
	Mend  string `json:"mend,omitempty"`
}

// examination runs checks in order. One that fails does not stop the next, unless it needs it.
type examination struct {
	cli      *cli.CLI
	dir      string
	door     string
	findings []finding
	way      *way.Way
}

// Doctor is recado doctor.
func Doctor(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("doctor [--url URL] [--json]",
		"Checks the configuration, the disk, the configured model, PostgreSQL, NATS and the tenants of a running recado,\n"+
			"sends a message through every hop as a tenant of its own, "+
			"prints its way, and says how to mend what failed.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	door := set.String("url", "", "HTTP door of ingest; the running recado's by default")
	if _, err := c.Parse(set, args, 0, 0); err != nil {
		return err
	}
	e := &examination{cli: c, dir: *dir, door: c.Door(*dir, *door)}
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
	e.note("configuration", app.Check(services.All(), e.cli.Environment(e.dir)), "every variable is right",
		"set the variables that are named (docs/config.md), or start recado up, which needs none")
	free, err := checkDisk(e.dir)
	e.note("disk", err, free, "make room, or keep the state elsewhere with --dir: without it nothing is written any more")
	model, err := checkModel(ctx, e.cli.Environment(e.dir))
	e.note("model", err, model,
		"check RECADO_LLM_FILE and its keys, or RECADO_LLM_BASE_URL, RECADO_LLM_MODEL and RECADO_LLM_API_KEY; until one answers, rules do")
	e.note("postgres", e.checkPostgres(ctx), "reachable, its schema is of this version",
		"start recado up or recado local, then recado migrate")
	err = e.cli.WithBus(ctx, e.dir, func(b *bus.Bus) error {
		e.noteConnected(nil)
		e.runOnBus(ctx, b)
		return nil
	})
	if err != nil {
		e.noteConnected(err)
	}
}

func (e *examination) noteConnected(err error) {
	e.note("nats", err, "reachable", "start recado up or recado local; elsewhere check RECADO_NATS_URL and recado topology verify")
}

func (e *examination) runOnBus(ctx context.Context, b *bus.Bus) {
	e.note("topology", e.checkTopology(ctx), "as this version wants it", "recado topology apply")
	e.note("tenants", e.checkTenants(ctx, b), "the bus and the database agree",
		"recado tenant apply FILE, or recado tenant sweep where the bus lost them")
	e.note("secrets", e.checkSecrets(ctx, b), "every account's open",
		"set RECADO_SECRET_KEY to the key that the services have, then recado tenant apply FILE again")
	e.note("door", e.checkDoor(ctx), e.door+" is ready",
		"start ingest, or name its address with --url; its log says what it waits for")
	e.note("dead letters", checkDeadLetters(ctx, b), "none", "recado deadletter list shows why; retry or drop them")
	e.note("message", e.sendMessage(ctx, b), "crossed every hop",
		"the way below ends where a service is missing or fails: start it, or read its log")
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

func (e *examination) print(asJSON bool) error {
	if asJSON {
		return e.cli.JSON(map[string]any{"checks": e.findings, "way": e.way})
	}
	for _, f := range e.findings {
		mark := "ok  "
		if !f.OK {
			mark = "FAIL"
		}
		fmt.Fprintf(e.cli.Stdout, "%s  %-14s %s\n", mark, f.Check, f.Text)
		if !f.OK {
			fmt.Fprintf(e.cli.Stdout, "      %-14s mend: %s\n", "", f.Mend)
		}
	}
	if e.way != nil {
		fmt.Fprintln(e.cli.Stdout)
		e.way.Waterfall(e.cli.Stdout)
	}
	return nil
}
