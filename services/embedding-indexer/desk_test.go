package embeddingindexer_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/tenant"
)

// key makes a key of a tenant.
func (l *lab) key(t *testing.T, id tenant.ID, writes apikey.Writes, tools ...string) string {
	t.Helper()
	key, _, err := apikey.Create(t.Context(), l.db.Open(t, "recado_console"), id, apikey.Wish{Name: "Sitio", Writes: writes, Tools: tools})
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// call asks the desk and returns its status and answer.
func (l *lab) call(t *testing.T, key, method, path, kind, body string) (int, map[string]any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, l.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", kind)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]any{}
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatalf("%s %s: %d %s", method, path, answer.StatusCode, data)
	}
	return answer.StatusCode, out
}

func TestAProgramAddsListsReplacesAndRemovesDocuments(t *testing.T) {
	t.Parallel()
	l := newLab(t, map[string]string{"RECADO_DOCUMENTS_RATE": "100"})
	key := l.key(t, "clinic", apikey.Allowed, apikey.ManageDocuments)
	status, added := l.call(t, key, "POST", "/api/documents?name=llegar.txt&title=Llegar&tag=auto", "text/plain", parking)
	if status != http.StatusAccepted || added["state"] != "pending" {
		t.Fatalf("%d %v", status, added)
	}
	id, _ := added["document_id"].(string)
	l.awaitDocument(t, id, "indexed")
	_, again := l.call(t, key, "POST", "/api/documents", "application/json", `{"name":"llegar.txt","title":"Llegar","text":"Ahora hay valet en la puerta."}`)
	if again["document_id"] != id {
		t.Errorf("the same name is another document: %v", again)
	}
	l.awaitTitle(t, "valet", "Llegar")
	_, shown := l.call(t, key, "GET", "/api/documents/"+id, "", "")
	passages, _ := shown["passages"].([]any)
	if shown["state"] != "indexed" || shown["preview"] != "Ahora hay valet en la puerta." || len(passages) != 1 || shown["source"] != "api" {
		t.Errorf("shown %v", shown)
	}
	if status, _ := l.call(t, key, "POST", "/api/documents/"+id+"/index", "", ""); status != http.StatusAccepted {
		t.Errorf("again: %d", status)
	}
	l.awaitDocument(t, id, "indexed")
	if status, _ := l.call(t, key, "PUT", "/api/documents/"+id, "text/plain", "Hay una rampa a la entrada."); status != http.StatusAccepted {
		t.Errorf("replace: %d", status)
	}
	l.awaitTitle(t, "rampa", "Llegar")
	if status, _ := l.call(t, key, "DELETE", "/api/documents/"+id, "", ""); status != http.StatusAccepted {
		t.Errorf("remove: %d", status)
	}
	l.awaitDocument(t, id, "removed")
	if _, listed := l.call(t, key, "GET", "/api/documents", "", ""); len(listed["documents"].([]any)) != 0 {
		t.Errorf("listed %v", listed)
	}
}

func TestTheDeskRefusesWhatIsNotItsKeys(t *testing.T) {
	t.Parallel()
	l := newLab(t, map[string]string{"RECADO_DOCUMENTS_RATE": "100"})
	own, other := l.key(t, "clinic", apikey.Allowed), l.key(t, "bistro", apikey.Allowed)
	_, added := l.call(t, own, "POST", "/api/documents?name=a.txt", "text/plain", parking)
	id, _ := added["document_id"].(string)
	l.awaitDocument(t, id, "indexed")
	for name, c := range map[string]struct {
		key, method, path, kind, body string
		status                        int
		code                          string
	}{
		"no key":                {"", "GET", "/api/documents", "", "", 401, "unauthorized"},
		"another tenant's":      {other, "GET", "/api/documents/" + id, "", "", 404, "unknown"},
		"another's replacement": {other, "PUT", "/api/documents/" + id, "text/plain", "x", 404, "unknown"},
		"another's removal":     {other, "DELETE", "/api/documents/" + id, "", "", 404, "unknown"},
		"another's index":       {other, "POST", "/api/documents/" + id + "/index", "", "", 404, "unknown"},
		"a key that only reads": {l.key(t, "clinic", apikey.NoWrites), "DELETE", "/api/documents/" + id, "", "", 403, "not_allowed"},
		"a key that tries":      {l.key(t, "clinic", apikey.DryRun), "POST", "/api/documents?name=b", "text/plain", "x", 403, "not_allowed"},
		"a key of other tools":  {l.key(t, "clinic", apikey.Allowed, "list_services"), "GET", "/api/documents", "", "", 403, "not_allowed"},
		"no name":               {own, "POST", "/api/documents", "text/plain", "x", 400, "invalid"},
		"no text":               {own, "POST", "/api/documents?name=b", "text/plain", "", 400, "invalid"},
		"no type":               {own, "POST", "/api/documents?name=b", "", "x", 400, "invalid"},
		"an unknown field":      {own, "POST", "/api/documents", "application/json", `{"name":"b","txt":"x"}`, 400, "invalid"},
		"an unknown kind":       {own, "POST", "/api/documents?name=b&kind=poem", "text/plain", "x", 400, "invalid"},
		"an unknown corpus":     {own, "POST", "/api/documents?name=b&corpus=none", "text/plain", "x", 404, "unknown"},
		"a contact's name":      {own, "POST", "/api/documents?name=b&contact=ana", "text/plain", "x", 400, "invalid"},
		"too large":             {own, "POST", "/api/documents?name=b", "text/plain", strings.Repeat("x", knowledge.MaxText+1), 413, "too_large"},
		"no such page":          {own, "GET", "/api/documents?after=x", "", "", 400, "invalid"},
		"a corpus of slashes":   {own, "PUT", "/api/corpora/A_b", "", "", 400, "invalid"},
		"a corpus of nobody":    {own, "DELETE", "/api/corpora/none", "", "", 404, "unknown"},
	} {
		status, answer := l.call(t, c.key, c.method, c.path, c.kind, c.body)
		wrong, _ := answer["error"].(map[string]any)
		if status != c.status || wrong["code"] != c.code {
			t.Errorf("%s: %d %v, want %d %s", name, status, answer, c.status, c.code)
		}
	}
	if _, listed := l.call(t, own, "GET", "/api/documents", "", ""); len(listed["documents"].([]any)) != 1 {
		t.Errorf("the clinic has %v", listed)
	}
}

func TestAContactsOwnDocumentsGoToItsOwnCorpus(t *testing.T) {
	t.Parallel()
	l := newLab(t, map[string]string{"RECADO_DOCUMENTS_RATE": "100"})
	key, ana := l.key(t, "clinic", apikey.Allowed), idOf("ana")
	_, added := l.call(t, key, "POST", "/api/documents?name=receta.txt&contact="+ana, "text/plain", "La receta de Ana vence en mayo.")
	id, _ := added["document_id"].(string)
	l.awaitDocument(t, id, "indexed")
	var original string
	l.db.QueryRow(t, `SELECT object_key FROM knowledge.documents WHERE id = $1`, []any{id}, &original)
	if _, err := l.Bus.GetObject(t.Context(), original, 1<<20); err != nil {
		t.Errorf("the original: %v", err)
	}
	if found := l.titles(t, "clinic", "¿cuándo vence la receta?"); len(found) > 0 {
		t.Errorf("everybody finds %v", found)
	}
	_, corpora := l.call(t, key, "GET", "/api/corpora?contact="+ana, "", "")
	if list, _ := corpora["corpora"].([]any); len(list) != 1 {
		t.Errorf("corpora %v", corpora)
	}
	if status, gone := l.call(t, key, "DELETE", "/api/corpora/own?contact="+ana, "", ""); status != 200 || gone["documents"] != 1.0 {
		t.Errorf("%d %v", status, gone)
	}
	bustest.Eventually(t, "no original is left", func() bool {
		var originals, orphans int
		l.db.QueryRow(t, `SELECT (SELECT count(*) FROM knowledge.documents), (SELECT count(*) FROM knowledge.orphans)`, nil, &originals, &orphans)
		_, err := l.Bus.GetObject(t.Context(), original, 1<<20)
		return originals == 0 && orphans == 0 && errors.Is(err, bus.ErrNotFound)
	})
	if _, listed := l.call(t, key, "GET", "/api/documents?contact="+ana, "", ""); len(listed["documents"].([]any)) != 0 {
		t.Errorf("left %v", listed)
	}
}

func (l *lab) awaitDocument(t *testing.T, id, want string) {
	t.Helper()
	bustest.Eventually(t, "document "+want, func() bool {
		var state string
		l.db.QueryRow(t, `SELECT coalesce((SELECT state FROM knowledge.documents WHERE id = $1), '')`, []any{id}, &state)
		return state == want
	})
}

func (l *lab) awaitTitle(t *testing.T, question, want string) {
	t.Helper()
	bustest.Eventually(t, question+" is found", func() bool { return slices.Equal(l.titles(t, "clinic", question), []string{want}) })
}

func TestACorpusIsMadeFilledAndSwitchedOff(t *testing.T) {
	t.Parallel()
	l := newLab(t, map[string]string{"RECADO_DOCUMENTS_RATE": "100"})
	key := l.key(t, "clinic", apikey.Allowed)
	if status, made := l.call(t, key, "PUT", "/api/corpora/ofertas", "", ""); status != http.StatusOK {
		t.Fatalf("%d %v", status, made)
	}
	l.db.Exec(t, `UPDATE core.assistants SET corpora = corpora || (SELECT id FROM knowledge.corpora WHERE slug = 'ofertas')`)
	_, added := l.call(t, key, "POST", "/api/documents?name=mayo.txt&title=Mayo&corpus=ofertas", "text/plain", "En mayo la limpieza es gratis.")
	id, _ := added["document_id"].(string)
	l.awaitDocument(t, id, "indexed")
	l.awaitTitle(t, "limpieza gratis", "Mayo")
	if status, off := l.call(t, key, "PUT", "/api/corpora/ofertas?active=false", "", ""); status != http.StatusOK {
		t.Errorf("%d %v", status, off)
	}
	if found := l.titles(t, "clinic", "limpieza gratis"); len(found) > 0 {
		t.Errorf("a corpus that sleeps is found: %v", found)
	}
	_, listed := l.call(t, key, "GET", "/api/documents?corpus=ofertas&state=indexed&limit=1", "", "")
	if list, _ := listed["documents"].([]any); len(list) != 1 || listed["next"] != nil {
		t.Errorf("listed %v", listed)
	}
	if status, wrong := l.call(t, key, "PUT", "/api/corpora/ofertas?active=maybe", "", ""); status != http.StatusBadRequest {
		t.Errorf("%d %v", status, wrong)
	}
}

func TestATableIsOneDocumentOfTheListWithItsRows(t *testing.T) {
	t.Parallel()
	l := newLab(t, map[string]string{"RECADO_DOCUMENTS_RATE": "100"})
	key := l.key(t, "clinic", apikey.Allowed)
	_, added := l.call(t, key, "POST", "/api/documents?name=precios.csv&title=Precios", "text/csv", "Servicio,Precio\nLimpieza,800\nResina,950\n")
	id, _ := added["document_id"].(string)
	l.awaitDocument(t, id, "indexed")
	l.awaitTitle(t, "precio de la resina", "Resina")
	_, listed := l.call(t, key, "GET", "/api/documents", "", "")
	list, _ := listed["documents"].([]any)
	if len(list) != 1 || list[0].(map[string]any)["chunks"] != 2.0 {
		t.Errorf("listed %v", listed)
	}
	_, shown := l.call(t, key, "GET", "/api/documents/"+id, "", "")
	passages, _ := shown["passages"].([]any)
	if len(passages) != 2 || passages[1].(map[string]any)["heading"] != "Resina" {
		t.Errorf("shown %v", shown)
	}
}
