package loyalty

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
)

const programSQL = `SELECT p.id::text, p.slug, p.name, p.unit, p.per_appointment, p.per_order, coalesce(p.per_amount, 0),
  (SELECT currency FROM core.tenants WHERE tenant_id = $1), r.slug, r.name, r.description, r.aliases, r.tokens, r.available, r.code_days
FROM (SELECT * FROM business.loyalty_programs WHERE tenant_id = $1 ORDER BY slug LIMIT 1) p
JOIN business.loyalty_rewards r ON r.tenant_id = p.tenant_id AND r.program_id = p.id ORDER BY r.tokens, r.position`

func (p *program) scan(rows pgx.Rows) error {
	var r reward
	var amount int64
	var currency string
	_, err := pgx.ForEachRow(rows, []any{
		&p.id, &p.slug, &p.name, &p.unit, &p.earn.PerAppointment, &p.earn.PerOrder, &amount, &currency,
		&r.slug, &r.name, &r.description, &r.aliases, &r.tokens, &r.available, &r.codeDays,
	}, func() error {
		p.rewards = append(p.rewards, r)
		r = reward{}
		return nil
	})
	if amount > 0 {
		p.earn.PerAmount = money.Format(amount, currency)
	}
	return err
}

const accountSQL = `SELECT a.balance, a.expires_at, t.zone FROM business.loyalty_accounts a JOIN core.tenants t USING (tenant_id)
JOIN business.loyalty_programs p ON p.tenant_id = a.tenant_id AND p.id = a.program_id
WHERE a.tenant_id = $1 AND a.contact_id = $2 AND (a.expires_at IS NULL OR a.expires_at > now()) ORDER BY p.slug LIMIT 1`

const codesSQL = `SELECT r.code, r.reward_name, to_char(r.expires_at AT TIME ZONE t.zone, 'YYYY-MM-DD')
FROM business.loyalty_redemptions r JOIN core.tenants t USING (tenant_id)
WHERE r.tenant_id = $1 AND r.contact_id = $2 AND r.used_at IS NULL AND r.expires_at > now() ORDER BY r.created_at DESC LIMIT 5`

// read gives the programme, nil where there is none, and what the contact has.
func (d *data) read(ctx context.Context, c tool.Call) (*program, account, error) {
	p, a := &program{}, account{codes: []code{}}
	err := d.db.Batch(ctx, c.Tenant, func(b *pgx.Batch) {
		b.Queue(programSQL, c.Tenant).Query(p.scan)
		b.Queue(accountSQL, c.Tenant, c.ContactID).Query(a.scan)
		b.Queue(codesSQL, c.Tenant, c.ContactID).Query(func(rows pgx.Rows) error {
			list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[code])
			a.codes = append(a.codes, list...)
			return err
		})
	})
	if err != nil {
		return nil, a, fmt.Errorf("read loyalty: %w", err)
	}
	if p.id == "" {
		p = nil
	}
	return p, a, nil
}

func (a *account) scan(rows pgx.Rows) error {
	var zone string
	_, err := pgx.ForEachRow(rows, []any{&a.balance, &a.expires, &zone}, func() error { return nil })
	if err != nil || a.expires == nil {
		return err
	}
	place, err := time.LoadLocation(zone)
	if err == nil {
		a.expires = new(a.expires.In(place))
	}
	return err
}

// tx is the transaction of one write.
type tx struct{ tx pgx.Tx }

func writing(write func(*tx) (tool.Result, error)) ledger.Write {
	return func(in pgx.Tx) (tool.Result, error) { return write(&tx{in}) }
}

// program reads the business's, nil where it has none.
func (x *tx) program(ctx context.Context, id tenant.ID) (*program, error) {
	p := &program{}
	rows, err := x.tx.Query(ctx, programSQL, id)
	if err == nil {
		err = p.scan(rows)
	}
	if err != nil {
		return nil, fmt.Errorf("read loyalty programme: %w", err)
	}
	if p.id == "" {
		return nil, nil
	}
	return p, nil
}

const hasSQL = `SELECT business.expire_tokens($1, $2, $3),
  count(*) FILTER (WHERE used_at IS NULL AND expires_at > now()), count(*) FILTER (WHERE created_at > now() - interval '24 hours')
FROM business.loyalty_redemptions WHERE tenant_id = $1 AND contact_id = $2`

// lock reads the programme and what the contact has, which nobody changes until the transaction ends.
func (x *tx) lock(ctx context.Context, c tool.Call) (*program, has, error) {
	var had has
	p, err := x.program(ctx, c.Tenant)
	if err != nil || p == nil {
		return nil, had, err
	}
	if err := x.tx.QueryRow(ctx, hasSQL, c.Tenant, c.ContactID, p.id).Scan(&had.balance, &had.open, &had.lastDay); err != nil {
		return nil, had, fmt.Errorf("read loyalty account: %w", err)
	}
	return p, had, nil
}

// move is tokens that come to an account or leave it.
type move struct {
	tenant           tenant.ID
	contact, program string
	tokens           int64
	kind, source, id string
	description      string
}

const moveSQL = `SELECT done, balance FROM business.move_tokens($1, $2, $3, $4, $5, $6, $7, $8)`

// move changes an account; done is false where the same source has done so before.
func (x *tx) move(ctx context.Context, m move) (done bool, balance int64, err error) {
	err = x.tx.QueryRow(ctx, moveSQL, m.tenant, m.contact, m.program, m.tokens, m.kind, m.source, m.id, m.description).Scan(&done, &balance)
	if err != nil {
		return false, 0, fmt.Errorf("move tokens: %w", err)
	}
	return done, balance, nil
}

// made is a reward that was taken.
type made struct {
	reward  reward
	id      string
	code    string
	expires time.Time // on the tenant's wall
}

const redemptionSQL = `INSERT INTO business.loyalty_redemptions
  (tenant_id, id, contact_id, program_id, reward_slug, reward_name, tokens, code, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(days => $9))
RETURNING expires_at AT TIME ZONE (SELECT zone FROM core.tenants WHERE tenant_id = $1)`

// take moves the tokens and keeps the code.
func (x *tx) take(ctx context.Context, c tool.Call, p *program, m *made) (left int64, err error) {
	m.id = uuid.Must(uuid.NewV7()).String()
	_, left, err = x.move(ctx, move{
		tenant: c.Tenant, contact: c.ContactID, program: p.id, tokens: -m.reward.tokens, kind: "redeemed", source: "redemption", id: m.id,
		description: m.reward.name,
	})
	if err != nil {
		return 0, err
	}
	err = x.tx.QueryRow(ctx, redemptionSQL, c.Tenant, m.id, c.ContactID, p.id, m.reward.slug, m.reward.name, m.reward.tokens, m.code,
		m.reward.codeDays).Scan(&m.expires)
	if err != nil {
		return 0, fmt.Errorf("keep code: %w", err)
	}
	return left, nil
}

const orderSQL = `SELECT o.contact_id::text, p.id::text, p.per_order + coalesce(o.total / p.per_amount, 0), 'order', o.number::text
FROM business.orders o JOIN business.loyalty_programs p ON p.tenant_id = o.tenant_id
WHERE o.tenant_id = $1 AND o.id = $2 AND o.status = 'delivered' AND NOT chat.is_erased($1, o.contact_id) ORDER BY p.slug LIMIT 1`

const settleSQL = `SELECT business.settle_visit($1, $2)`

// settle gives what an appointment is worth or takes it back, by its state as it stands now.
func (d *data) settle(ctx context.Context, id tenant.ID, appointment string) error {
	return store.Retry(ctx, func() error {
		return d.db.Tenant(ctx, id, func(in pgx.Tx) error {
			if _, err := in.Exec(ctx, settleSQL, id, appointment); err != nil {
				return fmt.Errorf("settle appointment: %w", err)
			}
			return nil
		})
	})
}

// earn awards what one order is worth as it stands now; what is gone, or worth nothing, awards nothing.
func (d *data) earn(ctx context.Context, id tenant.ID, source string) error {
	return store.Retry(ctx, func() error {
		return d.db.Tenant(ctx, id, func(in pgx.Tx) error {
			m := move{tenant: id, id: source, kind: "earned"}
			err := in.QueryRow(ctx, orderSQL, id, source).Scan(&m.contact, &m.program, &m.tokens, &m.source, &m.description)
			if errors.Is(err, pgx.ErrNoRows) || err == nil && m.tokens == 0 {
				return nil
			}
			if err != nil {
				return fmt.Errorf("read what is awarded: %w", err)
			}
			_, _, err = (&tx{in}).move(ctx, m)
			return err
		})
	})
}

// KeepExpiring ends tokens whose time is over, now and every hour, until ctx ends.
func (a *Awarder) KeepExpiring(ctx context.Context, log *slog.Logger) {
	a.data.db.KeepPruning(ctx, log, `SELECT business.expire_accounts($1)`, store.PruneBatch)
}
