package apply

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
)

// version is what the database has of a tenant; Number 0 is a new one.
type version struct {
	Number   int64
	Hash     []byte
	Removing bool
}

// ErrRemoving says that a tenant is being removed.
var ErrRemoving = errors.New("it is being removed: finish that first (recado tenant remove)")

// lockTenant makes two who apply the same tenant take turns.
const lockTenant = `SELECT pg_advisory_xact_lock(hashtextextended('tenantfile ' || $1, 0))`

const selectVersion = `SELECT version, content_hash, removing FROM core.tenants WHERE tenant_id = $1`

func lockVersion(ctx context.Context, tx pgx.Tx, id string) (version, error) {
	if _, err := tx.Exec(ctx, lockTenant, id); err != nil {
		return version{}, fmt.Errorf("lock tenant: %w", err)
	}
	var v version
	err := tx.QueryRow(ctx, selectVersion, id).Scan(&v.Number, &v.Hash, &v.Removing)
	switch {
	case err != nil && !errors.Is(err, pgx.ErrNoRows):
		return version{}, fmt.Errorf("read tenant version: %w", err)
	case v.Removing:
		return version{}, ErrRemoving
	}
	return v, nil
}

const selectSecrets = `SELECT channel || '/' || account_id, secrets FROM core.accounts WHERE tenant_id = $1`

// sealedSecrets returns the secrets as they are stored, by channel/account and name.
func sealedSecrets(ctx context.Context, tx pgx.Tx, id string) (map[string]map[string][]byte, error) {
	rows, err := tx.Query(ctx, selectSecrets, id)
	if err != nil {
		return nil, fmt.Errorf("read account secrets: %w", err)
	}
	out := map[string]map[string][]byte{}
	var account string
	var data []byte
	_, err = pgx.ForEachRow(rows, []any{&account, &data}, func() error {
		sealed := map[string][]byte{}
		if err := json.Unmarshal(data, &sealed); err != nil {
			return err
		}
		out[account] = sealed
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read account secrets: %w", err)
	}
	return out, nil
}

const selectNotify = `SELECT coalesce(settings->'handoff'->'notify', '[]') FROM core.tenants WHERE tenant_id = $1`

// sealedNotify returns the ways to the business as they are stored.
func sealedNotify(ctx context.Context, tx pgx.Tx, id string) (out []tenant.Notify, err error) {
	err = tx.QueryRow(ctx, selectNotify, id).Scan(&out)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, fmt.Errorf("read the secrets of webhooks: %w", err)
	}
	return out, nil
}

const selectTools = `SELECT coalesce(settings->'tools', '{}') FROM core.tenants WHERE tenant_id = $1`

// sealedTools returns what the tenant allows as it is stored, with its secrets.
func sealedTools(ctx context.Context, tx pgx.Tx, id string) (out tenant.Tools, err error) {
	err = tx.QueryRow(ctx, selectTools, id).Scan(&out)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return out, fmt.Errorf("read the secrets of tools: %w", err)
	}
	return out, nil
}

const selectIdentity = `SELECT coalesce(settings->'identity', '{}') FROM core.tenants WHERE tenant_id = $1`

// keptIdentity returns what the tenant's ids are made with as it is stored; a new tenant gets a key of its own. A tenant without one
// keeps its bare ids: only re-keying changes them, with everything that is stored under them.
func keptIdentity(ctx context.Context, tx pgx.Tx, id tenant.ID, key seal.Key) (out tenant.Identity, err error) {
	err = tx.QueryRow(ctx, selectIdentity, string(id)).Scan(&out)
	if errors.Is(err, pgx.ErrNoRows) {
		return tenant.Identity{Key: identity.Generate(key, id)}, nil
	}
	if err != nil {
		return out, fmt.Errorf("read the identity: %w", err)
	}
	return out, nil
}

const upsertTenant = `
INSERT INTO core.tenants AS t (tenant_id, version, content_hash, settings, name, legal_name, description, vertical, country, zone, currency,
  language, website, email, phone, booking_step_minutes, booking_notice_minutes, booking_horizon_days, booking_default_minutes,
  booking_cancel_notice_minutes, booking_move_notice_minutes, booking_large_party, booking_large_party_cancel_notice_minutes,
  booking_max_ahead, booking_web_chat_per_hour)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)
ON CONFLICT (tenant_id) DO UPDATE SET
  version = excluded.version, content_hash = excluded.content_hash, settings = excluded.settings, name = excluded.name,
  legal_name = excluded.legal_name, description = excluded.description, vertical = excluded.vertical, country = excluded.country,
  zone = excluded.zone, currency = excluded.currency, language = excluded.language, website = excluded.website, email = excluded.email,
  phone = excluded.phone, booking_step_minutes = excluded.booking_step_minutes, booking_notice_minutes = excluded.booking_notice_minutes,
  booking_horizon_days = excluded.booking_horizon_days, booking_default_minutes = excluded.booking_default_minutes,
  booking_cancel_notice_minutes = excluded.booking_cancel_notice_minutes,
  booking_move_notice_minutes = excluded.booking_move_notice_minutes,
  booking_large_party = excluded.booking_large_party,
  booking_large_party_cancel_notice_minutes = excluded.booking_large_party_cancel_notice_minutes,
  booking_max_ahead = excluded.booking_max_ahead, booking_web_chat_per_hour = excluded.booking_web_chat_per_hour, updated_at = now()`

func writeTenant(ctx context.Context, tx pgx.Tx, t *tenantfile.Tenant, v version, settings []byte) error {
	b := t.Booking
	_, err := tx.Exec(ctx, upsertTenant, t.ID, v.Number, v.Hash, settings, t.Name, t.LegalName, t.Description, t.Vertical, t.Country,
		t.Zone, t.Currency, t.Language, t.Website, t.Email, t.Phone, or(b.StepMinutes, 30), or(b.NoticeMinutes, 60),
		or(b.HorizonDays, 60), or(b.DefaultMinutes, 60), or(b.CancelNoticeMinutes, 0), or(b.MoveNoticeMinutes, 0), b.LargeParty,
		b.LargePartyCancelNoticeMinutes, or(b.MaxAhead, 3), or(b.WebChatPerHour, 10))
	if err != nil {
		return fmt.Errorf("write tenant: %w", err)
	}
	if err := writeOrderSettings(ctx, tx, t); err != nil {
		return err
	}
	if err := writeReminders(ctx, tx, t); err != nil {
		return err
	}
	if err := writePrompt(ctx, tx, t); err != nil {
		return err
	}
	return writeWriteSettings(ctx, tx, t)
}

const updatePrompt = `UPDATE core.tenants SET brand_voice = $2, full_context = $3, business_text = $4 WHERE tenant_id = $1`

func writePrompt(ctx context.Context, tx pgx.Tx, t *tenantfile.Tenant) error {
	_, err := tx.Exec(ctx, updatePrompt, t.ID, t.Prompt.BrandVoice, t.Prompt.FullContext, t.Business())
	if err != nil {
		return fmt.Errorf("write prompt: %w", err)
	}
	return nil
}

const updateOrderSettings = `
UPDATE core.tenants SET order_pickup = $2, order_delivery = $3, order_minimum = $4, order_preparation_minutes = $5, order_horizon_days = $6,
  order_cancel_until = $7, order_max_open = $8, order_max_day_total = nullif($9::bigint, 0), order_web_chat_per_hour = $10
WHERE tenant_id = $1`

func writeOrderSettings(ctx context.Context, tx pgx.Tx, t *tenantfile.Tenant) error {
	o := t.Orders
	_, err := tx.Exec(ctx, updateOrderSettings, t.ID, o.Pickup, o.Delivery, minor(t, cmp.Or(o.Minimum, "0")), or(o.PreparationMinutes, 30),
		or(o.HorizonDays, 1), cmp.Or(o.CancelUntil, "preparing"), or(o.MaxOpen, 3), minor(t, cmp.Or(o.MaxTotalPerDay, "0")),
		or(o.WebChatPerHour, 10))
	if err != nil {
		return fmt.Errorf("write order settings: %w", err)
	}
	return nil
}

// replaceRows makes a table hold exactly these rows of the tenant; unchanged rows are not written.
func replaceRows(ctx context.Context, tx pgx.Tx, id string, t table, sum *Summary) error {
	data, err := json.Marshal(t.rows)
	if err != nil {
		return fmt.Errorf("encode rows of %s: %w", t.name, err)
	}
	if err := sum.count(tx.QueryRow(ctx, t.statement(), id, data)); err != nil {
		return fmt.Errorf("write %s: %w", t.name, err)
	}
	return nil
}

// count adds the rows that a statement created, updated and removed.
func (s *Summary) count(row pgx.Row) error {
	var created, updated, removed int
	if err := row.Scan(&created, &updated, &removed); err != nil {
		return err
	}
	s.Created, s.Updated, s.Removed = s.Created+created, s.Updated+updated, s.Removed+removed
	return nil
}

// takenAccount reports whether the database refused an account because another tenant has it.
func takenAccount(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && refused.ConstraintName == "accounts_one_tenant"
}
