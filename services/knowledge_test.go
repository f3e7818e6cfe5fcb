package services_test

import (
	"testing"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/services/demo"
	embeddingindexer "github.com/recado/recado/services/embedding-indexer"
)

// indexDemo applies the demo tenants and waits until all of their documents are found.
func indexDemo(t *testing.T) (*storetest.DB, []*tenantfile.File) {
	t.Helper()
	db, server := storetest.New(t), bustest.New(t)
	apptest.Start(t, apptest.Options{
		Server: server, Env: map[string]string{"RECADO_POSTGRES_URL": db.URL}, Services: []app.Service{embeddingindexer.Service()},
	})
	key, err := seal.ParseKey(apptest.Key)
	if err != nil {
		t.Fatal(err)
	}
	applier := &apply.Applier{Store: db.Open(t, "recado_console"), Bus: server.Bus(t, "console"), Key: key}
	getenv := demo.Environment("seed", "http://127.0.0.1:9", func(string) string { return "" })
	var files []*tenantfile.File
	documents := 0
	for _, d := range demo.Tenants() {
		f, err := d.Load(getenv)
		if err != nil {
			t.Fatal(err)
		}
		summary, err := applier.Apply(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		files, documents = append(files, f), documents+summary.Published
	}
	bustest.Eventually(t, "every document is indexed", func() bool {
		return bustest.Count(t, server, subject.DocumentIndexed) == uint64(documents)
	})
	return db, files
}

func TestDemoTenantsAnswerTheirQuestionsAndNoOthers(t *testing.T) {
	t.Parallel()
	db, files := indexDemo(t)
	index := knowledge.New(db.Open(t, "recado_tool_executor"), knowledge.HashEmbedder{})
	ask := func(id, question string) knowledge.Hit {
		assistant := ""
		for _, f := range files {
			if f.Tenant.ID == id {
				assistant = f.Settings().Assistants[0].ID
			}
		}
		t.Helper()
		result, err := index.Search(t.Context(), knowledge.Query{
			Tenant: tenant.ID(id), Assistant: assistant, Text: question, TopK: 3,
			Kinds: []knowledge.Kind{knowledge.Article, knowledge.FAQ, knowledge.Policy},
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(result.Hits) == 0 {
			return knowledge.Hit{}
		}
		return result.Hits[0]
	}
	for _, f := range files {
		for _, faq := range f.Tenant.FAQs {
			for _, question := range append([]string{faq.Question}, faq.Aliases...) {
				least := 0.85
				if len(knowledge.Carrying(question)) == 0 { // "what should I bring": light words are no sure sign, even of their own alias
					least = 0.76
				}
				if h := ask(f.Tenant.ID, question); h.Relevance < least {
					t.Errorf("%s: %q finds %s with %.2f", f.Tenant.ID, question, h.Title, h.Relevance)
				}
			}
			if h := ask(f.Tenant.ID, faq.Question); h.Content != faq.Answer {
				t.Errorf("%s: %q is answered by %s > %s", f.Tenant.ID, faq.Question, h.Title, h.Heading)
			}
		}
		for _, question := range []string{
			"cuál es la capital de Francia", "quién ganó el partido de ayer", "me recomiendas una película", "cuéntame un chiste", "venden zapatos para correr",
		} {
			if h := ask(f.Tenant.ID, question); h.Relevance >= 0.6 {
				t.Errorf("%s: %q finds %s with %.2f", f.Tenant.ID, question, h.Title, h.Relevance)
			}
		}
	}
}
