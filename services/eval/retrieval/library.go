package retrieval

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/store"
)

// name is the tenant that a fresh database gets.
const name = "retrieval"

var (
	corpus    = uuid.NewSHA1(uuid.NameSpaceOID, []byte("corpus"))
	assistant = uuid.NewSHA1(uuid.NameSpaceOID, []byte("assistant"))
)

var business = fmt.Sprintf(`
INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
  VALUES ('%[1]s', '', '{}', '%[1]s', 'general', 'MX', 'America/Mexico_City', 'MXN', 'es');
INSERT INTO knowledge.corpora (tenant_id, id, slug) VALUES ('%[1]s', '%[2]s', 'general');
INSERT INTO core.assistants (tenant_id, id, slug, name, style, type, tier, corpora)
  VALUES ('%[1]s', '%[3]s', 'sofia', 'Sofía', 'casual', 'full', 'rules', ARRAY['%[2]s'::uuid])`, name, corpus, assistant)

// Library is documents that can be searched, in a fresh database of their own.
type Library struct {
	writers, readers *store.Store
	index            *knowledge.Index // as embedding-indexer sees it
	reader           *knowledge.Index // as tool-executor does
}

// Open fills a migrated database, whose owner the URL names, with one business.
func Open(ctx context.Context, url config.Secret, e llm.Embedder) (*Library, error) {
	if err := store.Exec(ctx, url, business); err != nil {
		return nil, fmt.Errorf("make a business: %w", err)
	}
	var l Library
	var err error
	if l.writers, err = store.Open(ctx, store.Options{URL: url, Role: "recado_embedding_indexer"}); err != nil {
		return nil, err
	}
	if l.readers, err = store.Open(ctx, store.Options{URL: url, Role: "recado_tool_executor"}); err != nil {
		l.writers.Close()
		return nil, err
	}
	l.index, l.reader = knowledge.New(l.writers, e), knowledge.New(l.readers, e)
	return &l, nil
}

// Close lets go of the database.
func (l *Library) Close() {
	l.readers.Close()
	l.writers.Close()
}

// put submits a document as it stands; one that the index refuses is no error of the run.
func (l *Library) put(ctx context.Context, d Document) (refused bool, err error) {
	sum := sha256.Sum256([]byte(d.Text))
	_, err = l.index.Put(ctx, knowledge.Document{
		Tenant: name, ID: idOf(d.ID), Corpus: corpus, Kind: knowledge.Article, Title: d.Title, Type: knowledge.Plain, Language: "es",
		SHA256: hex.EncodeToString(sum[:]), Body: []byte(d.Text), Submitted: time.Now(),
	})
	if errors.Is(err, knowledge.ErrUnreadable) {
		return true, nil
	}
	return false, err
}

func idOf(id string) uuid.UUID { return uuid.NewSHA1(uuid.NameSpaceURL, []byte(id)) }

// depth is how many chunks are asked for: one document may have several of the first.
const depth = 50

// ranked are the documents that a question finds, best first, each by its best chunk.
func (l *Library) ranked(ctx context.Context, h knowledge.Half, question string) ([]uuid.UUID, error) {
	result, err := l.reader.Only(h).Search(ctx, knowledge.Query{Tenant: name, Assistant: assistant.String(), Text: question, TopK: depth})
	if err != nil {
		return nil, err
	}
	if result.Degraded {
		return nil, errors.New(result.Reason)
	}
	seen := map[uuid.UUID]bool{}
	var out []uuid.UUID
	for _, hit := range result.Hits {
		if !seen[hit.Document] {
			seen[hit.Document] = true
			out = append(out, hit.Document)
		}
	}
	return out, nil
}
