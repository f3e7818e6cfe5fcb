package knowledge_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/knowledge"
)

// provider is an OpenAI-compatible endpoint whose models know three matters, each a coordinate of its own, in whatever words.
type provider struct {
	url string

	mu    sync.Mutex
	asked map[string]int  // texts, by model
	away  map[string]bool // models that answer 503
	wrong map[string]bool // models whose vectors lack a dimension
}

var matters = [][]string{{"estacionamiento", "cochera", "auto"}, {"caries", "muela", "dent"}, {"devol", "reembolso", "dinero"}}

func newProvider(t testing.TB) *provider {
	t.Helper()
	p := &provider{asked: map[string]int{}, away: map[string]bool{}, wrong: map[string]bool{}}
	server := httptest.NewServer(http.HandlerFunc(p.embed))
	t.Cleanup(server.Close)
	p.url = server.URL
	return p
}

func (p *provider) embed(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Model      string
		Input      []string
		Dimensions int
	}
	_ = json.NewDecoder(r.Body).Decode(&in)
	p.mu.Lock()
	p.asked[in.Model] += len(in.Input)
	away, size := p.away[in.Model], in.Dimensions
	if p.wrong[in.Model] {
		size--
	}
	p.mu.Unlock()
	if away {
		http.Error(w, `{"error": {"message": "away"}}`, http.StatusServiceUnavailable)
		return
	}
	rows := []map[string]any{}
	for i, text := range in.Input {
		vector := make([]float32, size)
		for m, words := range matters {
			for _, word := range words {
				vector[m] += float32(strings.Count(strings.ToLower(text), word))
			}
		}
		rows = append(rows, map[string]any{"index": i, "embedding": vector})
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"data": rows})
}

// set changes what is wrong with a model.
func (p *provider) set(where map[string]bool, model string, to bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	where[model] = to
}

// questions is how many texts a model was asked since the last time.
func (p *provider) questions(model string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := p.asked[model]
	p.asked[model] = 0
	return n
}

func (p *provider) spaces(t testing.TB) *knowledge.Spaces {
	t.Helper()
	spaces, err := knowledge.NewSpaces(knowledge.EmbedderConfig{
		BaseURL: p.url, Model: "small", Dimensions: 8, Models: []string{"large"}, Timeout: 5 * time.Second,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return spaces
}

// newMixed is a lab whose corpora usual, large and offline are embedded by small, by large and by hash-es-v1; ana reads them all.
func newMixed(t testing.TB) (*lab, *provider) {
	t.Helper()
	p := newProvider(t)
	l := newLab(t, knowledge.HashEmbedder{})
	l.Index = knowledge.Open(l.db.Open(t, "recado_embedding_indexer"), p.spaces(t))
	l.readers = knowledge.Open(l.db.Open(t, "recado_tool_executor"), p.spaces(t))
	for _, name := range []string{"usual", "large", "offline"} {
		l.corpus(t, "clinic", name, "")
	}
	l.db.Exec(t, `UPDATE knowledge.corpora SET embedder = 'large', dimensions = 4 WHERE slug = 'large'`)
	l.db.Exec(t, `UPDATE knowledge.corpora SET embedder = 'hash-es-v1' WHERE slug = 'offline'`)
	l.assistant(t, "clinic", "ana", false, idOf("usual"), idOf("large"), idOf("offline"))
	return l, p
}

func in(corpus uuid.UUID, d knowledge.Document) knowledge.Document {
	d.Corpus = corpus
	return d
}

func (l *lab) spacesOf(t testing.TB) (out string) {
	t.Helper()
	l.db.QueryRow(t, `SELECT coalesce(string_agg(DISTINCT space, ' ' ORDER BY space), '') FROM knowledge.chunks`, nil, &out)
	return out
}

func titlesOf(hits []knowledge.Hit) (out []string) {
	for _, h := range hits {
		out = append(out, h.Title)
	}
	return out
}

func TestAQuestionIsEmbeddedOnceInEachSpaceOfItsScope(t *testing.T) {
	t.Parallel()
	l, p := newMixed(t)
	l.put(t,
		in(idOf("usual"), document("clinic", "Llegar", "Hay estacionamiento detrás del edificio.")),
		in(idOf("large"), document("clinic", "Muelas", "Curamos caries sin dolor.")),
		in(idOf("offline"), document("clinic", "Ortodoncia", "Los aparatos se ajustan cada mes.")))
	if got := l.spacesOf(t); got != "hash-es-v1/1536 large/4 small/8" {
		t.Fatalf("chunks are in %s", got)
	}
	p.questions("small")
	p.questions("large")
	for question, want := range map[string]string{
		"¿dónde dejo la cochera?": "Llegar", "me duele una muela": "Muelas", "ajustar los aparatos": "Ortodoncia",
	} {
		result := l.search(t, knowledge.Query{Tenant: "clinic", Assistant: idOf("ana").String(), Text: question})
		if len(result.Hits) == 0 || result.Hits[0].Title != want || result.Degraded {
			t.Errorf("%s: %v, degraded %v, want %s first", question, titlesOf(result.Hits), result.Degraded, want)
		} else if h := result.Hits[0]; h.VectorRank != 1 || h.Calibrated == 0 {
			t.Errorf("%s: %+v", question, h)
		}
	}
	if small, large := p.questions("small"), p.questions("large"); small != 3 || large != 3 {
		t.Errorf("three questions were embedded %d and %d times", small, large)
	}
	l.search(t, knowledge.Query{Tenant: "clinic", Text: "cochera"}) // general has no chunks
	if large := p.questions("large"); large != 0 {
		t.Errorf("a scope without that space asked it %d times", large)
	}
}

func TestASpaceWhoseEmbedderIsAwayIsSearchedByWords(t *testing.T) {
	t.Parallel()
	l, p := newMixed(t)
	l.put(t,
		in(idOf("usual"), document("clinic", "Llegar", "Hay estacionamiento detrás del edificio.")),
		in(idOf("large"), document("clinic", "Muelas", "Curamos caries sin dolor.")))
	p.set(p.away, "large", true)
	ask := func(text string) knowledge.Result {
		return l.search(t, knowledge.Query{Tenant: "clinic", Assistant: idOf("ana").String(), Text: text})
	}
	r := ask("curan caries")
	if !r.Degraded || r.TextOnly || !strings.Contains(r.Reason, "embed question") {
		t.Errorf("%+v", r)
	}
	if len(r.Hits) == 0 || r.Hits[0].Title != "Muelas" || r.Hits[0].VectorRank != 0 || r.Hits[0].Relevance == 0 {
		t.Errorf("by words: %+v", r.Hits)
	}
	if r = ask("cochera"); len(r.Hits) != 1 || r.Hits[0].Title != "Llegar" || r.Hits[0].VectorRank != 1 {
		t.Errorf("the other space: %+v", r.Hits)
	}
	p.set(p.away, "small", true)
	if r = ask("estacionamiento"); !r.Degraded || !r.TextOnly || len(r.Hits) != 1 {
		t.Errorf("both away: %+v", r)
	}
	p.set(p.away, "small", false)
	p.set(p.away, "large", false)
	if r = ask("me duele una muela"); r.Degraded || len(r.Hits) == 0 || r.Hits[0].Title != "Muelas" {
		t.Errorf("both back: %+v", r)
	}
}

func TestADocumentOfWrongVectorsIsNotIndexedByHalves(t *testing.T) {
	t.Parallel()
	l, p := newMixed(t)
	d := in(idOf("large"), document("clinic", "Muelas", "Curamos caries sin dolor."))
	l.put(t, d)
	p.set(p.wrong, "large", true)
	long := with(d, strings.Repeat("Devolvemos el dinero de cada caries.\n\n", 3000)) // several batches
	long.Submitted = start.Add(time.Hour)
	if _, err := l.Put(t.Context(), long); !errors.Is(err, knowledge.ErrEmbedder) {
		t.Fatalf("put: %v", err)
	}
	p.set(p.wrong, "large", false)
	r := l.search(t, knowledge.Query{Tenant: "clinic", Assistant: idOf("ana").String(), Text: "reembolso del dinero"})
	for _, h := range r.Hits {
		if strings.Contains(h.Content, "Devolvemos") {
			t.Fatalf("half of it is found: %+v", h)
		}
	}
	r = l.search(t, knowledge.Query{Tenant: "clinic", Assistant: idOf("ana").String(), Text: "muela"})
	if len(r.Hits) != 1 || r.Hits[0].Title != "Muelas" {
		t.Errorf("its earlier text: %v", titlesOf(r.Hits))
	}
	l.put(t, long)
	if got := l.spacesOf(t); got != "large/4" {
		t.Errorf("chunks are in %s", got)
	}
}

func TestACorpusNamesAnEmbedderOfTheInstallation(t *testing.T) {
	t.Parallel()
	p := newProvider(t)
	for _, c := range []struct {
		model string
		size  int
		wrong string // in what is said
	}{
		{"", 1536, ""},
		{"small", 8, ""},
		{"small", 1536, ""},
		{"large", 1, ""},
		{"hash-es-v1", 1536, ""},
		{"hash-es-v1", 512, "1536 dimensions"},
		{"large", 1537, "1 to 1536"},
		{"large", 0, "1 to 1536"},
		{"other", 1536, "RECADO_EMBEDDER_MODELS"},
	} {
		err := p.spaces(t).Check(c.model, c.size)
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s of %d: %v, want %q", c.model, c.size, err, c.wrong)
		}
	}
	if err := knowledge.SpaceOf(knowledge.HashEmbedder{}).Check("large", 1536); err == nil || !strings.Contains(err.Error(), "no endpoint") {
		t.Errorf("without an endpoint: %v", err)
	}
}
