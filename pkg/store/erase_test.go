package store_test

import (
	_ "embed"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store/storetest"
)

//go:embed testdata/columns.txt
var columnsText string

//go:embed testdata/erased_rows.sql
var erasedRows string

// wordless are the types of columns that can hold nobody's words. What is not listed is walked.
const wordless = `('boolean', 'smallint', 'integer', 'bigint', 'real', 'double precision', 'uuid', 'uuid[]', 'date', 'interval',
  'timestamp with time zone', 'time without time zone')`

const wordColumns = `SELECT c.oid::regclass::text || '.' || quote_ident(a.attname)
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
   AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema' AND format_type(a.atttypid, NULL) NOT IN ` + wordless + ` ORDER BY 1`

// rule is what erasing does with the columns of a line of columns.txt.
type rule struct {
	erased  bool
	columns []string
}

func parseColumns(t *testing.T, text string) (out []rule) {
	t.Helper()
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		line, reason, _ := strings.Cut(line, "|")
		head, names, found := strings.Cut(line, ":")
		verb, table, _ := strings.Cut(head, " ")
		if erased := verb == "erased"; !found || !erased && (verb != "kept" || strings.TrimSpace(reason) == "") {
			t.Fatalf("columns.txt: %q: expected erased or kept, a table, columns, and a reason why they are kept", line)
		}
		r := rule{erased: verb == "erased"}
		for name := range strings.FieldsSeq(names) {
			r.columns = append(r.columns, table+"."+name)
		}
		out = append(out, r)
	}
	return out
}

// sortColumns returns the columns of the database that are erased, and those of which no line says what becomes.
func sortColumns(t *testing.T, conn *pgx.Conn) (erased, unknown []string) {
	t.Helper()
	rows, err := conn.Query(t.Context(), wordColumns)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(all) < 100 {
		t.Fatalf("%d columns, %v", len(all), err)
	}
	listed := map[string]bool{}
	for _, r := range parseColumns(t, columnsText) {
		for _, name := range r.columns {
			if _, twice := listed[name]; twice {
				t.Errorf("columns.txt lists %s twice", name)
			}
			listed[name] = r.erased
			if !strings.HasPrefix(name, "*.") && !slices.Contains(all, name) {
				t.Errorf("columns.txt lists %s, which is no column that can hold words", name)
			}
		}
	}
	for _, name := range all {
		goes, known := listed[name]
		_, everywhere := listed["*."+name[strings.LastIndexByte(name, '.')+1:]]
		switch {
		case goes:
			erased = append(erased, name)
		case !known && !everywhere:
			unknown = append(unknown, name)
		}
	}
	return erased, unknown
}

func TestEveryColumnIsErasedOrKeptForAReason(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	conn := connect(t, db.URL)
	if _, unknown := sortColumns(t, conn); len(unknown) > 0 {
		t.Errorf("what becomes of these when a contact is erased? Say it in testdata/columns.txt: %v", unknown)
	}
	must(t, conn, `ALTER TABLE chat.messages ADD COLUMN words jsonb`)
	if _, unknown := sortColumns(t, conn); !slices.Equal(unknown, []string{"chat.messages.words"}) {
		t.Errorf("a column that is new: %v", unknown)
	}
}

func TestErasingReachesEveryColumnThatHoldsAContactsWords(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	conn := connect(t, db.URL)
	ana := uuid.NewString()
	must(t, conn, `SET session_replication_role = replica`)
	for _, table := range []string{"chat.steps", "delivery.deliveries"} {
		loosen(t, conn, table)
	}
	must(t, conn, rowsOf(ana, "mark-of-ana"))
	must(t, conn, rowsOf(uuid.NewString(), "mark-of-berta"))
	erased, _ := sortColumns(t, conn)
	for _, column := range erased {
		if !holds(t, conn, column, "mark-of-ana") {
			t.Errorf("erased_rows.sql puts no word into %s: nothing shows that erasing reaches it", column)
		}
	}
	console := db.Open(t, "recado_console")
	counts, known, err := console.EraseContact(t.Context(), "clinic", ana)
	if err != nil || !known || len(counts) == 0 {
		t.Fatalf("erased %v, %v, %v", counts, known, err)
	}
	for _, column := range erased {
		if holds(t, conn, column, "mark-of-ana") {
			t.Errorf("%s still holds the contact's words", column)
		}
		if !holds(t, conn, column, "mark-of-berta") {
			t.Errorf("%s lost another contact's words", column)
		}
	}
	again, _, err := console.EraseContact(t.Context(), "clinic", ana)
	for kind, n := range again {
		if n > 0 || err != nil {
			t.Errorf("erasing again found %d %s, %v", n, kind, err)
		}
	}
}

func rowsOf(contact, mark string) string {
	return strings.NewReplacer("MARK", mark, "CONTACT", contact, "CONVERSATION", uuid.NewString(), "TURN", uuid.NewString(),
		"REPLY", uuid.NewString()).Replace(erasedRows)
}

// holds reports whether a column holds a word, in clear or as the hexadecimal that PostgreSQL prints bytes in.
func holds(t *testing.T, conn *pgx.Conn, column, word string) bool {
	t.Helper()
	cut := strings.LastIndexByte(column, '.')
	var text string
	query := fmt.Sprintf(`SELECT coalesce(string_agg(%s::text, ' '), '') FROM %s`, column[cut+1:], column[:cut])
	if err := conn.QueryRow(t.Context(), query).Scan(&text); err != nil {
		t.Fatal(err)
	}
	return strings.Contains(text, word) || strings.Contains(text, hex.EncodeToString([]byte(word)))
}
