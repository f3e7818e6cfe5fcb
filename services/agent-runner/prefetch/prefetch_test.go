package prefetch_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/prefetch"
)

var offered = []tool.Spec{{Name: "get_faq"}, {Name: "search_knowledge_base"}}

func TestTheDocumentsAreSearchedForWhatWasAsked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		said, earlier []string
		want          string // empty: no search
	}{
		{"a question", []string{"¿cuánto cuesta la limpieza dental?"}, []string{"hola"}, "¿cuánto cuesta la limpieza dental?"},
		{"a burst", []string{"oye", "aceptan tarjeta", "de crédito?"}, nil, "oye aceptan tarjeta de crédito?"},
		{"a follow-up", []string{"¿y los sábados?"}, []string{"hola", "¿hay estacionamiento?"}, "hola ¿hay estacionamiento? ¿y los sábados?"},
		{"one about what was asked two messages ago", []string{"y eso?"}, []string{"a", "¿cuánto dura el blanqueamiento?", "ok"}, "¿cuánto dura el blanqueamiento? ok y eso?"},
		{"a greeting", []string{"hola buenas"}, nil, ""},
		{"nothing", []string{"", " "}, []string{"¿hay estacionamiento?"}, ""},
		{"personal data is no question", []string{"mi número es [TEL_1] y busco brackets transparentes"}, nil, "mi número es y busco brackets transparentes"},
	} {
		call, ok := prefetch.Call(offered, c.said, c.earlier)
		var args struct {
			Query string `json:"query"`
			TopK  int    `json:"top_k"`
		}
		if ok {
			if err := json.Unmarshal(call.Arguments, &args); err != nil {
				t.Fatal(err)
			}
		}
		if ok && (call.Name != "search_knowledge_base" || args.TopK != 10) {
			t.Errorf("%s: calls %s for %d", c.name, call.Name, args.TopK)
		}
		if args.Query != c.want || ok != (c.want != "") {
			t.Errorf("%s: searches %q (%v), want %q", c.name, args.Query, ok, c.want)
		}
	}
}

func TestALongMessageIsSearchedByItsEnd(t *testing.T) {
	t.Parallel()
	call, ok := prefetch.Call(offered, []string{strings.Repeat("ñandú ", 4000) + "¿tienen garantía?"}, nil)
	var args struct{ Query string }
	if err := json.Unmarshal(call.Arguments, &args); err != nil || !ok {
		t.Fatal(err, ok)
	}
	if len(args.Query) > 1000 || !utf8.ValidString(args.Query) || !strings.HasSuffix(args.Query, "¿tienen garantía?") {
		t.Errorf("%d bytes: %q", len(args.Query), args.Query)
	}
}

func TestNoSearchWithoutTheTool(t *testing.T) {
	t.Parallel()
	if _, ok := prefetch.Call(offered[:1], []string{"¿tienen estacionamiento?"}, nil); ok {
		t.Error("a tool is called that is not offered")
	}
}

func TestAModelReadsTheBusinesssPassagesThenTheCustomersOwn(t *testing.T) {
	t.Parallel()
	found := `[
		{"title":"Mi presupuesto","content":"Ortodoncia: 24000.","owner":"customer","page":2},
		{"title":"Garantías","section":"Brackets","content":"Un año.","before":"Toda garantía exige recibo.","source":"https://clinica.example/garantias"}]`
	want := `# De los documentos del negocio

## Garantías > Brackets
https://clinica.example/garantias
Toda garantía exige recibo.
Un año.

# De los documentos del propio cliente

## Mi presupuesto (página 2)
Ortodoncia: 24000.`
	if got := string(prefetch.Sections([]byte(found), "es")); got != want {
		t.Errorf("got\n%s", got)
	}
	for language, nothing := range map[string]string{"es": "Los documentos no dicen nada de esto.", "en": "The documents say nothing of this.", "xx": "Los documentos no dicen nada de esto."} {
		if got := string(prefetch.Sections([]byte("[]"), language)); got != nothing {
			t.Errorf("%s: %s", language, got)
		}
	}
	if got := string(prefetch.Sections([]byte(`{"withheld":true}`), "en")); got != `{"withheld":true}` {
		t.Errorf("another result becomes %s", got)
	}
}
