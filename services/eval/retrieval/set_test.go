package retrieval_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/recado/recado/services/eval/retrieval"
)

func TestAFileThatIsNoRetrievalSetIsNamedByItsField(t *testing.T) {
	t.Parallel()
	const doc, query = `{"id":"a","text":"x"}`, `{"text":"x","relevant":["a"]}`
	for file, want := range map[string]string{
		"":                            "1: expected one JSON object",
		"{\n\n x}":                    "3: expected one JSON object",
		"[]":                          "1: expected one JSON object",
		`{}`:                          "documents: expected a list",
		`{"documents":[` + doc + `]}`: "queries: expected a list",
		`{"documents":[7],"queries":[` + query + `]}`:                                                        "documents[0]: expected an object",
		`{"documents":[{"text":"x"}],"queries":[` + query + `]}`:                                             "documents[0].id: expected a string",
		`{"documents":[{"id":"a","text":" "}],"queries":[` + query + `]}`:                                    "documents[0].text: expected a string",
		`{"documents":[{"id":"a","title":7,"text":"x"}],"queries":[` + query + `]}`:                          "documents[0].title: expected a string",
		`{"documents":[` + doc + `,` + doc + `],"queries":[` + query + `]}`:                                  "documents[1].id: expected an id that no",
		`{"documents":[` + doc + `],"queries":[{"relevant":["a"]}]}`:                                         "queries[0].text: expected a string",
		`{"documents":[` + doc + `],"queries":[` + query + `,{"text":"x","relevant":[]}]}`:                   "queries[1].relevant: expected a list",
		`{"documents":[` + doc + `],"queries":[{"text":"x","relevant":["a","b"]}]}`:                          "queries[0].relevant[1]: expected the id",
		`{"documents":[` + doc + `],"queries":[{"text":"` + strings.Repeat("x", 4001) + `","relevant":[]}]}`: "queries[0].text: expected a string of 1 to 4000",
	} {
		_, err := retrieval.Read(strings.NewReader(file))
		var wrong *retrieval.FieldError
		if !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.80s: %v, want %q", file, err, want)
		}
	}
}

func TestMistypingIsTheSameEveryTime(t *testing.T) {
	t.Parallel()
	const question = "¿Cuánto cuesta la limpieza dental de niños?"
	spoilt := retrieval.Mistype(question)
	if spoilt == question || spoilt != retrieval.Mistype(question) || !strings.HasPrefix(spoilt, "¿C") || !strings.HasSuffix(spoilt, "?") {
		t.Errorf("%q", spoilt)
	}
	if bare := retrieval.Bare(question); bare != "¿Cuanto cuesta la limpieza dental de ninos?" {
		t.Errorf("%q", bare)
	}
}
