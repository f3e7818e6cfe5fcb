package secret

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// batch is how many rows are read at once; each is written by itself, where it is still what was read.
const batch = 200

// table is one column with what the root key, or a contact's, has sealed.
type table struct {
	name string
	// list reads the rows after a place in their order, first of all after first; a row's place is its last column.
	first, list, write string
	// reseal returns the value sealed again.
	reseal func(r *rotation, id tenant.ID, row sealedRow) (next []byte, changed bool, err error)
}

// sealedRow is a value and where it stands.
type sealedRow struct {
	Value   []byte
	Contact string // of an address
	Place   string
}

var tables = []table{
	{
		name:  "addresses of contacts",
		first: noUUID,
		list: `SELECT sealed_address, id::text, id::text FROM chat.contacts
			WHERE tenant_id = $1 AND sealed_address <> '' AND id > $2::text::uuid ORDER BY id LIMIT $3`,
		write: `UPDATE chat.contacts SET sealed_address = $3 WHERE tenant_id = $1 AND id = $2::text::uuid AND sealed_address = $4`,
		reseal: func(r *rotation, id tenant.ID, row sealedRow) ([]byte, bool, error) {
			m := &recadov1.Meta{TenantId: string(id), Contact: &recadov1.Contact{ContactId: row.Contact, SealedAddress: row.Value}}
			changed, err := channel.ResealMeta(r.root, m)
			return m.Contact.SealedAddress, changed, err
		},
	},
	{
		name:  "messages",
		first: noUUID + "/",
		list: `SELECT event, '', conversation_id::text || '/' || message_id FROM chat.messages WHERE tenant_id = $1 AND event <> ''
			AND (conversation_id, message_id) > (split_part($2, '/', 1)::uuid, substr($2, 38))
			ORDER BY conversation_id, message_id LIMIT $3`,
		write: `UPDATE chat.messages SET event = $3
			WHERE tenant_id = $1 AND conversation_id = split_part($2, '/', 1)::uuid AND message_id = substr($2, 38) AND event = $4`,
		reseal: func(r *rotation, id tenant.ID, row sealedRow) ([]byte, bool, error) {
			return resealEvent(r, id, row, &recadov1.MessageRouted{})
		},
	},
	{
		name:  "replies to deliver",
		first: noUUID,
		list: `SELECT event, '', reply_id::text FROM delivery.deliveries
			WHERE tenant_id = $1 AND event <> '' AND reply_id > $2::text::uuid ORDER BY reply_id LIMIT $3`,
		write: `UPDATE delivery.deliveries SET event = $3 WHERE tenant_id = $1 AND reply_id = $2::text::uuid AND event = $4`,
		reseal: func(r *rotation, id tenant.ID, row sealedRow) ([]byte, bool, error) {
			return resealEvent(r, id, row, &recadov1.ReplyDrafted{})
		},
	},
}

const noUUID = "00000000-0000-0000-0000-000000000000"

// event is one that says whose it is.
type event interface {
	proto.Message
	GetMeta() *recadov1.Meta
}

var errForeign = errors.New("the event is of another tenant")

func resealEvent(r *rotation, id tenant.ID, row sealedRow, e event) ([]byte, bool, error) {
	if err := proto.Unmarshal(row.Value, e); err != nil {
		return nil, false, fmt.Errorf("decode event: %w", err)
	}
	if e.GetMeta().GetTenantId() != string(id) {
		return nil, false, errForeign
	}
	changed, err := channel.ResealMeta(r.root, e.GetMeta())
	if err != nil || !changed {
		return nil, false, err
	}
	next, err := proto.Marshal(e)
	return next, err == nil, err
}

func (r *rotation) rows(ctx context.Context, tenants []tenant.ID) error {
	for _, t := range tables {
		at := place{Name: t.name}
		for _, id := range tenants {
			if err := r.tableOf(ctx, t, id, &at); err != nil {
				return fmt.Errorf("reseal %s of %s: %w", t.name, id, err)
			}
		}
		r.out.Places = append(r.out.Places, at)
	}
	return nil
}

func (r *rotation) tableOf(ctx context.Context, t table, id tenant.ID, at *place) error {
	after := t.first
	for {
		var rows []sealedRow
		err := r.db.Tenant(ctx, id, func(tx pgx.Tx) error {
			found, err := tx.Query(ctx, t.list, string(id), after, batch)
			if err != nil {
				return err
			}
			rows, err = pgx.CollectRows(found, pgx.RowToStructByPos[sealedRow])
			return err
		})
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, row := range rows {
			if err := r.row(ctx, t, id, row, at); err != nil {
				return err
			}
		}
		after = rows[len(rows)-1].Place
	}
}

// row seals one value again. One that changed meanwhile is of who changed it, and looked at by the next run.
func (r *rotation) row(ctx context.Context, t table, id tenant.ID, row sealedRow, at *place) error {
	at.Seen++
	next, changed, err := t.reseal(r, id, row)
	switch {
	case err != nil:
		at.Lost++
		return nil
	case !changed:
		return nil
	}
	at.Older++
	if !r.write {
		return nil
	}
	return r.db.Tenant(ctx, id, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, t.write, string(id), row.Place, next, row.Value)
		return err
	})
}

const (
	selectRotated = `SELECT core.rotated_at($1)`
	noteRotation  = `SELECT core.note_rotation($1, $2)`
)

// note keeps since when nothing at rest is of an older key: a run that still found something begins the wait anew.
func (r *rotation) note(ctx context.Context) error {
	return r.db.System(ctx, func(tx pgx.Tx) error {
		var at *time.Time
		sql, args := selectRotated, []any{r.out.Key}
		if r.write {
			sql, args = noteRotation, append(args, r.older() > 0)
		}
		if err := tx.QueryRow(ctx, sql, args...).Scan(&at); err != nil {
			return fmt.Errorf("note the rotation: %w", err)
		}
		if at != nil {
			r.out.RotatedAt = *at
		}
		return nil
	})
}
