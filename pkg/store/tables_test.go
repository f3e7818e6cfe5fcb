package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store/storetest"
)

const schemas = "('core', 'chat', 'business', 'knowledge', 'delivery')"

// table is what the catalogue says of one table.
type table struct {
	Name        string
	Tenant      bool // has tenant_id NOT NULL
	Enabled     bool
	Forced      bool
	Partition   bool
	Partitioned bool
	Owner       string
	Policies    []string
	Others      []string // roles that a policy admits, besides recado_system
	Grantees    []string // besides the owner
}

const tablesQuery = `SELECT c.oid::regclass::text AS name,
  EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND a.attnotnull AND NOT a.attisdropped) AS tenant,
  c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced, c.relispartition AS partition, c.relkind = 'p' AS partitioned,
  c.relowner::regrole::text AS owner,
  ARRAY(SELECT polname::text FROM pg_policy p WHERE p.polrelid = c.oid ORDER BY 1) AS policies,
  ARRAY(SELECT DISTINCT r::regrole::text FROM pg_policy p, unnest(p.polroles) r
    WHERE p.polrelid = c.oid AND r <> 'recado_system'::regrole) AS others,
  ARRAY(SELECT DISTINCT a.grantee::regrole::text FROM aclexplode(c.relacl) a WHERE a.grantee <> c.relowner) AS grantees
FROM pg_class c WHERE c.relkind IN ('r', 'p') AND c.relnamespace::regnamespace::text IN ` + schemas + ` ORDER BY 1`

func tables(t *testing.T, conn *pgx.Conn) []table {
	t.Helper()
	rows, err := conn.Query(t.Context(), tablesQuery)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[table])
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("no table was found")
	}
	return all
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	return conn
}

func TestEveryTableForcesRowLevelSecurityByTenant(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	db.Exec(t, notesTable+partsTable)
	for _, table := range tables(t, connect(t, db.URL)) {
		if !table.Enabled || !table.Forced {
			t.Errorf("%s does not force row-level security: call core.protect", table.Name)
		}
		if table.Owner != "recado_owner" {
			t.Errorf("%s belongs to %s", table.Name, table.Owner)
		}
		checkAccess(t, table)
	}
}

// checkAccess: the policies of a table are known, a partition is reached through its table only, and a table of no tenant (the
// processes' heartbeats) through system functions only.
func checkAccess(t *testing.T, table table) {
	t.Helper()
	if table.Partition {
		if len(table.Policies) > 0 || len(table.Grantees) > 0 {
			t.Errorf("partition %s has policies %v and grants to %v", table.Name, table.Policies, table.Grantees)
		}
		return
	}
	if !table.Tenant {
		if len(table.Others) > 0 || !slices.Equal(table.Grantees, []string{"recado_system"}) && len(table.Grantees) > 0 {
			t.Errorf("%s has no tenant_id NOT NULL and is open to others than recado_system (policies for %v, grants to %v)",
				table.Name, table.Others, table.Grantees)
		}
		return
	}
	for _, want := range []string{"system", "tenant"} {
		if !slices.Contains(table.Policies, want) {
			t.Errorf("%s has no policy %s", table.Name, want)
		}
	}
	if slices.Contains(table.Grantees, "-") { // PUBLIC
		t.Errorf("%s is granted to PUBLIC", table.Name)
	}
}

// partsTable shows that partitions are covered before a migration brings the first.
const partsTable = `; SET ROLE recado_owner;
CREATE TABLE chat.parts (tenant_id text NOT NULL, id int NOT NULL, PRIMARY KEY (tenant_id, id)) PARTITION BY HASH (tenant_id);
CREATE TABLE chat.parts_0 PARTITION OF chat.parts FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE chat.parts_1 PARTITION OF chat.parts FOR VALUES WITH (MODULUS 2, REMAINDER 1);
SELECT core.protect('chat.parts');
GRANT SELECT, INSERT ON chat.parts TO recado_agent_runner;
RESET ROLE`

// TestEveryTableHidesAndRefusesOtherTenantsRows puts a row of tenant "mine" into each table, whatever its columns and
// constraints (which a throw-away database can lose), and then asks as a role that may do anything but pass the policy.
func TestEveryTableHidesAndRefusesOtherTenantsRows(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	db.Exec(t, notesTable+partsTable)
	conn := connect(t, db.URL)
	probe := strings.ReplaceAll("recado_test_probe_"+shortName(db.URL), "-", "_")
	must(t, conn, "CREATE ROLE "+probe+" NOLOGIN; SET session_replication_role = replica")
	t.Cleanup(func() { db.Exec(t, "DROP OWNED BY "+probe+"; DROP ROLE "+probe) })
	must(t, conn, "GRANT USAGE ON SCHEMA core, chat, business, knowledge, delivery TO "+probe)
	all := tables(t, conn)
	for _, table := range all {
		must(t, conn, fmt.Sprintf("GRANT SELECT, INSERT ON %s TO %s", table.Name, probe))
		if !table.Partition {
			loosen(t, conn, table.Name)
			must(t, conn, insertAny(t, conn, table.Name, "mine"))
		}
	}
	for _, role := range []string{probe, "recado_owner"} {
		must(t, conn, "SET ROLE "+role)
		for _, table := range all {
			checkRefusals(t, conn, table)
		}
		must(t, conn, "RESET ROLE")
	}
	checkControl(t, conn, all, probe)
}

func shortName(url string) string {
	_, name, _ := strings.Cut(url, "recado_test_")
	return name[:12]
}

func must(t *testing.T, conn *pgx.Conn, sql string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// loosen drops what would keep an invented row out.
func loosen(t *testing.T, conn *pgx.Conn, name string) {
	t.Helper()
	must(t, conn, fmt.Sprintf(`DO $$ DECLARE c record; BEGIN
	  FOR c IN SELECT conname FROM pg_constraint WHERE conrelid = '%[1]s'::regclass AND contype IN ('c', 'x') AND conparentid = 0 LOOP
	    EXECUTE format('ALTER TABLE %[1]s DROP CONSTRAINT %%I', c.conname);
	  END LOOP;
	END $$`, name))
}

// insertAny writes an INSERT that fills every required column by its type.
func insertAny(t *testing.T, conn *pgx.Conn, name, tenant string) string {
	t.Helper()
	rows, err := conn.Query(t.Context(), `SELECT attname::text, CASE
	    WHEN attname = 'tenant_id' THEN quote_literal($2::text)
	    WHEN typtype = 'e' THEN (SELECT quote_literal(enumlabel) FROM pg_enum WHERE enumtypid = atttypid ORDER BY enumsortorder LIMIT 1)
	    WHEN typcategory = 'A' THEN quote_literal('{}') WHEN typcategory = 'N' THEN '1' WHEN typcategory = 'B' THEN 'true'
	    WHEN typcategory = 'D' THEN 'now()' WHEN typcategory = 'R' THEN quote_literal('empty')
	    WHEN typcategory = 'T' THEN quote_literal('1s')
	    WHEN typname = 'uuid' THEN 'gen_random_uuid()' WHEN typname IN ('json', 'jsonb') THEN quote_literal('{}')
	    WHEN typname IN ('halfvec', 'vector') THEN quote_literal('[' || repeat('1,', greatest(atttypmod, 1) - 1) || '1]')
	    ELSE quote_literal('x') END
	  FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
	  WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped AND attnotnull AND attgenerated = '' AND attidentity = ''
	    AND (NOT atthasdef OR attname = 'tenant_id')`, name, tenant)
	if err != nil {
		t.Fatal(err)
	}
	var columns, values []string
	var column, value string
	_, err = pgx.ForEachRow(rows, []any{&column, &value}, func() error {
		columns, values = append(columns, pgx.Identifier{column}.Sanitize()), append(values, value)
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", name, strings.Join(columns, ", "), strings.Join(values, ", "))
}

// checkRefusals asks without a tenant and as another one.
func checkRefusals(t *testing.T, conn *pgx.Conn, table table) {
	t.Helper()
	write := insertAny(t, conn, table.Name, "mine")
	for _, as := range []string{"", "another"} {
		must(t, conn, "SELECT set_config('recado.tenant', '"+as+"', false)")
		if n := visible(t, conn, table.Name); n != 0 {
			t.Errorf("%s shows %d rows to tenant %q", table.Name, n, as)
		}
		_, err := conn.Exec(t.Context(), write)
		if !errorsContain(err, "row-level security") {
			t.Errorf("%s took a row of another tenant from tenant %q: %v", table.Name, as, err)
		}
	}
}

func visible(t *testing.T, conn *pgx.Conn, name string) (n int) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM "+name).Scan(&n); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// checkControl shows that the rows are there: their tenant or the system role sees each of them, partitions by name show none.
func checkControl(t *testing.T, conn *pgx.Conn, all []table, probe string) {
	t.Helper()
	must(t, conn, "SELECT set_config('recado.tenant', 'mine', false)")
	for _, table := range all {
		must(t, conn, "SET ROLE recado_system")
		if !table.Partition && visible(t, conn, table.Name) != 1 {
			t.Errorf("%s hides its row from recado_system", table.Name)
		}
		must(t, conn, "SET ROLE "+probe)
		if table.Partition && visible(t, conn, table.Name) != 0 {
			t.Errorf("partition %s shows rows under its own name", table.Name)
		}
	}
	must(t, conn, "SET ROLE "+probe)
	if visible(t, conn, "chat.notes") != 1 || visible(t, conn, "chat.parts") != 1 {
		t.Error("a tenant does not see its own row")
	}
	must(t, conn, "RESET ROLE")
}
