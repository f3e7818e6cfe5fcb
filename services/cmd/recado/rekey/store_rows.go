package rekey

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/identity"
)

// chunk is how many rows are rewritten by one statement.
const chunk = 1000

// rows gives every row of the tenant its new ids. Events and message ids come first: they are read by where a row stands.
func (r renewer) rows(ctx context.Context, tx pgx.Tx) (changed int, err error) {
	add := func(n int, failed error) {
		changed += n
		if err == nil {
			err = failed
		}
	}
	for _, p := range eventPasses {
		add(rewrite(ctx, tx, r, p.pass, r.event(p.event)))
	}
	add(rewrite(ctx, tx, r, addresses, r.address))
	for _, p := range textPasses {
		add(rewrite(ctx, tx, r, p, r.message))
	}
	for _, p := range listPasses {
		add(rewrite(ctx, tx, r, p, r.messages))
	}
	for _, c := range uuidColumns {
		add(r.uuids(ctx, tx, c.table, c.column, c.purpose))
	}
	return changed, err
}

// rewrite changes one column in every row of the tenant.
func rewrite[T any](ctx context.Context, tx pgx.Tx, r renewer, p pass, renew func(T) (T, error)) (changed int, err error) {
	places, err := placesOf(ctx, tx, r, p.table)
	for part := range slices.Chunk(places, chunk) {
		if err != nil {
			break
		}
		err = rewritePart(ctx, tx, p, part, renew)
		changed += len(part)
	}
	if err != nil {
		return changed, fmt.Errorf("rewrite %s.%s: %w", p.table, p.column, err)
	}
	return changed, nil
}

// placesOf locks the tenant's rows of a table, and says where they stand.
func placesOf(ctx context.Context, tx pgx.Tx, r renewer, table string) ([]string, error) {
	rows, err := tx.Query(ctx, `SELECT ctid::text FROM `+table+` WHERE tenant_id = $1 ORDER BY ctid FOR UPDATE`, string(r.tenant))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

func rewritePart[T any](ctx context.Context, tx pgx.Tx, p pass, places []string, renew func(T) (T, error)) error {
	rows, err := tx.Query(ctx, `SELECT ctid::text, `+p.read+` FROM `+p.table+` WHERE ctid = ANY ($1::text[]::tid[])`, places)
	if err != nil {
		return err
	}
	var at []string
	var values []T
	var place string
	var value T
	_, err = pgx.ForEachRow(rows, []any{&place, &value}, func() error {
		renewed, err := renew(value)
		at, values = append(at, place), append(values, renewed)
		return err
	})
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE `+p.table+` AS t SET `+p.column+` = `+p.write+
		` FROM unnest($1::text[]::tid[], $2::`+p.kind+`[]) AS u (c, v) WHERE t.ctid = u.c`, at, values)
	return err
}

// uuids changes the ids of contacts or conversations in a column.
func (r renewer) uuids(ctx context.Context, tx pgx.Tx, table, column string, purpose identity.Purpose) (changed int, err error) {
	known := `SELECT DISTINCT ` + column + `::text FROM ` + table + ` WHERE tenant_id = $1 AND ` + column + ` IS NOT NULL`
	rows, err := tx.Query(ctx, known, string(r.tenant))
	var old []string
	if err == nil {
		old, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	for part := range slices.Chunk(old, chunk) {
		if err != nil {
			break
		}
		renewed := make([]string, len(part))
		for i, id := range part {
			renewed[i] = r.ids.Rekeyed(purpose, id)
		}
		tag, failed := tx.Exec(ctx, `UPDATE `+table+` AS t SET `+column+` = u.renewed
			FROM unnest($2::text[]::uuid[], $3::text[]::uuid[]) AS u (old, renewed) WHERE t.tenant_id = $1 AND t.`+column+` = u.old`,
			string(r.tenant), part, renewed)
		changed, err = changed+int(tag.RowsAffected()), failed
	}
	if err != nil {
		return changed, fmt.Errorf("rewrite %s.%s: %w", table, column, err)
	}
	return changed, nil
}
