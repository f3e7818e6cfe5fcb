package knowledge_test

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenant"
)

// lab is an index in a database of its own with the tenants clinic and bistro.
type lab struct {
	*knowledge.Index
	db *storetest.DB
	// readers is the same index as tool-executor sees it.
	readers *knowledge.Index
}

var (
	general = uuid.MustParse("6b0f6d5e-0000-4000-8000-000000000001")
	sofia   = uuid.MustParse("6b0f6d5e-0000-4000-8000-000000000002") // reads general, of both tenants
)

func newLab(t testing.TB, e llm.Embedder) *lab {
	t.Helper()
	db := storetest.New(t)
	for _, id := range []string{"clinic", "bistro"} {
		db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', '{}', $1, 'general', 'MX', 'America/Mexico_City', 'MXN', 'es')`, id)
		db.Exec(t, `INSERT INTO knowledge.corpora (tenant_id, id, slug) VALUES ($1, $2, 'general')`, id, general)
		db.Exec(t, `INSERT INTO core.assistants (tenant_id, id, slug, name, style, type, tier, corpora)
			VALUES ($1, $2, 'sofia', 'Sofía', 'casual', 'full', 'rules', ARRAY[$3::uuid])`, id, sofia, general)
	}
	return &lab{
		Index: knowledge.New(db.Open(t, "recado_embedding_indexer"), e), db: db,
		readers: knowledge.New(db.Open(t, "recado_tool_executor"), e),
	}
}

func idOf(name string) uuid.UUID { return uuid.NewSHA1(uuid.NameSpaceOID, []byte(name)) }

var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// document is a plain article whose title is its name.
func document(id tenant.ID, name, body string) knowledge.Document {
	return with(knowledge.Document{
		Tenant: id, ID: idOf(name), Corpus: general, Kind: knowledge.Article, Title: name, Type: knowledge.Plain,
		Language: "es", Submitted: start,
	}, body)
}

func with(d knowledge.Document, body string) knowledge.Document {
	sum := sha256.Sum256([]byte(body))
	d.Body, d.SHA256 = []byte(body), hex.EncodeToString(sum[:])
	return d
}

func faq(id tenant.ID, question, also, answer string) knowledge.Document {
	head := question
	if also != "" {
		head += "\n" + also
	}
	d := document(id, question, head+"\n\n"+answer)
	d.Kind = knowledge.FAQ
	return d
}

func (l *lab) put(t testing.TB, docs ...knowledge.Document) {
	t.Helper()
	for _, d := range docs {
		if _, err := l.Put(t.Context(), d); err != nil {
			t.Fatalf("%s: %v", d.Title, err)
		}
	}
}

// search asks as tool-executor, for sofia where the query names nobody.
func (l *lab) search(t testing.TB, q knowledge.Query) knowledge.Result {
	t.Helper()
	q.Assistant = cmp.Or(q.Assistant, sofia.String())
	result, err := l.readers.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func (l *lab) ask(t testing.TB, id tenant.ID, question string) []knowledge.Hit {
	t.Helper()
	return l.search(t, knowledge.Query{Tenant: id, Text: question}).Hits
}

// corpus makes one whose id is idOf its name: the business's, or a contact's.
func (l *lab) corpus(t testing.TB, id tenant.ID, name, contact string) {
	t.Helper()
	l.db.Exec(t, `INSERT INTO knowledge.corpora (tenant_id, id, slug, contact_id) VALUES ($1, $2, $3, nullif($4, '')::uuid)`,
		id, idOf(name), name, contact)
}

// assistant makes one whose id is idOf its name.
func (l *lab) assistant(t testing.TB, id tenant.ID, name string, personal bool, corpora ...uuid.UUID) {
	t.Helper()
	if corpora == nil {
		corpora = []uuid.UUID{}
	}
	l.db.Exec(t, `INSERT INTO core.assistants (tenant_id, id, slug, name, channel, style, type, tier, corpora, allows_personal_corpus)
		VALUES ($1, $2, $3, 'A', $3, 'casual', 'full', 'rules', $4, $5)`, id, idOf(name), name, corpora, personal)
}
