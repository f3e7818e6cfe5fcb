package apply

import (
	"fmt"
	"reflect"
	"strings"
)

// table is what a table shall hold of a tenant: rows that are not among these go.
type table struct {
	name    string
	key     []string // beside tenant_id
	columns []string // beside key and tenant_id
	rows    any      // a list of structs, encoded as JSON
}

// tableOf returns the table with these rows. A row's fields are the columns, by their JSON names; those with the tag db:"key" are
// the key.
func tableOf[R any](name string, rows []R) table {
	t := table{name: name, rows: append([]R{}, rows...)} // no rows are an empty list in JSON, not null
	row := reflect.TypeFor[R]()
	for field := range row.Fields() {
		column := field.Tag.Get("json")
		if field.Tag.Get("db") == "key" {
			t.key = append(t.key, column)
		} else {
			t.columns = append(t.columns, column)
		}
	}
	return t
}

// statement makes the table hold exactly the rows that its second parameter lists; it is written from names of our own, never from
// a file's text.
func (t table) statement() string {
	all := strings.Join(append(append([]string{}, t.key...), t.columns...), ", ")
	key := strings.Join(t.key, ", ")
	write := "DO NOTHING"
	if len(t.columns) > 0 {
		write = fmt.Sprintf("DO UPDATE SET %s WHERE (%s) IS DISTINCT FROM (%s)",
			each(t.columns, "%[1]s = excluded.%[1]s"), each(t.columns, "old.%s"), each(t.columns, "excluded.%s"))
	}
	return fmt.Sprintf(`
WITH input AS (SELECT * FROM jsonb_populate_recordset(NULL::%[1]s, $2)),
gone AS (DELETE FROM %[1]s AS old WHERE tenant_id = $1 AND (%[2]s) NOT IN (SELECT %[2]s FROM input) RETURNING 1),
written AS (
  INSERT INTO %[1]s AS old (tenant_id, %[3]s) SELECT $1, %[3]s FROM input
  ON CONFLICT (tenant_id, %[2]s) %[4]s RETURNING (xmax = 0) AS created)
SELECT (SELECT count(*) FROM written WHERE created), (SELECT count(*) FROM written WHERE NOT created), (SELECT count(*) FROM gone)`,
		t.name, key, all, write)
}

func each(columns []string, format string) string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = fmt.Sprintf(format, c)
	}
	return strings.Join(out, ", ")
}
