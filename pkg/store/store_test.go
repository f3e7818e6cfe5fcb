package store_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenant"
)

const role = "recado_agent_runner"

// notesTable is one table made the way every migration makes one.
const notesTable = `SET ROLE recado_owner;
CREATE TABLE chat.notes (tenant_id text NOT NULL, id int NOT NULL, body text NOT NULL DEFAULT '', PRIMARY KEY (tenant_id, id));
SELECT core.protect('chat.notes');
GRANT SELECT, INSERT, UPDATE, DELETE ON chat.notes TO recado_agent_runner;
CREATE FUNCTION chat.count_notes() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog
  AS 'SELECT count(*) FROM chat.notes';
SELECT core.define_system('chat.count_notes()', 'recado_agent_runner');
RESET ROLE`

func open(t *testing.T, opts store.Options) (*storetest.DB, *store.Store) {
	t.Helper()
	db := storetest.New(t)
	db.Exec(t, notesTable)
	if opts.Role == "" {
		opts.Role = role
	}
	return db, db.OpenWith(t, opts)
}

func insert(t *testing.T, s *store.Store, id tenant.ID, n int) error {
	t.Helper()
	return s.Tenant(t.Context(), id, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "INSERT INTO chat.notes (tenant_id, id) VALUES ($1, $2)", id, n)
		return err
	})
}

func count(t *testing.T, s *store.Store, id tenant.ID) (n int) {
	t.Helper()
	err := s.Tenant(t.Context(), id, func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "SELECT count(*) FROM chat.notes").Scan(&n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestTenantSeesAndWritesOnlyItsOwnRows(t *testing.T) {
	t.Parallel()
	_, s := open(t, store.Options{})
	for n := range 3 {
		if err := insert(t, s, "dental", n); err != nil {
			t.Fatal(err)
		}
	}
	if got := count(t, s, "dental"); got != 3 {
		t.Errorf("dental sees %d rows, want 3", got)
	}
	if got := count(t, s, "restaurant"); got != 0 {
		t.Errorf("restaurant sees %d rows of dental", got)
	}
	err := s.Tenant(t.Context(), "restaurant", func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "INSERT INTO chat.notes (tenant_id, id) VALUES ('dental', 9)")
		return err
	})
	var answer *pgconn.PgError
	if !errors.As(err, &answer) || answer.Code != "42501" {
		t.Errorf("got %v, want a refusal", err)
	}
}

func TestTenantRefusesAnEmptyOrMalformedTenant(t *testing.T) {
	t.Parallel()
	_, s := open(t, store.Options{})
	for _, id := range []tenant.ID{"", "Dental", "a'; drop table chat.notes; --"} {
		if err := insert(t, s, id, 1); err == nil {
			t.Errorf("tenant %q was accepted", id)
		}
		if err := s.Batch(t.Context(), id, func(*pgx.Batch) {}); err == nil {
			t.Errorf("tenant %q was accepted by Batch", id)
		}
	}
}

func TestUserIsKnownToTheDatabaseInItsTransactionOnly(t *testing.T) {
	t.Parallel()
	_, s := open(t, store.Options{MaxConns: 1})
	var inside, outside string
	err := s.User(t.Context(), "dental", "contact-1", func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "SELECT core.tenant() || '/' || core.usr()").Scan(&inside)
	})
	err = errors.Join(err, s.System(t.Context(), func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "SELECT coalesce(core.tenant(), 'none') || '/' || coalesce(core.usr(), 'none')").Scan(&outside)
	}))
	if err != nil || inside != "dental/contact-1" || outside != "none/none" {
		t.Errorf("got %q inside and %q outside, %v", inside, outside, err)
	}
	if err := s.User(t.Context(), "dental", "o'brien", func(pgx.Tx) error { return nil }); err == nil {
		t.Error("a user with a quote was accepted")
	}
}

func TestTenantRollsBackOnError(t *testing.T) {
	t.Parallel()
	_, s := open(t, store.Options{})
	want := errors.New("changed my mind")
	err := s.Tenant(t.Context(), "dental", func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), "INSERT INTO chat.notes VALUES ('dental', 1)"); err != nil {
			return err
		}
		return want
	})
	if !errors.Is(err, want) || count(t, s, "dental") != 0 {
		t.Errorf("got %v and %d rows", err, count(t, s, "dental"))
	}
}

func TestBatchCommitsAllOrNothingAndKeepsNoScope(t *testing.T) {
	t.Parallel()
	_, s := open(t, store.Options{MaxConns: 1})
	var seen int
	both := func(second int) error {
		return s.Batch(t.Context(), "dental", func(b *pgx.Batch) {
			b.Queue("INSERT INTO chat.notes VALUES ('dental', 1)")
			b.Queue("INSERT INTO chat.notes VALUES ('dental', $1)", second)
			b.Queue("SELECT count(*) FROM chat.notes").QueryRow(func(row pgx.Row) error { return row.Scan(&seen) })
		})
	}
	if err := both(1); !store.Conflict(err, "notes_pkey") {
		t.Fatalf("got %v, want the violation of notes_pkey", err)
	}
	if got := count(t, s, "dental"); got != 0 {
		t.Errorf("%d rows of a failed batch were committed", got)
	}
	if err := both(2); err != nil || seen != 2 {
		t.Errorf("got %d rows, %v; want 2", seen, err)
	}
	err := s.SystemBatch(t.Context(), func(b *pgx.Batch) {
		b.Queue("SELECT count(*) FROM chat.notes").QueryRow(func(row pgx.Row) error { return row.Scan(&seen) })
	})
	if err != nil || seen != 0 {
		t.Errorf("without a tenant %d rows were seen, %v", seen, err)
	}
}

func TestSystemFunctionSeesEveryTenant(t *testing.T) {
	t.Parallel()
	_, s := open(t, store.Options{})
	if err := errors.Join(insert(t, s, "dental", 1), insert(t, s, "restaurant", 1)); err != nil {
		t.Fatal(err)
	}
	var direct, through int
	err := s.System(t.Context(), func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM chat.notes), chat.count_notes()").Scan(&direct, &through)
	})
	if err != nil || direct != 0 || through != 2 {
		t.Errorf("got %d directly and %d through the function, %v; want 0 and 2", direct, through, err)
	}
}

func TestSystemFunctionIsRefusedToOtherRoles(t *testing.T) {
	t.Parallel()
	_, s := open(t, store.Options{Role: "recado_outbound_sender"})
	err := s.System(t.Context(), func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "SELECT chat.count_notes()")
		return err
	})
	var answer *pgconn.PgError
	if !errors.As(err, &answer) || answer.Code != "42501" {
		t.Errorf("got %v, want permission denied", err)
	}
}

func TestOpenNamesAMissingRoleAndHidesThePassword(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	_, err := store.Open(t.Context(), store.Options{URL: config.Secret(db.URL), Role: "recado_nobody"})
	if !errorsContain(err, "recado_nobody") || store.IsUnavailable(err) {
		t.Errorf("got %v, unavailable %t", err, store.IsUnavailable(err))
	}
	_, err = store.Open(t.Context(), store.Options{URL: "postgres://u:hunter2@host:bad/x"})
	if err == nil || errorsContain(err, "hunter2") {
		t.Errorf("got %v", err)
	}
}

func TestStatementTimeoutIsNotUnavailable(t *testing.T) {
	t.Parallel()
	_, s := open(t, store.Options{StatementTimeout: 50 * time.Millisecond})
	err := s.System(t.Context(), func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "SELECT pg_sleep(20)")
		return err
	})
	if err == nil || store.IsUnavailable(err) {
		t.Errorf("got %v, unavailable %t", err, store.IsUnavailable(err))
	}
}

func TestRetryEndsADeadlock(t *testing.T) {
	t.Parallel()
	_, s := open(t, store.Options{})
	if err := errors.Join(insert(t, s, "dental", 1), insert(t, s, "dental", 2)); err != nil {
		t.Fatal(err)
	}
	var both sync.WaitGroup // each has its first row before either asks for the other's
	both.Add(2)
	var once [2]sync.Once
	var done sync.WaitGroup
	errs := make([]error, 2)
	for i := range 2 {
		done.Go(func() {
			errs[i] = store.Retry(t.Context(), func() error {
				return s.Tenant(t.Context(), "dental", func(tx pgx.Tx) error {
					if err := touch(t, tx, 1+i); err != nil {
						return err
					}
					once[i].Do(both.Done)
					both.Wait()
					return touch(t, tx, 2-i)
				})
			})
		})
	}
	done.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
}

func touch(t *testing.T, tx pgx.Tx, n int) error {
	_, err := tx.Exec(t.Context(), "UPDATE chat.notes SET body = 'x' WHERE id = $1", n)
	return err
}
