package store_test

import (
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/store/storetest"
)

func files(sql ...string) fstest.MapFS {
	out := fstest.MapFS{}
	for i := 0; i+1 < len(sql); i += 2 {
		out["migrations/"+sql[i]] = &fstest.MapFile{Data: []byte(sql[i+1])}
	}
	return out
}

const (
	roles  = "SELECT 1" // the test's roles exist: they belong to the cluster
	things = "SET LOCAL ROLE NONE; CREATE TABLE public.things (n int)"
)

func TestMigrateAppliesOnceInOrder(t *testing.T) {
	t.Parallel()
	storetest.New(t)
	url := config.Secret(storetest.NewEmpty(t).URL)
	all := files("0002_add_column.sql", "SET LOCAL ROLE NONE; ALTER TABLE public.things ADD m int", "0001_create_things.sql", things)
	applied, err := store.MigrateFS(t.Context(), url, all)
	if err != nil || strings.Join(applied, " ") != "0001_create_things.sql 0002_add_column.sql" {
		t.Fatalf("got %v, %v", applied, err)
	}
	applied, err = store.MigrateFS(t.Context(), url, all)
	if err != nil || len(applied) != 0 {
		t.Fatalf("the second time: got %v, %v", applied, err)
	}
}

func TestMigrateRefusesAChangedUnknownOrLateFile(t *testing.T) {
	t.Parallel()
	storetest.New(t)
	url := config.Secret(storetest.NewEmpty(t).URL)
	if _, err := store.MigrateFS(t.Context(), url, files("0001_create_things.sql", things, "0003_do_nothing.sql", roles)); err != nil {
		t.Fatal(err)
	}
	for want, all := range map[string]fstest.MapFS{
		"0001_create_things.sql: was changed": files("0001_create_things.sql", things+" ", "0003_do_nothing.sql", roles),
		"0003_do_nothing.sql: was applied":    files("0001_create_things.sql", things),
		"0002_be_late.sql: comes before":      files("0001_create_things.sql", things, "0002_be_late.sql", roles, "0003_do_nothing.sql", roles),
		"0004.sql: expected a name":           files("0004.sql", roles),
		"0001_other_one.sql: has the number":  files("0001_create_things.sql", things, "0001_other_one.sql", roles),
	} {
		if _, err := store.MigrateFS(t.Context(), url, all); !errorsContain(err, want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestFailedMigrationLeavesNothingAndNamesItsLine(t *testing.T) {
	t.Parallel()
	storetest.New(t)
	db := storetest.NewEmpty(t)
	_, err := store.MigrateFS(t.Context(), config.Secret(db.URL), files("0001_create_things.sql", things+";\n\nSELEC 1;"))
	if !errorsContain(err, "0001_create_things.sql: line 3") {
		t.Errorf("got %v", err)
	}
	var exists bool
	db.QueryRow(t, "SELECT to_regclass('public.things') IS NOT NULL", nil, &exists)
	if exists {
		t.Error("half a migration was committed")
	}
}

func TestPendingNamesEveryMigrationOfADatabaseThatHasNone(t *testing.T) {
	t.Parallel()
	storetest.New(t)
	pending, err := store.Pending(t.Context(), config.Secret(storetest.NewEmpty(t).URL))
	if err != nil || len(pending) < 8 || pending[0] != "0001_create_core.sql" {
		t.Errorf("got %v, %v", pending, err)
	}
}

func TestProcessesThatMigrateAtOnceTakeTurns(t *testing.T) {
	t.Parallel()
	storetest.New(t)
	url := config.Secret(storetest.NewEmpty(t).URL)
	var total int
	var mu sync.Mutex
	var wait sync.WaitGroup
	for range 6 {
		wait.Go(func() {
			applied, err := store.Migrate(t.Context(), url)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			total += len(applied)
		})
	}
	wait.Wait()
	pending, err := store.Pending(t.Context(), url)
	if err != nil || len(pending) != 0 || total == 0 {
		t.Errorf("pending %v, %d applied, %v", pending, total, err)
	}
	if again, err := store.Migrate(t.Context(), url); err != nil || len(again) != 0 {
		t.Errorf("got %v, %v", again, err)
	}
}

func TestMigrateWorksWithoutASuperuser(t *testing.T) {
	t.Parallel()
	db := storetest.NewEmpty(t)
	name := "recado_test_login_" + shortName(db.URL)
	db.Exec(t, `CREATE EXTENSION vector; CREATE EXTENSION unaccent; CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gist;
		CREATE ROLE `+name+` LOGIN CREATEROLE PASSWORD 'test'; GRANT CREATE ON SCHEMA public TO `+name+`;
		DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO `+name+`', current_database()); END $$`)
	t.Cleanup(func() { db.Exec(t, "DROP OWNED BY "+name+" CASCADE; DROP ROLE "+name) })
	u, err := url.Parse(db.URL)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(name, "test")
	login := config.Secret(u.String())
	if _, err := store.Migrate(t.Context(), login); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), store.Options{URL: login, Role: "recado_tool_executor"})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}

func TestFullTextMatchingIsLeakproof(t *testing.T) {
	t.Parallel()
	var leakproof bool
	storetest.New(t).QueryRow(t, "SELECT proleakproof FROM pg_proc WHERE oid = 'ts_match_vq(tsvector, tsquery)'::regprocedure", nil, &leakproof)
	if !leakproof {
		t.Error("row-level security would keep full-text indexes from being used")
	}
}
