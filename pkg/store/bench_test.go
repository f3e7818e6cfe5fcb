package store_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/store/storetest"
)

func BenchmarkTenantTransaction(b *testing.B) {
	db := storetest.New(b)
	db.Exec(b, notesTable)
	s := db.Open(b, role)
	b.Run("transaction", func(b *testing.B) {
		for b.Loop() {
			err := s.Tenant(b.Context(), "dental", func(tx pgx.Tx) error {
				_, err := tx.Exec(b.Context(), "SELECT count(*) FROM chat.notes")
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("batch", func(b *testing.B) {
		for b.Loop() {
			err := s.Batch(b.Context(), "dental", func(q *pgx.Batch) { q.Queue("SELECT count(*) FROM chat.notes") })
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}
