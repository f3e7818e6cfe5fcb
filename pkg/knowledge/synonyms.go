package knowledge

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/tenant"
)

// Synonyms are a tenant's, for who has not its settings at hand; a tenant that nobody has applied has none.
func (x *Index) Synonyms(ctx context.Context, id tenant.ID) (lists [][]string, err error) {
	err = x.db.Tenant(ctx, id, func(tx pgx.Tx) error {
		const read = `SELECT coalesce(settings->'synonyms', '[]') FROM core.tenants WHERE tenant_id = $1`
		return tx.QueryRow(ctx, read, id).Scan(&lists)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read synonyms: %w", err)
	}
	return lists, nil
}

// widened adds to the terms of a question the stems of the words that a tenant uses for one of them.
func widened(terms []term, lists [][]string) []term {
	for _, list := range lists {
		stems := make([]string, len(list))
		for i, w := range list {
			stems[i] = stemOfWord(w)
		}
		for i := range terms {
			t := &terms[i]
			if !slices.ContainsFunc(stems, func(s string) bool { return slices.Contains(t.stems, s) }) {
				continue
			}
			for _, s := range stems {
				if s != "" && !slices.Contains(t.stems, s) {
					t.stems = append(t.stems, s)
				}
			}
		}
	}
	return terms
}

// stemOfWord is the stem of a word alone, empty for one that says nothing.
func stemOfWord(text string) string {
	if words := wordsOf(text); len(words) == 1 {
		return words[0].stem
	}
	return ""
}
