package secret

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"text/tabwriter"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/pkg/vault"
	"github.com/recado/recado/services/cmd/recado/cli"
)

const (
	// onTheWay is how long what was sealed before the last value at rest was sealed again may be met: events (72 h) and what is made of
	// them, tokens of web chat sessions, ids of openings, scores of conversations.
	onTheWay = 73 * time.Hour
	// letterLife is how long a dead letter is kept.
	letterLife = 30 * 24 * time.Hour
	maxLetters = 100_000
)

type options struct {
	dir    string
	check  bool
	asJSON bool
}

// place is one kind of value that lies somewhere, and how its values were found.
type place struct {
	Name  string `json:"name"`
	Seen  int    `json:"seen"`
	Older int    `json:"older"` // of an older key; sealed again unless --check
	Lost  int    `json:"lost"`  // no key at hand opens them
}

// report is what rotate prints.
type report struct {
	Key       string    `json:"key"`
	OlderKeys []string  `json:"older_keys,omitempty"`
	Places    []place   `json:"places"`
	RotatedAt time.Time `json:"rotated_at,omitzero"` // since when nothing at rest is of an older key
	Letters   int       `json:"dead_letters"`        // that an older key may have sealed
	NeededTo  time.Time `json:"older_needed_until,omitzero"`
	MayDrop   bool      `json:"older_may_be_dropped"`
}

// errNeeded ends a check with 1.
var errNeeded = errors.New("an older key is still needed")

// rotation is one run.
type rotation struct {
	root  seal.Key
	bus   *bus.Bus
	db    *store.Store
	write bool
	out   report
}

func rotate(ctx context.Context, c *cli.CLI, o options) error {
	root, err := rootKey(c, o.dir)
	if err != nil {
		return err
	}
	url, err := c.Database(o.dir)
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, store.Options{URL: url, Role: "recado_console", MaxConns: 2})
	if err != nil {
		return err
	}
	defer db.Close()
	var r *rotation
	err = c.WithBus(ctx, o.dir, func(b *bus.Bus) error {
		r = &rotation{root: root, bus: b, db: db, write: !o.check}
		return r.run(ctx, time.Now())
	})
	if err != nil {
		return err
	}
	if o.asJSON {
		err = c.JSON(r.out)
	} else {
		err = r.out.print(c)
	}
	if err == nil && o.check && r.needsOlder() {
		return errNeeded
	}
	return err
}

func (r *rotation) needsOlder() bool {
	return r.older() > 0 || len(r.out.OlderKeys) > 0 && !r.out.MayDrop
}

func (r *rotation) run(ctx context.Context, now time.Time) error {
	ids := r.root.IDs()
	r.out.Key = ids[0].String()
	for _, id := range ids[1:] {
		r.out.OlderKeys = append(r.out.OlderKeys, id.String())
	}
	a := &apply.Applier{Store: r.db, Bus: r.bus, Key: r.root}
	tenants, err := a.Tenants(ctx)
	if err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{
		func(ctx context.Context) error { return r.settings(ctx, a, tenants) },
		r.contacts,
		func(ctx context.Context) error { return r.rows(ctx, tenants) },
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if err := r.note(ctx); err != nil {
		return err
	}
	return r.judge(ctx, now)
}

func (r *rotation) settings(ctx context.Context, a *apply.Applier, tenants []tenant.ID) error {
	at := place{Name: "secrets and identity keys of tenants"}
	for _, id := range tenants {
		count, err := a.Reseal(ctx, id, r.write)
		if err != nil {
			return err
		}
		at.Seen, at.Older, at.Lost = at.Seen+count.Seen, at.Older+count.Older, at.Lost+count.Lost
	}
	r.out.Places = append(r.out.Places, at)
	return nil
}

// workers is how many contacts' keys are sealed again at once: each is some questions to the bus.
const workers = 8

// contacts lists all keys before it changes one: those that are made meanwhile are of the newest key.
func (r *rotation) contacts(ctx context.Context) error {
	var names []string
	if err := r.bus.EachKey(ctx, subject.BucketVault, func(name string) error { names = append(names, name); return nil }); err != nil {
		return err
	}
	at := place{Name: "keys of contacts"}
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for _, name := range names {
		group.Go(func() error {
			found, err := vault.Reseal(ctx, r.bus, r.root, name, r.write)
			mu.Lock()
			defer mu.Unlock()
			at.count(found)
			return err
		})
	}
	err := group.Wait()
	r.out.Places = append(r.out.Places, at)
	return err
}

func (at *place) count(found vault.Sealing) {
	switch found {
	case vault.Gone:
		return
	case vault.Older:
		at.Older++
	case vault.Lost:
		at.Lost++
	}
	at.Seen++
}

func (r *rotation) older() (n int) {
	for _, at := range r.out.Places {
		n += at.Older
	}
	return n
}

// judge says what older keys are needed for yet.
func (r *rotation) judge(ctx context.Context, now time.Time) error {
	if len(r.out.OlderKeys) == 0 {
		return nil
	}
	letters, err := r.bus.DeadLetters(ctx, bus.DeadLetterFilter{Limit: maxLetters})
	if err != nil {
		return err
	}
	until := r.out.RotatedAt.Add(onTheWay)
	for _, l := range letters {
		if !l.Sealed || !r.out.RotatedAt.IsZero() && l.StoredAt.After(r.out.RotatedAt) {
			continue
		}
		r.out.Letters++
		if end := l.StoredAt.Add(letterLife); end.After(until) {
			until = end
		}
	}
	if r.out.RotatedAt.IsZero() {
		return nil
	}
	r.out.NeededTo = until
	r.out.MayDrop = now.After(until) && (r.write || r.older() == 0)
	return nil
}

func (o report) print(c *cli.CLI) error {
	fmt.Fprintf(c.Stdout, "key %s seals", o.Key)
	for _, id := range o.OlderKeys {
		fmt.Fprintf(c.Stdout, ", %s opens", id)
	}
	fmt.Fprintln(c.Stdout)
	table := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "AT REST\tVALUES\tOF AN OLDER KEY\tOF NO KEY AT HAND")
	for _, at := range o.Places {
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\n", at.Name, at.Seen, at.Older, at.Lost)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	switch {
	case len(o.OlderKeys) == 0:
		fmt.Fprintln(c.Stdout, "there is no older key: RECADO_SECRET_KEY=new,old names one")
	case o.RotatedAt.IsZero():
		fmt.Fprintln(c.Stdout, "not rotated yet: run it without --check")
	case o.MayDrop:
		fmt.Fprintln(c.Stdout, "older keys may be dropped: take them out of RECADO_SECRET_KEY, and derive the services' keys again")
	default:
		fmt.Fprintf(c.Stdout, "older keys are needed until %s: events and sessions for 73 hours, %d sealed dead letters for 30 days\n",
			o.NeededTo.UTC().Format("2006-01-02 15:04 MST"), o.Letters)
		if o.Letters > 0 {
			fmt.Fprintln(c.Stdout, "recado deadletter retry or drop ends the letters sooner")
		}
	}
	return nil
}
