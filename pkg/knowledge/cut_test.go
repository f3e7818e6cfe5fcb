package knowledge_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/knowledge/extract"
)

func TestPresetsAreWithinBounds(t *testing.T) {
	t.Parallel()
	for name, cut := range knowledge.Cuts {
		if err := cut.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCutNamesWhatIsOutOfBounds(t *testing.T) {
	t.Parallel()
	for want, cut := range map[string]knowledge.Cut{
		"target":  {Target: 10, Max: 400},
		"max":     {Target: 400, Max: 300},
		"overlap": {Target: 250, Max: 400, Overlap: 126},
		"target:": {Target: 1001, Max: 1100},
		"max:":    {Target: 1000, Max: 1201, Overlap: 200},
	} {
		if err := cut.Check(); err == nil || !strings.HasPrefix(err.Error(), strings.TrimSuffix(want, ":")+":") {
			t.Errorf("%+v: %v, want %s", cut, err, want)
		}
	}
}

// Offsets are what a citation marks in the document: each chunk's words stand there.
func TestChunksSayWhereTheyStand(t *testing.T) {
	t.Parallel()
	for name, cut := range knowledge.Cuts {
		for seed := range uint64(60) {
			d := document("clinic", "x", prose(rand.New(rand.NewPCG(seed, 11))))
			text, err := extract.New(extract.Config{}).Read(t.Context(), extract.File{Body: d.Body})
			if err != nil {
				t.Fatal(err)
			}
			chunks := cut.Split(d, text)
			whole := []rune(text.String())
			for i, c := range chunks {
				if c.Tokens > cut.Max {
					t.Fatalf("%s: chunk %d has %d of %d", name, i, c.Tokens, cut.Max)
				}
				if got := string(whole[c.Start:c.End]); strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(c.Body), " ") {
					t.Fatalf("%s, %d: chunk %d says it is %q, and is %q", name, seed, i, got, c.Body)
				}
			}
		}
	}
}

func TestChunksKnowTheirPage(t *testing.T) {
	t.Parallel()
	text := extract.Text{Type: extract.PDF, Sections: []extract.Section{{
		Blocks: []string{strings.Repeat("Uno dos tres. ", 60), strings.Repeat("Cuatro cinco seis. ", 60)}, Pages: []int{3, 4},
	}}}
	chunks := knowledge.Standard().Split(knowledge.Document{}, text)
	if len(chunks) < 2 || chunks[0].Page != 3 || chunks[len(chunks)-1].Page != 4 {
		t.Errorf("%d chunks, the last on page %d", len(chunks), chunks[len(chunks)-1].Page)
	}
}

// BenchmarkChunks cuts documents of 2,000 words, of which a thousand are to be indexed within a minute.
func BenchmarkChunks(b *testing.B) {
	d := document("clinic", "x", filler(rand.New(rand.NewPCG(1, 2)), 20))
	d.Type = knowledge.Markdown
	b.SetBytes(int64(len(d.Body)))
	for b.Loop() {
		if _, err := knowledge.Chunks(b.Context(), d); err != nil {
			b.Fatal(err)
		}
	}
}
