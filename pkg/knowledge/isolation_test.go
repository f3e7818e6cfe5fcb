package knowledge_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

// eyes are who reads: the settings that a search gives its transaction.
type eyes struct {
	tenant             tenant.ID
	assistant, contact string
}

// walled is a database where every document answers the same question, so that only walls keep them apart.
func walled(t *testing.T) *lab {
	t.Helper()
	l := newLab(t, knowledge.HashEmbedder{})
	ana, luis := idOf("ana").String(), idOf("luis").String()
	for _, id := range []tenant.ID{"clinic", "bistro"} {
		l.corpus(t, id, "inner", "")
		l.corpus(t, id, "asleep", "")
		l.corpus(t, id, "of ana", ana)
		l.corpus(t, id, "of luis", luis)
		l.assistant(t, id, "private", true, general)
		l.assistant(t, id, "staff", false, idOf("inner"), idOf("asleep"), idOf("of luis"))
		for corpus, title := range map[uuid.UUID]string{
			general: "open", idOf("inner"): "inner", idOf("asleep"): "asleep", idOf("of ana"): "ana", idOf("of luis"): "luis",
		} {
			d := document(id, string(id)+" "+title, "El marcador es quetzal, y nadie más lo dice.")
			d.Corpus = corpus
			l.put(t, d)
		}
	}
	l.db.Exec(t, `UPDATE knowledge.corpora SET active = false WHERE slug = 'asleep'`)
	return l
}

var seen = []struct {
	name string
	eyes eyes
	want string
}{
	{"an assistant of one corpus", eyes{"clinic", sofia.String(), ""}, "clinic open"},
	{"the same id of another tenant", eyes{"bistro", sofia.String(), ""}, "bistro open"},
	{"no assistant", eyes{"clinic", "", idOf("ana").String()}, ""},
	{"an unknown assistant", eyes{"clinic", idOf("nobody").String(), idOf("ana").String()}, ""},
	{"an assistant that allows no personal corpora", eyes{"clinic", sofia.String(), idOf("ana").String()}, "clinic open"},
	{"one that allows them, for nobody", eyes{"clinic", idOf("private").String(), ""}, "clinic open"},
	{"one that allows them, for a contact", eyes{"clinic", idOf("private").String(), idOf("ana").String()}, "clinic ana, clinic open"},
	{"one that allows them, for a stranger", eyes{"clinic", idOf("private").String(), idOf("nobody").String()}, "clinic open"},
	{"a contact's corpus assigned, and one that sleeps", eyes{"clinic", idOf("staff").String(), idOf("luis").String()}, "clinic inner"},
	{"no tenant's words for an assistant", eyes{"clinic", "' OR true --", ""}, ""},
}

func TestASearchFindsWhatItsAssistantReadsAndNoMore(t *testing.T) {
	t.Parallel()
	l := walled(t)
	for _, c := range seen {
		result, err := l.readers.Search(t.Context(), knowledge.Query{
			Tenant: c.eyes.tenant, Assistant: c.eyes.assistant, Contact: c.eyes.contact, Text: "¿cuál es el marcador quetzal?", TopK: 50,
		})
		if _, bad := uuid.Parse(c.eyes.assistant); bad != nil {
			if err == nil {
				t.Errorf("%s: searched", c.name)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		found := titles(result.Hits)
		slices.Sort(found)
		if got := strings.Join(found, ", "); got != c.want {
			t.Errorf("%s finds %q, want %q", c.name, got, c.want)
		}
	}
}

// The same walls without any condition in SQL: row-level security alone holds, for both who search.
func TestRowLevelSecurityAloneKeepsCorporaApart(t *testing.T) {
	t.Parallel()
	l := walled(t)
	for _, role := range []string{"recado_tool_executor", "recado_console"} {
		db := l.db.Open(t, role)
		for _, c := range seen {
			if strings.Contains(c.eyes.assistant, "'") {
				continue
			}
			if got := everything(t, db, c.eyes); got != c.want {
				t.Errorf("%s, %s reads %q, want %q", role, c.name, got, c.want)
			}
		}
	}
}

// everything is what a statement without conditions reads.
func everything(t *testing.T, db *store.Store, e eyes) (out string) {
	t.Helper()
	err := db.User(t.Context(), e.tenant, e.contact, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `SELECT set_config('recado.assistant', $1, true)`, e.assistant); err != nil {
			return err
		}
		return tx.QueryRow(t.Context(), `SELECT coalesce(string_agg(d.title, ', ' ORDER BY d.title), '')
			FROM knowledge.chunks c JOIN knowledge.documents d ON d.id = c.document_id AND d.tenant_id = c.tenant_id`).Scan(&out)
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestADocumentOfNoCorpusIsRefused(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	d := document("clinic", "Suelto", "Texto.")
	d.Corpus = idOf("nowhere")
	if _, err := l.Put(t.Context(), d); err == nil || !strings.Contains(err.Error(), "corpus") {
		t.Errorf("put: %v", err)
	}
}

func TestAnErasedContactTakesItsDocumentsAlong(t *testing.T) {
	t.Parallel()
	l := walled(t)
	var known bool
	var erased map[string]int
	l.db.QueryRow(t, `SELECT known, erased FROM core.erase_contact('clinic', $1)`, []any{idOf("ana")}, &known, &erased)
	if !known || erased["documents"] != 1 {
		t.Errorf("known %t, erased %v", known, erased)
	}
	var left string
	l.db.QueryRow(t, `SELECT string_agg(tenant_id || ' ' || title, ', ' ORDER BY 1) FROM knowledge.documents WHERE title LIKE '% ana'`, nil, &left)
	if left != "bistro bistro ana" {
		t.Errorf("left: %s", left)
	}
}
