package waiting

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/tool-executor/tools/openings"
)

const (
	sweepEvery = 5 * time.Second
	// a tenant's list is looked through so often, the whole of it, at most batch tenants at a time
	lookEvery = 15 * time.Second
	batch     = 100
	// held is how long a time is kept for who is offered it.
	held = 10 * time.Minute
)

// Offers offers what is free to who waits for it, the first who fits first. It looks at the calendar and not at events: whatever frees
// a time (a cancellation, a move, a hold that is over, new hours) is found, also after a crash.
type Offers struct {
	Store *store.Store // that acts as recado_tool_executor
	Key   seal.Key     // of slot ids
	Log   *slog.Logger
}

// Run offers until ctx ends.
func (o *Offers) Run(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		if _, err := o.Sweep(ctx, lookEvery); err != nil && !store.IsUnavailable(err) && ctx.Err() == nil {
			o.Log.WarnContext(ctx, "the waiting list waits", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Sweep looks at the lists of tenants that nobody has looked at for a while, and returns how many offers it made.
func (o *Offers) Sweep(ctx context.Context, every time.Duration) (made int, err error) {
	var ids []string
	err = o.Store.System(ctx, func(of pgx.Tx) error {
		rows, err := of.Query(ctx, `SELECT business.waiting_tenants($1, $2)`, every, batch)
		if err != nil {
			return err
		}
		ids, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("find who waits: %w", err)
	}
	for _, id := range ids {
		n, failed := o.tenant(ctx, tenant.ID(id))
		made, err = made+n, errors.Join(err, failed)
	}
	return made, err
}

// tenant makes a tenant's offers in one transaction, one process at a time.
func (o *Offers) tenant(ctx context.Context, id tenant.ID) (made int, err error) {
	err = store.Retry(ctx, func() error {
		made = 0
		return o.Store.Tenant(ctx, id, func(of pgx.Tx) error {
			var mine, quiet bool
			const lock = `SELECT pg_try_advisory_xact_lock(hashtextextended($1 || '/waiting list', 0))`
			if err := of.QueryRow(ctx, lock, id).Scan(&mine); err != nil || !mine {
				return err
			}
			if _, err := of.Exec(ctx, restSQL, id, maxOffers); err != nil {
				return fmt.Errorf("end offers: %w", err)
			}
			if err := of.QueryRow(ctx, quietSQL, id).Scan(&quiet); err != nil {
				return fmt.Errorf("read quiet hours: %w", err)
			}
			if !quiet {
				if made, err = o.serve(ctx, of, id); err != nil {
					return err
				}
			}
			_, err := of.Exec(ctx, lookedSQL, id)
			return err
		})
	})
	if err != nil {
		return 0, fmt.Errorf("offer what is free: %w", err)
	}
	return made, nil
}

// serve goes through who waits in order.
func (o *Offers) serve(ctx context.Context, of pgx.Tx, id tenant.ID) (made int, err error) {
	rows, err := of.Query(ctx, entriesSQL, id, maxTenant)
	if err != nil {
		return 0, fmt.Errorf("read the waiting list: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToAddrOfStructByPos[entry])
	if err != nil || len(list) == 0 {
		return 0, err
	}
	first, last := list[0].First, list[0].Last
	for _, e := range list {
		first, last = earlier(first, e.First), later(last, e.Last)
	}
	a, err := (&tx{of}).agenda(ctx, id, first, len(openings.Days(first, last)))
	if err != nil {
		return 0, err
	}
	days := map[wanted][]openings.Free{}
	for _, e := range list {
		done, err := o.offer(ctx, of, id, look{a, e, days})
		if err != nil {
			return made, err
		}
		if done {
			made++
		}
	}
	return made, nil
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// look is one who waits before the calendar.
type look struct {
	agenda *openings.Agenda
	entry  *entry
	days   map[wanted][]openings.Free // what was found for whoever wants the same
}

// wanted is what many wait for alike.
type wanted struct {
	day  time.Time
	wish openings.Wish
}

// day is what is free on one day.
func (l look) day(day time.Time, w openings.Wish) []openings.Free {
	found, known := l.days[wanted{day, w}]
	if !known {
		found = l.agenda.Day(day, w)
		l.days[wanted{day, w}] = found
	}
	return found
}

// take makes a time busy for who comes after.
func (l look) take(f openings.Free, w openings.Wish) {
	l.agenda.Take(f, w)
	clear(l.days)
}

// service is what is waited for; nil is any or none.
func (l look) service() *openings.Service {
	i := slices.IndexFunc(l.agenda.Services, func(s openings.Service) bool { return l.entry.Service != nil && s.ID == *l.entry.Service })
	if i < 0 {
		return nil
	}
	return &l.agenda.Services[i]
}

func (l look) wish() openings.Wish {
	w := openings.Wish{Minutes: l.agenda.Minutes, Party: l.entry.Party, Part: l.entry.Part}
	if s := l.service(); s != nil {
		s.For(&w)
	}
	if l.entry.Branch != nil {
		w.Branch = *l.entry.Branch
	}
	return w
}

// free are the times that may be offered, each once.
func (l look) free(w openings.Wish) (out []openings.Free) {
	if l.entry.Service != nil && l.service() == nil {
		return nil // it is booked no more
	}
	for _, day := range openings.Days(l.entry.First, l.entry.Last) {
		for _, f := range l.day(day, w) {
			if !slices.ContainsFunc(l.entry.Offered, f.Starts.Equal) {
				out = append(out, f)
			}
		}
	}
	return out
}

// offer keeps the first free time that fits for who waits, and plans to tell them.
func (o *Offers) offer(ctx context.Context, of pgx.Tx, id tenant.ID, l look) (done bool, err error) {
	w := l.wish()
	free := l.free(w)
	if len(free) == 0 {
		return false, nil
	}
	busy, err := (&tx{of}).busy(ctx, id, l.entry)
	if err != nil {
		return false, err
	}
	for _, f := range free {
		ends := f.Starts.Add(time.Duration(w.Minutes) * time.Minute)
		if slices.ContainsFunc(busy, func(b openings.Busy) bool { return b.Starts.Before(ends) && f.Starts.Before(b.Ends) }) {
			continue
		}
		h := openings.Hold{
			Tenant: id, ContactID: l.entry.Contact, Conversation: l.entry.Conversation, Waiting: &l.entry.ID, Free: f, Wish: w, Life: held,
		}
		until, err := h.Insert(ctx, of)
		if errors.Is(err, openings.ErrTaken) {
			continue // meanwhile, by somebody else
		}
		if err != nil {
			return false, err
		}
		l.take(f, w)
		return true, promise(ctx, of, id, offer{l.entry, f, until, o.facts(id, l, f, until)})
	}
	return false, nil
}

func (o *Offers) facts(id tenant.ID, l look, f openings.Free, until time.Time) facts {
	w := l.wish()
	out := facts{
		Branch: f.Branch.Name, Date: f.Starts.Format(time.DateOnly), Time: f.Starts.Format("15:04"),
		Until: until.In(l.agenda.Zone).Format("15:04"), SlotID: l.agenda.Slot(f, w).Sign(openings.SlotKey(o.Key, id)),
	}
	if s := l.service(); s != nil {
		out.Service, out.ServiceID = s.Name, s.Slug
	}
	if f.Resource.Table {
		out.Party = l.entry.Party
	} else if w.Staff == uuid.Nil {
		out.Staff = f.Resource.Name
	}
	return out
}
