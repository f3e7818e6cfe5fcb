package storetest_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store/storetest"
)

func TestEachDatabaseIsFreshAndMigrated(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"first", "second"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := storetest.New(t)
			db.Exec(t, "CREATE TABLE public.mine (n int)") // would exist if the database were shared
			var migrations int
			db.QueryRow(t, "SELECT count(*) FROM public.recado_migrations", nil, &migrations)
			if migrations == 0 {
				t.Error("no migration was applied")
			}
		})
	}
}

func TestOpenActsAsTheRole(t *testing.T) {
	t.Parallel()
	s := storetest.New(t).Open(t, "recado_agent_runner")
	var role string
	err := s.System(t.Context(), func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "SELECT current_user").Scan(&role)
	})
	if err != nil || role != "recado_agent_runner" {
		t.Fatalf("got %q, %v", role, err)
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		storetest.New(b)
	}
}
