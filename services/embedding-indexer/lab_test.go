package embeddingindexer_test

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	embeddingindexer "github.com/recado/recado/services/embedding-indexer"
)

// lab is one embedding-indexer between a bus and a database with the tenants clinic and bistro.
type lab struct {
	*apptest.Process
	db  *storetest.DB
	env map[string]string
}

func newLab(t *testing.T, env map[string]string) *lab {
	t.Helper()
	l := &lab{db: storetest.New(t), env: map[string]string{"RECADO_EMBEDDING_INDEXER_PAUSE": "20ms"}}
	l.env["RECADO_POSTGRES_URL"] = l.db.URL
	maps.Copy(l.env, env)
	for _, id := range []string{"clinic", "bistro"} {
		l.db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', '{}', $1, 'general', 'MX', 'America/Mexico_City', 'MXN', 'es')`, id)
		l.db.Exec(t, `INSERT INTO knowledge.corpora (tenant_id, id, slug) VALUES ($1, $2, 'general')`, id, idOf("general"))
		l.db.Exec(t, `INSERT INTO core.assistants (tenant_id, id, slug, name, style, type, tier, corpora)
			VALUES ($1, $2, 'sofia', 'Sofía', 'casual', 'full', 'rules', ARRAY[$3::uuid])`, id, idOf("sofia"), idOf("general"))
	}
	l.start(t, bustest.New(t))
	return l
}

func (l *lab) start(t *testing.T, server *bustest.Server) {
	t.Helper()
	l.Process = apptest.Start(t, apptest.Options{Server: server, Env: l.env, Services: []app.Service{embeddingindexer.Service()}})
}

// publish sends an event and fails the test when the bus does not take it.
func (l *lab) publish(t *testing.T, e bus.Event) {
	t.Helper()
	if err := l.Bus.Publish(t.Context(), e); err != nil {
		t.Fatal(err)
	}
}

var began = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func idOf(name string) string { return uuid.NewSHA1(uuid.NameSpaceOID, []byte(name)).String() }

// submitted is an event about the document of a name, minutes after the test's beginning.
func submitted(id tenant.ID, name, body string, minutes int) *recadov1.DocumentSubmitted {
	sum := sha256.Sum256([]byte(body))
	return &recadov1.DocumentSubmitted{
		Meta: metaAt(id, name, minutes), DocumentId: idOf(name), CorpusId: idOf("general"),
		Kind: recadov1.DocumentKind_DOCUMENT_KIND_ARTICLE, Title: name, MimeType: "text/plain; charset=utf-8",
		Body: &recadov1.DocumentSubmitted_Inline{Inline: []byte(body)}, Sha256: hex.EncodeToString(sum[:]), Language: "es",
	}
}

func removed(id tenant.ID, name string, minutes int) *recadov1.DocumentRemoved {
	return &recadov1.DocumentRemoved{Meta: metaAt(id, name, minutes), DocumentId: idOf(name)}
}

func metaAt(id tenant.ID, name string, minutes int) *recadov1.Meta {
	return &recadov1.Meta{
		EventId: uuid.NewString(), TenantId: string(id), ConversationKey: idOf(name),
		OccurredAt: timestamppb.New(began.Add(time.Duration(minutes) * time.Minute)),
	}
}

// titles asks as tool-executor would and returns the titles that are found.
func (l *lab) titles(t *testing.T, id tenant.ID, question string) []string {
	t.Helper()
	index := knowledge.New(l.db.Open(t, "recado_tool_executor"), knowledge.HashEmbedder{})
	result, err := index.Search(t.Context(), knowledge.Query{Tenant: id, Assistant: idOf("sofia"), Text: question, Least: 0.51})
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, h := range result.Hits {
		out = append(out, h.Title)
	}
	return out
}

// state is what the database says of a document.
func (l *lab) state(t *testing.T, name string) (state, reason string, version, chunks int) {
	t.Helper()
	l.db.QueryRow(t, `SELECT coalesce(max(d.state), ''), coalesce(max(d.reason), ''), coalesce(max(d.version), 0), count(c.ord)
		FROM knowledge.documents d LEFT JOIN knowledge.chunks c ON c.document_id = d.id WHERE d.id = $1`,
		[]any{idOf(name)}, &state, &reason, &version, &chunks)
	return state, reason, version, chunks
}

func (l *lab) awaitState(t *testing.T, name, want string) {
	t.Helper()
	bustest.Eventually(t, name+" is "+want, func() bool {
		state, _, _, _ := l.state(t, name)
		return state == want
	})
}

// letters waits for n dead letters of the stage and returns their reasons.
func (l *lab) letters(t *testing.T, n int) (reasons []string) {
	t.Helper()
	bustest.Eventually(t, "dead letters", func() bool {
		list, err := l.Bus.DeadLetters(t.Context(), bus.DeadLetterFilter{Stage: subject.DocumentSubmitted})
		reasons = nil
		for _, letter := range list {
			reasons = append(reasons, letter.Reason)
		}
		return err == nil && len(list) >= n
	})
	return reasons
}
