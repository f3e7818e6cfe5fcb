package talk

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

func TestSearchNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	clitest.Refuses(t, Search, nil,
		clitest.Refusal{Want: "usage: recado search --tenant ", Args: []string{"--tenant", "clinic"}},
		clitest.Refusal{Want: "--tenant: ", Args: []string{"hola"}},
		clitest.Refusal{Want: "--assistant: ", Args: []string{"--tenant", "clinic", "hola"}},
		clitest.Refusal{Want: "contact: expected", Args: []string{"--tenant", "clinic", "--assistant", "sofia", "--contact", "ana", "hola"}},
		clitest.Refusal{Want: "top_k", Args: []string{"--tenant", "clinic", "--assistant", "sofia", "--top", "51", "hola"}},
		clitest.Refusal{Want: "question", Args: []string{"--tenant", "clinic", "--assistant", "sofia", " "}},
		clitest.Refusal{Want: "kind: expected", Args: []string{"--tenant", "clinic", "--assistant", "sofia", "--kind", "poem", "hola"}},
	)
}

func TestSearchNeedsADatabase(t *testing.T) {
	t.Parallel()
	code, _, errs := clitest.Run(t, Search, nil, "--tenant", "clinic", "--assistant", "sofia", "hola", "--dir", t.TempDir())
	if code != 1 || !strings.Contains(errs, "no database: start recado up") {
		t.Errorf("exit %d, %q", code, errs)
	}
}

func TestHitsArePrintedWithScoresAndRanks(t *testing.T) {
	t.Parallel()
	hit := searchHit{
		Kind: "faq", Title: "Pagos", Heading: "Tarjeta", Content: "Aceptamos tarjeta.\nY efectivo.",
		Relevance: .87, Cosine: .61, Calibrated: .7, Coverage: 1, TextRank: 1,
	}
	all := filter{"a", "c", []uuid.UUID{uuid.New()}, []knowledge.Kind{knowledge.FAQ}, 2}
	for _, c := range []struct {
		name string
		out  searchOutput
		want string
	}{
		{"a hit", searchOutput{Filter: all, Hits: []searchHit{hit}}, "searched: assistant a, contact \"c\", corpora [" + all.Corpora[0].String() + "], kinds [faq], 2 lists of synonyms\n1. Pagos > Tarjeta  [faq]\n" +
			"   relevance 0.87  cosine 0.61 raw, 0.70 calibrated  coverage 1.00  ranks: text 1, vector -\n" +
			"   Aceptamos tarjeta.\n   Y efectivo.\n"},
		{"none", searchOutput{}, "searched: assistant , contact \"\", corpora [], kinds [], 0 lists of synonyms\nnothing found\n"},
		{"words alone", searchOutput{Degraded: true, TextOnly: true, Reason: "no embedder"}, "searched by words alone: no embedder\nsearched: assistant , contact \"\", corpora [], kinds [], 0 lists of synonyms\nnothing found\n"},
		{
			"partly",
			searchOutput{Degraded: true, Reason: "no large"},
			"partly searched by words alone: no large\nsearched: assistant , contact \"\", corpora [], kinds [], 0 lists of synonyms\nnothing found\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			printHits(&cli.CLI{Stdout: &out, Stderr: &out}, c.out)
			if got := out.String(); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestProgramsReadWhichFilterApplied(t *testing.T) {
	t.Parallel()
	corpus := uuid.New()
	q := knowledge.Query{
		Tenant: "clinic", Assistant: "a", Corpora: []uuid.UUID{corpus}, Kinds: []knowledge.Kind{knowledge.Policy}, Text: "¿abren?",
		Synonyms: [][]string{{"guarda", "férula"}},
	}
	data, err := json.Marshal(outputOf(q, knowledge.Result{}))
	want := `{"tenant":"clinic","filter":{"assistant":"a","corpora":["` + corpus.String() + `"],"kinds":["policy"],"synonyms":1},` +
		`"question":"¿abren?","degraded":false,"text_only":false,"hits":[]}`
	if err != nil || string(data) != want {
		t.Errorf("got\n%s, %v, want\n%s", data, err, want)
	}
}

func TestARankIsADashWhereThatSideFoundNothing(t *testing.T) {
	t.Parallel()
	for rank, want := range map[int]string{0: "-", 1: "1", 50: "50"} {
		if got := rankText(rank); got != want {
			t.Errorf("%d: %s, want %s", rank, got, want)
		}
	}
}
