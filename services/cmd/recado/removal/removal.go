// Package removal takes a tenant out of a running recado: its settings first, so that its doors close, then all that is kept of it.
package removal

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/wipe"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
)

// Settle is how long after its doors closed handlers may still write something of a tenant: a handler of an ordered stage has 30 s.
const Settle = 35 * time.Second

// ErrUnknown says that nothing is kept of a tenant.
var ErrUnknown = errors.New("nothing is kept of a tenant of that name")

// Remover removes tenants.
type Remover struct {
	Store  *store.Store  // that acts as recado_console
	Bus    *bus.Bus      // the operator's
	Settle time.Duration // as the constant; tests have no time
}

// Report says what of a tenant was found or removed, by kind.
type Report struct {
	Tenant  tenant.ID      `json:"tenant"`
	Removed map[string]int `json:"removed"`
	Remains []Rest         `json:"remains"`
}

// Rest is something that a removal does not reach, and until when it is there.
type Rest struct {
	What  string `json:"what"`
	Until string `json:"until"`
}

// remains is what no removal reaches.
var remains = []Rest{
	{"tool calls and their results, in memory", "5 minutes"},
	{"bodies of events over 256 KiB, whose keys name no tenant", "24 hours (raw), 72 hours, 30 days (dead letters)"},
	{"dead letters of which nobody could tell the tenant", "30 days"},
	{"blocks of streams on disk that hold other messages too", "their youngest message is too old: at most 30 days"},
	{"spans in the processes' memory and in your collector, and logs: ids, no texts", "the process ends; what you set there"},
	{"backups and the write-ahead log of the database", "you delete them"},
	{"NATS users of the tenant's gateways in accounts.conf", "you delete them"},
}

// Look counts what Remove would remove.
func (r *Remover) Look(ctx context.Context, id tenant.ID) (Report, error) {
	p, err := r.pass(id, true)
	if err != nil {
		return Report{}, err
	}
	if err := p.bus(ctx); err != nil {
		return p.report, err
	}
	found, err := p.rows.count(ctx, id)
	p.add(found)
	return p.report, p.known(err)
}

// Remove removes a tenant. It may be interrupted and done again: its own row is the last to go. What comes for the tenant meanwhile
// is refused by services that do not know it, and removed by the next pass.
func (r *Remover) Remove(ctx context.Context, id tenant.ID) (Report, error) {
	p, err := r.pass(id, false)
	if err != nil {
		return Report{}, err
	}
	if err := p.rows.mark(ctx, id); err != nil {
		return p.report, err
	}
	closed := time.Now()
	for ctx.Err() == nil {
		before := p.total()
		if err := p.everything(ctx); err != nil {
			return p.report, err
		}
		if p.total() == 0 { // there is nothing to wait for
			break
		}
		if p.total() == before && time.Since(closed) >= r.Settle {
			break
		}
		if p.total() == before {
			retry.Sleep(ctx, time.Second)
		}
	}
	if ctx.Err() != nil {
		return p.report, fmt.Errorf("removing %s was interrupted: do it again: %w", id, ctx.Err())
	}
	existed, err := p.rows.forget(ctx, id)
	if existed {
		p.report.Removed["core.tenants"]++
	}
	return p.report, p.known(err)
}

// pass goes once through everything.
type pass struct {
	id     tenant.ID
	rows   rows
	wiper  *wipe.Wiper
	conn   *bus.Bus
	report Report
}

func (r *Remover) pass(id tenant.ID, dry bool) (*pass, error) {
	if _, err := tenant.ParseID(string(id)); err != nil {
		return nil, err
	}
	wiper, err := wipe.New(r.Bus.Conn())
	if err != nil {
		return nil, err
	}
	wiper.Dry = dry
	report := Report{Tenant: id, Removed: map[string]int{}, Remains: remains}
	return &pass{id: id, rows: rows{r.Store}, wiper: wiper, conn: r.Bus, report: report}, nil
}

func (p *pass) known(err error) error {
	if err == nil && p.total() == 0 {
		return ErrUnknown
	}
	return err
}

func (p *pass) add(found map[string]int) {
	for kind, n := range found {
		p.report.Removed[kind] += n
	}
}

func (p *pass) total() (n int) {
	for v := range maps.Values(p.report.Removed) {
		n += v
	}
	return n
}

// everything takes the bus before the rows: conversations' ids are needed there.
func (p *pass) everything(ctx context.Context) error {
	if err := p.bus(ctx); err != nil {
		return err
	}
	for ctx.Err() == nil {
		gone, err := p.rows.remove(ctx, p.id)
		if err != nil {
			return err
		}
		p.add(gone)
		if len(gone) == 0 {
			return nil
		}
	}
	return ctx.Err()
}

// bus removes what the streams and buckets hold; the settings first.
func (p *pass) bus(ctx context.Context) error {
	conversations, err := p.rows.conversations(ctx, p.id)
	if err != nil {
		return err
	}
	known, hashed := map[string]bool{}, map[string]bool{}
	for _, c := range conversations {
		known[c], hashed[keyOf(p.id, c)] = true, true
	}
	if err := p.keys(ctx, "settings", subject.BucketTenants, func(key string) bool { return key == string(p.id) }); err != nil {
		return err
	}
	if err := p.streams(ctx, known); err != nil {
		return err
	}
	ours := func(key string) bool { return hashed[key] }
	if err := p.keys(ctx, "guard sessions", subject.BucketSessions, ours); err != nil {
		return err
	}
	if err := p.keys(ctx, "dialogues", subject.BucketDialogues, ours); err != nil {
		return err
	}
	return p.contacts(ctx)
}

// contacts destroys the keys of the tenant's contacts.
func (p *pass) contacts(ctx context.Context) error {
	prefix := string(p.id) + "."
	chosen := func(key string) bool { return strings.HasPrefix(key, prefix) }
	n, err := p.wiper.Keys(ctx, subject.BucketVault, chosen, func(key string) error {
		_, err := vault.Erase(ctx, p.conn, p.id, strings.TrimPrefix(key, prefix))
		return err
	})
	if err := p.took("contacts' keys", n, err); err != nil {
		return err
	}
	return p.keys(ctx, "ended web chat sessions", subject.BucketRevoked, chosen)
}

// streams removes gateways' consumers, messages, the web chat's replies and documents.
func (p *pass) streams(ctx context.Context, conversations map[string]bool) error {
	n, err := p.wiper.Gateways(ctx, p.id)
	if err := p.took("gateway consumers", n, err); err != nil {
		return err
	}
	found, err := p.wiper.Messages(ctx, p.id)
	p.add(found)
	if err != nil {
		return err
	}
	n, err = p.wiper.Replies(ctx, conversations)
	if err := p.took(subject.Stream(subject.WebchatReply), n, err); err != nil {
		return err
	}
	n, err = p.wiper.Documents(ctx, p.id)
	return p.took("documents in the object store", n, err)
}

func (p *pass) keys(ctx context.Context, kind, bucket string, chosen func(string) bool) error {
	n, err := p.wiper.Keys(ctx, bucket, chosen, func(key string) error { return p.conn.Delete(ctx, bucket, key) })
	return p.took(kind, n, err)
}

func (p *pass) took(kind string, n int, err error) error {
	if n > 0 {
		p.report.Removed[kind] += n
	}
	return err
}

// keyOf is where sanitize and intent-router keep what they remember of a conversation.
func keyOf(id tenant.ID, conversation string) string {
	sum := sha256.Sum256([]byte(string(id) + "\x00" + conversation))
	return hex.EncodeToString(sum[:16])
}
