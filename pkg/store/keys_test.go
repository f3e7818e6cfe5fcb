package store_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/store/storetest"
)

// namesPerson are the columns that seem to name a contact, whatever their type: by their name, or by what they refer to.
const namesPerson = `SELECT c.oid::regclass::text || '.' || a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
 WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> 'tenant_id'
   AND c.relnamespace::regnamespace::text IN ` + schemas + `
   AND (a.attname ~ '(contact|customer|client|person|guest|member|visitor)' OR c.relname ~ 'contacts$' AND a.attname = 'id' OR EXISTS (
     SELECT FROM pg_constraint k WHERE k.contype = 'f' AND k.conrelid = c.oid AND a.attnum = ANY (k.conkey) AND k.confrelid::regclass::text ~ 'contacts$'))`

// noPerson are the columns that only seem to.
var noPerson = []string{"core.assistants.allows_personal_corpus"}

// seems lists the columns that seem to name a contact, and those that the database takes for one.
func seems(t *testing.T, conn *pgx.Conn) (seem, are []string) {
	t.Helper()
	for _, list := range []struct {
		sql string
		to  *[]string
	}{
		{namesPerson, &seem}, {`SELECT in_table::text || '.' || in_column FROM core.contact_columns()`, &are},
	} {
		rows, err := conn.Query(t.Context(), list.sql)
		if err == nil {
			*list.to, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(*list.to)
	}
	return seem, are
}

func TestEveryColumnThatNamesAContactKeepsItsKey(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	conn := connect(t, db.URL)
	must(t, conn, "SET session_replication_role = replica")
	seem, are := seems(t, conn)
	if seem = slices.DeleteFunc(seem, func(c string) bool { return slices.Contains(noPerson, c) }); !slices.Equal(seem, are) {
		t.Errorf("columns that seem to name a contact: %v\nthose that core.contact_columns knows: %v", seem, are)
	}
	must(t, conn, `CREATE TABLE chat.later (tenant_id text NOT NULL, contact_id uuid NOT NULL, PRIMARY KEY (tenant_id, contact_id));
		ALTER TABLE chat.later OWNER TO recado_owner; SELECT core.protect('chat.later')`)
	columns := contactColumns(t, conn)
	if len(columns) != len(are)+1 {
		t.Errorf("a later table makes %d columns of %d", len(columns), len(are))
	}
	loosen(t, conn, "core.tenants")
	console := db.Open(t, "recado_console")
	for i, c := range columns {
		who := store.ContactOf{Tenant: fmt.Sprintf("clinic-%d", i), Contact: uuid.NewString()}
		if !c.Indexed {
			t.Errorf("%s.%s has no index that begins with the tenant and the contact: every batch of keys would read the whole table", c.Table, c.Column)
		}
		loosen(t, conn, c.Table)
		must(t, conn, insertAny(t, conn, "core.tenants", who.Tenant))
		must(t, conn, insertAny(t, conn, c.Table, who.Tenant))
		without := func() int {
			t.Helper()
			got, err := console.ContactsWithoutRows(t.Context(), []store.ContactOf{who})
			if err != nil {
				t.Fatal(err)
			}
			return len(got)
		}
		if without() != 1 {
			t.Errorf("%s.%s: another contact's row counts as this one's", c.Table, c.Column)
		}
		must(t, conn, fmt.Sprintf("UPDATE %s SET %s = '%s' WHERE tenant_id = '%s'", c.Table, c.Column, who.Contact, who.Tenant))
		if without() != 0 {
			t.Errorf("a contact that only %s.%s knows would lose its key", c.Table, c.Column)
		}
	}
}

// contactColumn is a column that names a contact.
type contactColumn struct {
	Table, Column string
	Indexed       bool
}

func contactColumns(t *testing.T, conn *pgx.Conn) []contactColumn {
	t.Helper()
	rows, err := conn.Query(t.Context(), `SELECT in_table::text AS "table", in_column::text AS "column", EXISTS (
		SELECT FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
		  JOIN pg_attribute b ON b.attrelid = i.indrelid AND b.attnum = i.indkey[1]
		 WHERE i.indrelid = in_table AND i.indpred IS NULL AND a.attname = 'tenant_id' AND b.attname = in_column) AS indexed
		FROM core.contact_columns()`)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[contactColumn])
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestAContactOfATenantThatMayBeMissingByMistakeKeepsItsKey(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	for id, also := range map[string]string{
		"there": "", "removed": "removing = true", "held": `settings = '{"identity": {"held": true}}'`, "released": `settings = '{"identity": {"key": "AA"}}'`,
	} {
		db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', '{}', 'Clinic', 'dental', 'MX', 'UTC', 'MXN', 'es')`, id)
		if also != "" {
			db.Exec(t, "UPDATE core.tenants SET "+also+" WHERE tenant_id = $1", id)
		}
	}
	var asked []store.ContactOf
	for _, id := range []string{"there", "removed", "held", "released", "unknown"} {
		asked = append(asked, store.ContactOf{Tenant: id, Contact: uuid.NewString()})
	}
	got, err := db.Open(t, "recado_console").ContactsWithoutRows(t.Context(), asked)
	slices.SortFunc(got, func(a, b store.ContactOf) int { return -strings.Compare(a.Tenant, b.Tenant) }) // there, released
	if err != nil || !slices.Equal(got, []store.ContactOf{asked[0], asked[3]}) {
		t.Errorf("got %v, %v, want those of the first and the fourth of %v", got, err, asked)
	}
	for _, role := range []string{"recado_agent_runner", "recado_tool_executor", "recado_outbound_sender"} {
		if _, err := db.Open(t, role).ContactsWithoutRows(t.Context(), asked); err == nil {
			t.Errorf("%s may ask for contacts of all tenants", role)
		}
	}
}

func TestOneOfTwoLooksThroughTheKeysInAnHour(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	console := db.Open(t, "recado_console")
	begin := func() (at uint64, due bool) {
		t.Helper()
		at, due, err := console.BeginKeyRound(t.Context(), time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		return at, due
	}
	var mu sync.Mutex
	began := 0
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if _, due, err := console.BeginKeyRound(t.Context(), time.Hour); err != nil {
				t.Error(err)
			} else if due {
				mu.Lock()
				defer mu.Unlock()
				began++
			}
		})
	}
	wg.Wait()
	if began != 1 {
		t.Errorf("%d began at once", began)
	}
	if err := console.KeepKeyPosition(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	db.Exec(t, `UPDATE core.key_rounds SET began_at = now() - interval '61 minutes'`)
	if at, due := begin(); !due || at != 7 {
		t.Errorf("after an hour: from %d, %v", at, due)
	}
	db.Exec(t, `UPDATE core.key_rounds SET began_at = now() + interval '1 day'`)
	if _, due := begin(); !due {
		t.Error("a clock that was set back keeps the round from beginning")
	}
}
