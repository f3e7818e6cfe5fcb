package rag_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/metric/noop"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/services/tool-executor/rag"
)

const (
	secret = "a-secret-of-the-website"
	ana    = "0b0f6d5e-0000-4000-8000-00000000000a"
)

// door is one over a database with the tenants clinic and bistro, whose documents answer the same questions.
func door(t *testing.T, e llm.Embedder) http.Handler {
	t.Helper()
	db := storetest.New(t)
	settings := tenants{}
	for _, id := range []string{"clinic", "bistro"} {
		general, own, sofia := tenantfile.ID(id, "corpus", "general"), tenantfile.ID(id, "corpus", "own"), tenantfile.ID(id, "assistant", "sofia")
		db.Exec(t, `INSERT INTO core.tenants (tenant_id, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, '', '{}', $1, 'general', 'MX', 'America/Mexico_City', 'MXN', 'es')`, id)
		db.Exec(t, `INSERT INTO knowledge.corpora (tenant_id, id, slug, contact_id) VALUES ($1, $2, 'general', NULL), ($1, $3, 'own', $4)`,
			id, general, own, ana)
		db.Exec(t, `INSERT INTO core.assistants (tenant_id, id, slug, name, style, type, tier, corpora, allows_personal_corpus)
			VALUES ($1, $2, 'sofia', 'Sofía', 'casual', 'full', 'rules', ARRAY[$3::uuid], true)`, id, sofia, general)
		index := knowledge.New(db.Open(t, "recado_embedding_indexer"), knowledge.HashEmbedder{})
		for corpus, text := range map[string]string{
			general: "Hay estacionamiento detrás del edificio.", own: "El estacionamiento de Ana es el siete.",
		} {
			d := knowledge.Document{
				Tenant: tenant.ID(id), ID: uuid.NewSHA1(uuid.NameSpaceOID, []byte(text)), Corpus: uuid.MustParse(corpus),
				Kind:  knowledge.Article,
				Title: id + " llegar", Type: knowledge.Plain, Language: "es", SHA256: text, Body: []byte(text), Submitted: time.Now(),
			}
			d.SourceURL = "https://" + id + ".example/llegar"
			if _, err := index.Put(t.Context(), d); err != nil {
				t.Fatal(err)
			}
		}
		settings[tenant.ID(id)] = &tenant.Settings{
			ID: tenant.ID(id), Name: "Negocio " + id, Assistants: []tenant.Assistant{{ID: sofia, Name: "Sofía"}},
		}
	}
	d, err := rag.New(rag.Options{
		Config: rag.Config{Secret: config.Secret(secret), Header: "X-Site-Secret", Rate: 1000}, AtOnce: 8,
		Index: knowledge.New(db.Open(t, "recado_tool_executor"), e), Settings: settings, Kinds: []knowledge.Kind{knowledge.Article},
		Keys: keys, Proxies: app.Proxies{}, Meter: noop.Meter{}, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	mux := &app.Mux{}
	d.Serve(mux)
	return mux
}

type tenants map[tenant.ID]*tenant.Settings

func (t tenants) Get(id tenant.ID) (*tenant.Settings, bool) { s, ok := t[id]; return s, ok }

func keys(_ context.Context, key string) (apikey.Grant, bool, error) {
	switch key {
	case "clinic":
		return apikey.Grant{Tenant: "clinic"}, true, nil
	case "other tools":
		return apikey.Grant{Tenant: "clinic", Tools: []string{"list_services"}}, true, nil
	}
	return apikey.Grant{}, false, nil
}

type reply struct {
	Success bool
	Results []struct {
		ID, Content, Title, Source string
		Similarity                 float64
	}
	Metadata struct {
		AgentID, AgentName, ProjectID, ProjectName string
		QueryLength, ResultsCount                  int
		Threshold                                  float64
		Degraded                                   bool
		Timing                                     map[string]int64
	}
	Error struct{ Code, Message string }
}

func post(t *testing.T, h http.Handler, header, value, body string) (int, reply) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/rag/search", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	r.Header.Set(header, value)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	var out reply
	if err := json.NewDecoder(w.Body).Decode(&out); err != nil && !errors.Is(err, io.EOF) {
		t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	return w.Code, out
}

func ask(assistant, more string) string {
	return `{"assistantId":"` + assistant + `","tenantId":"clinic","query":"¿tienen estacionamiento?","threshold":0.1` + more + `}`
}

func TestAProgramSearchesAsAnAssistantDoes(t *testing.T) {
	t.Parallel()
	h := door(t, knowledge.HashEmbedder{})
	sofia := tenantfile.ID("clinic", "assistant", "sofia")
	for name, who := range map[string][2]string{"a key": {"Authorization", "Bearer clinic"}, "the secret": {"X-Site-Secret", secret}} {
		status, got := post(t, h, who[0], who[1], ask(sofia, ""))
		if status != http.StatusOK || !got.Success || len(got.Results) != 1 {
			t.Fatalf("%s: %d %+v", name, status, got)
		}
		r, m := got.Results[0], got.Metadata
		want := "Hay estacionamiento detrás del edificio.|https://clinic.example/llegar|clinic llegar"
		if got := r.Content + "|" + r.Source + "|" + r.Title; got != want {
			t.Errorf("%s: %s", name, got)
		}
		if r.ID == "" {
			t.Errorf("%s: no id", name)
		}
		if m.AgentID != sofia || m.AgentName != "Sofía" || m.ProjectID != "clinic" || m.ProjectName != "Negocio clinic" {
			t.Errorf("%s: %+v", name, m)
		}
		if m.QueryLength != 24 || m.ResultsCount != 1 || m.Threshold != 0.1 {
			t.Errorf("%s: %+v", name, m)
		}
		if m.Degraded || len(m.Timing) != 3 {
			t.Errorf("%s: %+v", name, m)
		}
	}
	other := `{"agentId":"sofia","projectId":"clinic","query":"estacionamiento","threshold":0,"limit":1}`
	if status, got := post(t, h, "Authorization", "Bearer clinic", other); status != http.StatusOK || len(got.Results) != 1 {
		t.Errorf("by its other names: %d %+v", status, got)
	}
}

func TestAPersonsOwnDocumentsAreThatPersonsOnly(t *testing.T) {
	t.Parallel()
	h := door(t, knowledge.HashEmbedder{})
	for user, want := range map[string]int{"": 1, ana: 2, strings.ToUpper(ana): 2, "luis": 1, uuid.NewString(): 1} {
		status, got := post(t, h, "Authorization", "Bearer clinic", ask("sofia", `,"userId":"`+user+`"`))
		if status != http.StatusOK || len(got.Results) != want {
			t.Errorf("%q: %d, %d results, want %d", user, status, len(got.Results), want)
		}
	}
}

func TestTheDoorRefusesWithAReason(t *testing.T) {
	t.Parallel()
	h := door(t, knowledge.HashEmbedder{})
	foreign := tenantfile.ID("bistro", "assistant", "sofia")
	good := ask("sofia", "")
	for name, c := range map[string]struct {
		header, value, body string
		status              int
		code, message       string
	}{
		"no key":                   {"Authorization", "", good, 401, "UNAUTHORIZED", "key"},
		"a wrong key":              {"Authorization", "Bearer nobody", good, 401, "UNAUTHORIZED", "key"},
		"a wrong secret":           {"X-Site-Secret", "guess", good, 401, "UNAUTHORIZED", "key"},
		"a key of other tools":     {"Authorization", "Bearer other tools", good, 403, "FORBIDDEN", "search_documents"},
		"another's assistant":      {"Authorization", "Bearer clinic", ask(foreign, ""), 404, "NOT_FOUND", "no such assistant"},
		"the same with the secret": {"X-Site-Secret", secret, ask(foreign, ""), 404, "NOT_FOUND", "no such assistant"},
		"another tenant":           {"Authorization", "Bearer clinic", strings.Replace(good, `"clinic"`, `"bistro"`, 1), 404, "NOT_FOUND", "no such assistant"},
		"an unknown assistant":     {"Authorization", "Bearer clinic", ask("nobody", ""), 404, "NOT_FOUND", "no such assistant"},
		"no assistant":             {"Authorization", "Bearer clinic", `{"tenantId":"clinic","query":"x"}`, 400, "INVALID_REQUEST", "assistantId"},
		"no tenant":                {"Authorization", "Bearer clinic", `{"assistantId":"sofia","query":"x"}`, 400, "INVALID_REQUEST", "tenantId"},
		"no query":                 {"Authorization", "Bearer clinic", `{"assistantId":"sofia","tenantId":"clinic"}`, 400, "INVALID_REQUEST", "query"},
		"blanks":                   {"Authorization", "Bearer clinic", `{"assistantId":"sofia","tenantId":"clinic","query":"  "}`, 400, "INVALID_REQUEST", "query"},
		"too many":                 {"Authorization", "Bearer clinic", ask("sofia", `,"limit":21`), 400, "INVALID_REQUEST", "limit"},
		"none":                     {"Authorization", "Bearer clinic", ask("sofia", `,"limit":0`), 400, "INVALID_REQUEST", "limit"},
		"a threshold of 2":         {"Authorization", "Bearer clinic", `{"assistantId":"sofia","tenantId":"clinic","query":"x","threshold":2}`, 400, "INVALID_REQUEST", "threshold"},
		"no JSON":                  {"Authorization", "Bearer clinic", `query=x`, 400, "INVALID_REQUEST", "JSON"},
		"two assistants":           {"Authorization", "Bearer clinic", ask("sofia", `,"agentId":"nobody"`), 400, "INVALID_REQUEST", "assistantId"},
		"two tenants":              {"Authorization", "Bearer clinic", ask("sofia", `,"projectId":"bistro"`), 400, "INVALID_REQUEST", "tenantId"},
		"two bodies":               {"Authorization", "Bearer clinic", good + good, 400, "INVALID_REQUEST", "one JSON object"},
		"a long question":          {"Authorization", "Bearer clinic", strings.Replace(good, "estacionamiento", strings.Repeat("a ", 2500), 1), 400, "INVALID_REQUEST", "4000"},
	} {
		status, got := post(t, h, c.header, c.value, c.body)
		if status != c.status || got.Success || got.Error.Code != c.code {
			t.Errorf("%s: %d %+v, want %d %s", name, status, got.Error, c.status, c.code)
		}
		if !strings.Contains(got.Error.Message, c.message) {
			t.Errorf("%s: %q, want %q in it", name, got.Error.Message, c.message)
		}
	}
}

func TestNoPageOfAnotherHostIsServed(t *testing.T) {
	t.Parallel()
	h := door(t, knowledge.HashEmbedder{})
	for _, c := range []struct {
		header, value string
		status        int
	}{
		{"Origin", "https://clinic.example", 403}, {"Content-Type", "text/plain", 200}, {"Content-Type", "", 200},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/rag/search", strings.NewReader(ask("sofia", "")))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Site-Secret", secret)
		r.Header.Set(c.header, c.value)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("%s %q: %d, want %d", c.header, c.value, w.Code, c.status)
		}
	}
}

func TestWhoGuessesTheSecretIsHeldBackAndWhoHasItIsNot(t *testing.T) {
	t.Parallel()
	h := door(t, knowledge.HashEmbedder{})
	held := false
	for range 1000 {
		status, _ := post(t, h, "X-Site-Secret", "guess", ask("sofia", ""))
		if held = status == http.StatusTooManyRequests; held {
			break
		}
	}
	if !held {
		t.Error("an address may guess without end")
	}
	if status, got := post(t, h, "X-Site-Secret", secret, ask("sofia", "")); status != http.StatusOK {
		t.Errorf("the secret: %d %+v", status, got.Error)
	}
}

// hanging is an embedder that answers only once it is given up.
type hanging struct{ knowledge.HashEmbedder }

func (hanging) Embed(ctx context.Context, _ []string) ([][]float32, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestWordsAnswerInTimeWhileTheEmbedderHangs(t *testing.T) {
	t.Parallel()
	status, got := post(t, door(t, hanging{}), "Authorization", "Bearer clinic", ask("sofia", ""))
	if status != http.StatusOK || len(got.Results) != 1 || !got.Metadata.Degraded {
		t.Errorf("%d %+v", status, got)
	}
}

// down is an embedder that does not answer.
type down struct{ knowledge.HashEmbedder }

func (down) Embed(context.Context, []string) ([][]float32, error) {
	return nil, &llm.Error{Kind: llm.KindBusy, Detail: "no answer"}
}

func TestWordsAnswerWhileTheEmbedderIsAway(t *testing.T) {
	t.Parallel()
	h := door(t, down{})
	status, got := post(t, h, "Authorization", "Bearer clinic", ask("sofia", ""))
	if status != http.StatusOK || len(got.Results) != 1 || !got.Metadata.Degraded {
		t.Errorf("%d %+v", status, got)
	}
	wordless := strings.Replace(ask("sofia", ""), "¿tienen estacionamiento?", "¿?", 1)
	if status, got := post(t, h, "Authorization", "Bearer clinic", wordless); status != 503 || got.Error.Code != "EMBEDDING_ERROR" {
		t.Errorf("%d %+v", status, got)
	}
}

func TestHealthSaysHowToCall(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	door(t, knowledge.HashEmbedder{}).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/rag/health", nil))
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "X-Site-Secret") || strings.Contains(w.Body.String(), secret) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestAShortSecretIsRefused(t *testing.T) {
	t.Parallel()
	var none *store.Store
	_, err := rag.New(rag.Options{
		Config: rag.Config{Secret: "short", Rate: 1}, AtOnce: 1, Index: knowledge.New(none, knowledge.HashEmbedder{}), Keys: keys,
		Meter: noop.Meter{}, Log: slog.New(slog.DiscardHandler),
	})
	if err == nil || !strings.Contains(err.Error(), "RECADO_RAG_SECRET") {
		t.Errorf("got %v", err)
	}
}
