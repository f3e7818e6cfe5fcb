// Package attack is recado attack: it plays what outsiders can do to an installation against a recado up of its own, beside an honest
// tenant whose customers must not notice.
package attack

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/services/cmd/recado/attack/play"
	"github.com/recado/recado/services/cmd/recado/attack/scene"
	"github.com/recado/recado/services/cmd/recado/attack/watch"
	"github.com/recado/recado/services/cmd/recado/child"
	"github.com/recado/recado/services/cmd/recado/cli"
)

const about = `Starts recado up in a folder of its own with a tenant for each attack and an honest one, whose customers write to it at a
steady rate, and plays one attack after the other: oversized and forged bodies, floods, connections that dribble, sessions by the thousand.
For each it prints what was sent, what was answered, and how long the honest tenant's customers waited, from the webhook until the
reply reaches the channel's send API. It fails where an attack was not refused by the limit that is there for it, where an honest
message was not answered, or where their p99 is over the bound.
Everything is on loopback; there is no way to name another installation. Linux only: attackers have addresses of their own there.`

type options struct {
	short bool
	only  string
	rate  float64
	p99   time.Duration
}

// Attack is recado attack.
func Attack(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("attack [--short] [--only NAME,…] [--list] [--json]", about)
	var o options
	set.BoolVar(&o.short, "short", false, "smaller and fewer attacks, in about 40 s")
	set.StringVar(&o.only, "only", "", "play these attacks alone, by `name`, between commas")
	set.Float64Var(&o.rate, "rate", 5, "honest messages a second")
	set.DurationVar(&o.p99, "p99", 2*time.Second, "the longest that 99 of 100 honest messages may take")
	list, asJSON := set.Bool("list", false, "print the attacks, and play none"), set.Bool("json", false, "print JSON")
	if _, err := c.Parse(set, args, 0, 0); err != nil {
		return err
	}
	if o.rate <= 0 || o.p99 <= 0 {
		return cli.Usagef("usage: recado %s, with positive numbers", set.Name())
	}
	chosen, err := choose(o)
	if err != nil {
		return err
	}
	if *list {
		for _, a := range chosen {
			fmt.Fprintf(c.Stdout, "%-18s %s\n", a.Name, a.Does)
		}
		return nil
	}
	printed := func(r watch.Report) {
		if !*asJSON {
			r.Print(c.Stdout)
		}
	}
	reports, err := run(ctx, o, chosen, printed)
	if err == nil && *asJSON {
		err = c.JSON(reports)
	}
	return errors.Join(err, failures(reports))
}

// choose returns the attacks that were asked for.
func choose(o options) (chosen []play.Attack, err error) {
	asked := strings.FieldsFunc(o.only, func(r rune) bool { return r == ',' })
	for _, name := range asked {
		if !slices.ContainsFunc(play.All, func(a play.Attack) bool { return a.Name == name }) {
			return nil, cli.Usagef("attack: %q is none; recado attack --list names them", name)
		}
	}
	for _, a := range play.All {
		if named, all := slices.Contains(asked, a.Name), len(asked) == 0; named || all && (!o.short || !a.Long) {
			chosen = append(chosen, a)
		}
	}
	return chosen, nil
}

// run plays attacks one after the other.
func run(ctx context.Context, o options, chosen []play.Attack, printed func(watch.Report)) (reports []watch.Report, err error) {
	probes, err := scene.FreeAddress(ctx)
	if err != nil {
		return nil, err
	}
	up, err := child.Start(ctx, child.Options{Tenants: tenants(chosen, o.short), Env: []string{
		"RECADO_PROBE_ADDR=" + probes, "RECADO_TRUSTED_PROXIES=" + scene.ProxyAddress, "TENANT_ATTACK_SECRET=" + scene.Secret,
	}})
	if err != nil {
		return nil, err
	}
	up.Number(scene.HonestNumber, scene.Secret)
	t := &theatre{options: o, up: up, probes: "http://" + probes}
	t.honest = watch.NewHonest(up, scene.ClientFrom(scene.HonestAddress), o.rate, scene.Secret)
	listening, stop := context.WithCancel(ctx)
	go t.honest.Listen(listening)
	for i, a := range chosen {
		r := t.play(ctx, a, i)
		printed(r)
		reports = append(reports, r)
		if ctx.Err() != nil {
			break
		}
	}
	stop()
	_, err = up.Stop()
	return reports, errors.Join(ctx.Err(), err)
}

// tenants are the files of the honest tenant and of those of each attack.
func tenants(chosen []play.Attack, short bool) map[string][]byte {
	files := map[string][]byte{scene.HonestTenant: scene.TenantFile(scene.HonestTenant, scene.HonestNumber)}
	for i, a := range chosen {
		for n := range a.Tenants(short) {
			id := scene.Tenant(a.Name, n)
			files[id] = scene.TenantFile(id, scene.Number(i, n))
		}
	}
	return files
}

// theatre is what all attacks are played at.
type theatre struct {
	options
	up     *child.Child
	honest *watch.Honest
	probes string
}

const (
	// leastShort and leastLong are how long an attack is looked at, however soon it is over.
	leastShort, leastLong = 1500 * time.Millisecond, 5 * time.Second
	// dribble is longer than any door should listen: the web chat allows ten seconds to telephones in a tunnel.
	dribble = 14 * time.Second
	// patience is longer than an honest message may take.
	patience = 3 * time.Second
)

// play plays an attack while the honest customers write.
func (t *theatre) play(ctx context.Context, a play.Attack, index int) watch.Report {
	s := scene.New(scene.Options{Up: t.up, Name: a.Name, Index: index, Short: t.short, Dribble: dribble, Patience: patience})
	defer s.Close()
	r := watch.Report{Attack: a.Name, Does: a.Does}
	before, err := t.up.Metrics(ctx, t.probes)
	r.Add(err)
	began, over, done := time.Now(), make(chan struct{}), make(chan watch.Figures, 1)
	go func() { done <- t.honest.During(ctx, t.honestNumbers(a, index), over) }()
	if err := a.Play(ctx, s); err != nil {
		r.Add(fmt.Errorf("the attack could not be played: %w", err))
	}
	least := leastLong
	if t.short {
		least = leastShort
	}
	watch.Pause(ctx, least-time.Since(began))
	close(over)
	r.Honest = <-done
	r.Seconds = time.Since(began).Seconds()
	after, err := t.up.Metrics(ctx, t.probes)
	r.Add(err)
	r.Sent, r.Answers = s.Answers()
	r.Judge(a.Wants, t.p99, watch.Since(before, after))
	return r
}

// honestNumbers are whom the honest customers write to: beside a crowd, those of the crowd that attack nobody.
func (t *theatre) honestNumbers(a play.Attack, index int) []string {
	numbers := []string{scene.HonestNumber}
	for n := 1; n < a.Tenants(t.short); n++ {
		numbers = append(numbers, scene.Number(index, n))
		t.up.Number(scene.Number(index, n), scene.Secret)
	}
	return numbers
}

func failures(reports []watch.Report) error {
	var names []string
	for _, r := range reports {
		if len(r.Wrong) > 0 {
			names = append(names, r.Attack)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d attacks did harm or were not refused as they should: %s",
		len(names), len(reports), strings.Join(names, ", "))
}
