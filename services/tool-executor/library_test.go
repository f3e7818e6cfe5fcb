package toolexecutor

import (
	"context"
	"log/slog"
	"slices"
	"testing"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/tool-executor/tools"
	"github.com/recado/recado/services/tool-executor/watch"
)

func TestOnlyTheirOwnCategoryFindsWhatIsSaidOfCompetitors(t *testing.T) {
	t.Parallel()
	for category, kinds := range searched {
		if slices.Contains(kinds, knowledge.Competitor) != (category == "competitors") || slices.Contains(kinds, knowledge.Instruction) || len(kinds) == 0 {
			t.Errorf("category %q searches %v", category, kinds)
		}
	}
	if len(kindsOf("instructions")) != len(searched[""]) {
		t.Error("an unknown category searches more than none")
	}
}

// stuck is an index that answers nobody.
type stuck struct{}

func (stuck) Search(ctx context.Context, _ knowledge.Query) (knowledge.Result, error) {
	<-ctx.Done()
	return knowledge.Result{}, ctx.Err()
}

func TestATurnGoesOnWhereTheDocumentsCannotBeSearched(t *testing.T) {
	t.Parallel()
	db := storetest.New(t)
	db.Exec(t, `REVOKE SELECT ON knowledge.chunks FROM recado_tool_executor`)
	for name, index := range map[string]watch.Searcher{
		"a search that fails": knowledge.New(db.Open(t, "recado_tool_executor"), knowledge.HashEmbedder{}), "one that hangs": stuck{},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newExecutor(tools.All(nil, seal.Key{}, library{index, slog.New(slog.DiscardHandler)}), &app.Env{Tracer: noop.Tracer{}})
			sent := &outbox{}
			e.bus, e.own = sent, ownNumber{}
			for _, name := range []string{"search_knowledge_base", "get_faq"} {
				r := request(name)
				r.Meta.AssistantId, r.ArgumentsJson = uuid.NewString(), `{"query":"¿tienen estacionamiento?"}`
				if err := e.handle(t.Context(), r); err != nil {
					t.Fatal(err)
				}
				if got := sent.events[len(sent.events)-1]; got.GetError().GetCode() != "unavailable" || !got.GetError().GetRetryable() {
					t.Errorf("%s: answered %v", name, got)
				}
			}
		})
	}
}

// heard is an index that keeps what it was asked.
type heard struct{ q *knowledge.Query }

func (h heard) Search(_ context.Context, q knowledge.Query) (knowledge.Result, error) {
	*h.q = q
	return knowledge.Result{}, nil
}

// guarded is a shop with words of its own.
type guarded struct{ words [][]string }

func (g guarded) Get(id tenant.ID) (*tenant.Settings, bool) {
	return &tenant.Settings{Synonyms: g.words}, id == "shop"
}

func TestASearchIsMadeWithTheTenantsOwnWords(t *testing.T) {
	t.Parallel()
	var q knowledge.Query
	guards := [][]string{{"guarda", "férula"}}
	in := worded{heard{&q}, guarded{guards}}
	for id, want := range map[tenant.ID]int{"shop": 1, "other": 0} {
		if _, err := in.Search(t.Context(), knowledge.Query{Tenant: id}); err != nil || len(q.Synonyms) != want {
			t.Errorf("%s searches with %v, %v", id, q.Synonyms, err)
		}
	}
}
