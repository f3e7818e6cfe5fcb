package embeddingindexer_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const parking = "En Coyoacán hay seis lugares de estacionamiento detrás del edificio."

func TestSubmittedDocumentIsFoundByItsTenantOnly(t *testing.T) {
	t.Parallel()
	l := newLab(t, nil)
	e := submitted("clinic", "Llegar", parking, 0)
	l.publish(t, e)
	l.publish(t, submitted("bistro", "Carta", "Ceviche clásico y arroz con mariscos.", 0))
	for _, done := range bustest.Collect[*recadov1.DocumentIndexed](t, l.Server, subject.DocumentIndexed, 2) {
		if done.GetChunks() != 1 || done.GetMeta().GetTenantId() == "clinic" && done.GetMeta().GetEventId() != "indexed:"+e.GetMeta().GetEventId() {
			t.Errorf("told %v", done)
		}
	}
	if got := l.titles(t, "clinic", "¿tienen estacionamiento?"); !slices.Equal(got, []string{"Llegar"}) {
		t.Errorf("the clinic finds %v", got)
	}
	if got := l.titles(t, "bistro", "¿tienen estacionamiento?"); len(got) > 0 {
		t.Errorf("the bistro finds %v", got)
	}
}

func TestRepeatedSubmissionChangesNothingAndIsAnswered(t *testing.T) {
	t.Parallel()
	l := newLab(t, nil)
	first := submitted("clinic", "Llegar", parking, 0)
	l.publish(t, first)
	again := submitted("clinic", "Llegar", parking, 1)
	l.publish(t, again)
	bustest.Collect[*recadov1.DocumentIndexed](t, l.Server, subject.DocumentIndexed, 2)
	if state, _, version, chunks := l.state(t, "Llegar"); state != "indexed" || version != 1 || chunks != 1 {
		t.Errorf("%s, version %d, %d chunks", state, version, chunks)
	}
}

func TestRestartGoesOnWithWhatWaits(t *testing.T) {
	t.Parallel()
	l := newLab(t, nil)
	l.publish(t, submitted("clinic", "Llegar", parking, 0))
	l.awaitState(t, "Llegar", "indexed")
	l.Stop(t)
	b := l.Server.Bus(t, "console")
	if err := b.Publish(t.Context(), submitted("clinic", "Pagos", "Aceptamos tarjetas de crédito.", 0)); err != nil {
		t.Fatal(err)
	}
	l.start(t, l.Server)
	l.awaitState(t, "Pagos", "indexed")
	bustest.Collect[*recadov1.DocumentIndexed](t, l.Server, subject.DocumentIndexed, 2) // told after the state
	if n := bustest.Count(t, l.Server, subject.DocumentIndexed); n != 2 {
		t.Errorf("%d documents were told, want 2: the first is not indexed again", n)
	}
}

func TestNewestVersionWinsWhateverComesLast(t *testing.T) {
	t.Parallel()
	l := newLab(t, nil)
	l.publish(t, submitted("clinic", "Llegar", "Ahora hay valet en la puerta principal.", 5))
	l.awaitState(t, "Llegar", "indexed")
	l.publish(t, submitted("clinic", "Llegar", parking, 0))
	l.publish(t, submitted("clinic", "Otro", "Un texto que se indexa después.", 6))
	l.awaitState(t, "Otro", "indexed")
	if got := l.titles(t, "clinic", "valet en la puerta"); !slices.Equal(got, []string{"Llegar"}) {
		t.Errorf("the newer text finds %v", got)
	}
}

func TestRemovedDocumentIsGoneAndStaysGone(t *testing.T) {
	t.Parallel()
	l := newLab(t, nil)
	l.publish(t, submitted("clinic", "Llegar", parking, 0))
	l.awaitState(t, "Llegar", "indexed")
	l.publish(t, removed("clinic", "Llegar", 5))
	l.awaitState(t, "Llegar", "removed")
	l.publish(t, submitted("clinic", "Llegar", parking, 1)) // a late delivery of an older event
	l.publish(t, submitted("clinic", "Otro", "Un texto que se indexa después.", 6))
	l.awaitState(t, "Otro", "indexed")
	if got := l.titles(t, "clinic", "estacionamiento"); len(got) > 0 {
		t.Errorf("found %v", got)
	}
	l.publish(t, submitted("clinic", "Llegar", parking, 9))
	l.awaitState(t, "Llegar", "indexed")
}

func TestLargeBodyComesFromTheObjectStore(t *testing.T) {
	t.Parallel()
	l := newLab(t, nil)
	body := strings.Repeat(parking+"\n\n", 6000) // 400 kB
	if err := l.Bus.PutObject(t.Context(), "documents/clinic/llegar", strings.NewReader(body)); err != nil {
		t.Fatal(err)
	}
	e := submitted("clinic", "Llegar", body, 0)
	e.Body = &recadov1.DocumentSubmitted_ObjectKey{ObjectKey: "documents/clinic/llegar"}
	l.publish(t, e)
	done := bustest.Collect[*recadov1.DocumentIndexed](t, l.Server, subject.DocumentIndexed, 1)[0]
	if _, _, _, chunks := l.state(t, "Llegar"); chunks < 100 || uint32(chunks) != done.GetChunks() {
		t.Errorf("%d chunks, told %d", chunks, done.GetChunks())
	}
}

func TestDocumentThatCannotBeReadFailsWithTheReason(t *testing.T) {
	t.Parallel()
	l := newLab(t, nil)
	missing := submitted("clinic", "Sin cuerpo", "x", 0)
	missing.Body = &recadov1.DocumentSubmitted_ObjectKey{ObjectKey: bus.ObjectKey("clinic", "nowhere")}
	pdf := submitted("clinic", "Un PDF", "%PDF-1.7", 0)
	pdf.MimeType = "application/pdf"
	other := submitted("clinic", "Otro cuerpo", "uno", 0)
	other.Sha256 = strings.Repeat("0", 64)
	binary := submitted("clinic", "Binario", "\x7fELF\x00\x01\x02\x00\x00", 0)
	empty := submitted("clinic", "Vacío", " \n", 0)
	want := map[string]string{
		"Sin cuerpo": "not in the object store", "Un PDF": "the PDF is broken", "Otro cuerpo": "sha256",
		"Binario": "it is a program", "Vacío": "empty",
	}
	for _, e := range []*recadov1.DocumentSubmitted{missing, pdf, other, binary, empty} {
		l.publish(t, e)
	}
	told := bustest.Collect[*recadov1.DocumentFailed](t, l.Server, subject.DocumentFailed, len(want))
	for name, part := range want {
		l.awaitState(t, name, "failed")
		_, reason, _, _ := l.state(t, name)
		if !strings.Contains(reason, part) || !slices.ContainsFunc(told, func(e *recadov1.DocumentFailed) bool {
			return e.GetDocumentId() == idOf(name) && e.GetReason() == reason
		}) {
			t.Errorf("%s: failed for %q, want %q, and told", name, reason, part)
		}
	}
}

func TestMalformedEventIsADeadLetterThatNamesTheField(t *testing.T) {
	t.Parallel()
	l := newLab(t, nil)
	wrong := map[string]func(*recadov1.DocumentSubmitted){
		"document_id": func(e *recadov1.DocumentSubmitted) { e.DocumentId = "first" },
		"corpus_id":   func(e *recadov1.DocumentSubmitted) { e.CorpusId = "" },
		"kind":        func(e *recadov1.DocumentSubmitted) { e.Kind = 99 },
		"title":       func(e *recadov1.DocumentSubmitted) { e.Title = strings.Repeat("x", 301) },
		"source:":     func(e *recadov1.DocumentSubmitted) { e.Source = "Mi página" },
		"source_url":  func(e *recadov1.DocumentSubmitted) { e.SourceUrl = "javascript:alert(1)" },
		"category":    func(e *recadov1.DocumentSubmitted) { e.Category = strings.Repeat("x", 101) },
		"tags":        func(e *recadov1.DocumentSubmitted) { e.Tags = []string{"a", ""} },
		"metadata":    func(e *recadov1.DocumentSubmitted) { e.Metadata = map[string]string{"a": strings.Repeat("x", 301)} },
		"added_by":    func(e *recadov1.DocumentSubmitted) { e.AddedBy = "a\x00b" },
		"file_name":   func(e *recadov1.DocumentSubmitted) { e.FileName = strings.Repeat("x", 301) },
		"language":    func(e *recadov1.DocumentSubmitted) { e.Language = "klingon" },
		"body":        func(e *recadov1.DocumentSubmitted) { e.Body = nil },
		"object_key": func(e *recadov1.DocumentSubmitted) {
			e.Body = &recadov1.DocumentSubmitted_ObjectKey{ObjectKey: bus.ObjectKey("neighbour", "llegar")}
		},
	}
	for _, spoil := range wrong {
		e := proto.CloneOf(submitted("clinic", "Llegar", parking, 0))
		spoil(e)
		e.Meta = metaAt("clinic", "Llegar", 0)
		l.publish(t, e)
	}
	l.publish(t, submitted("nobody", "Llegar", parking, 0))
	reasons := l.letters(t, len(wrong)+1)
	for field := range wrong {
		if !slices.ContainsFunc(reasons, func(r string) bool { return strings.Contains(r, field) }) {
			t.Errorf("no reason names %s: %q", field, reasons)
		}
	}
	if !slices.ContainsFunc(reasons, func(r string) bool { return strings.Contains(r, "no such tenant") }) {
		t.Errorf("the unknown tenant is not named: %q", reasons)
	}
}

// embedder is an embedding endpoint that fails until repair is called.
func embedder(t *testing.T, status int) (url string, repair func()) {
	t.Helper()
	var repaired atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Input []string }
		if !repaired.Load() {
			w.WriteHeader(status)
			return
		}
		_ = json.NewDecoder(r.Body).Decode(&in)
		var rows []map[string]any
		for i := range in.Input {
			rows = append(rows, map[string]any{"index": i, "embedding": []float32{1, float32(i)}})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"data": rows})
	}))
	t.Cleanup(server.Close)
	return server.URL, func() { repaired.Store(true) }
}

func TestDocumentWaitsForTheEmbedder(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]int{"that is unavailable": 503, "whose key is wrong": 401} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, repair := embedder(t, status)
			l := newLab(t, map[string]string{"RECADO_EMBEDDER_BASE_URL": url, "RECADO_EMBEDDER_DIMENSIONS": "2"})
			l.publish(t, submitted("clinic", "Llegar", parking, 0))
			l.awaitState(t, "Llegar", "pending")
			if _, reason, _, _ := l.state(t, "Llegar"); !strings.Contains(reason, "embedder") {
				t.Errorf("it waits for %q", reason)
			}
			repair()
			l.awaitState(t, "Llegar", "indexed")
			if got := l.titles(t, "clinic", "estacionamiento"); !slices.Equal(got, []string{"Llegar"}) {
				t.Errorf("found %v", got)
			}
		})
	}
}

func TestDocumentThatTheEmbedderRefusesFails(t *testing.T) {
	t.Parallel()
	url, _ := embedder(t, 400)
	l := newLab(t, map[string]string{"RECADO_EMBEDDER_BASE_URL": url, "RECADO_EMBEDDER_DIMENSIONS": "2"})
	l.publish(t, submitted("clinic", "Llegar", parking, 0))
	if e := bustest.Collect[*recadov1.DocumentFailed](t, l.Server, subject.DocumentFailed, 1)[0]; !strings.Contains(e.GetReason(), "refused") {
		t.Errorf("failed for %q", e.GetReason())
	}
}

func TestADocumentIsKeptWithWhatIsKnownOfItAndGoesWithItsOriginal(t *testing.T) {
	t.Parallel()
	l := newLab(t, nil)
	e := submitted("clinic", "Llegar", parking, 0)
	e.Source, e.SourceUrl, e.Category, e.Tags = "website", "https://clinica.example/llegar", "ubicación", []string{"auto"}
	e.Metadata, e.AddedBy, e.Title, e.FileName = map[string]string{"section": "2"}, "key 7", "", "llegar.txt"
	l.publish(t, e)
	began := bustest.Collect[*recadov1.DocumentProcessing](t, l.Server, subject.DocumentProcessing, 1)[0]
	if began.GetAttempt() != 1 || began.GetDocumentId() != e.GetDocumentId() {
		t.Errorf("told %v", began)
	}
	l.awaitState(t, "Llegar", "indexed")
	var got string
	l.db.QueryRow(t, `SELECT concat_ws('|', title, mime, bytes, source, source_url, category, tags, metadata, added_by, attempts)
		FROM knowledge.documents`, nil, &got)
	want := `llegar|text/plain|70|website|https://clinica.example/llegar|ubicación|{auto}|{"section": "2"}|key 7|0`
	if got != want {
		t.Errorf("kept %s\nwant %s", got, want)
	}
	key := bus.ObjectKey("clinic", e.GetDocumentId()+"/"+e.GetMeta().GetEventId())
	if original, err := l.Bus.GetObject(t.Context(), key, 1<<20); err != nil || string(original) != parking {
		t.Errorf("original %q, %v", original, err)
	}
	l.publish(t, removed("clinic", "Llegar", 1))
	bustest.Eventually(t, "the original is gone", func() bool {
		_, err := l.Bus.GetObject(t.Context(), key, 1<<20)
		return errors.Is(err, bus.ErrNotFound)
	})
	l.db.QueryRow(t, `SELECT concat_ws('|', state, title, source_url, tags, metadata) FROM knowledge.documents`, nil, &got)
	if got != "removed|||{}|{}" {
		t.Errorf("left %s", got)
	}
}

func TestATenantsDocumentsAreBoundedTogether(t *testing.T) {
	t.Parallel()
	l := newLab(t, map[string]string{"RECADO_EMBEDDING_INDEXER_TENANT_MB": "1"})
	half := strings.Repeat(parking+"\n\n", 9000)
	for i, name := range []string{"Uno", "Dos"} {
		if err := l.Bus.PutObject(t.Context(), bus.ObjectKey("clinic", idOf(name)), strings.NewReader(half)); err != nil {
			t.Fatal(err)
		}
		e := submitted("clinic", name, half, i)
		e.Body = &recadov1.DocumentSubmitted_ObjectKey{ObjectKey: bus.ObjectKey("clinic", idOf(name))}
		l.publish(t, e)
		l.awaitState(t, name, []string{"indexed", "failed"}[i])
	}
	if _, reason, _, _ := l.state(t, "Dos"); !strings.Contains(reason, "larger than 1 MB together") {
		t.Errorf("reason %q", reason)
	}
	l.publish(t, submitted("bistro", "Tres", parking, 5))
	l.awaitState(t, "Tres", "indexed")
}
