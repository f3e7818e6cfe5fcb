//go:build !race

package guard_test

import (
	"strconv"
	"testing"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/guard"
)

// TestStreamMasksTheDevelopmentSetWhereverItIsCut tries every cut of every line.
func TestStreamMasksTheDevelopmentSetWhereverItIsCut(t *testing.T) {
	t.Parallel()
	texts := developmentTexts(t)
	const shards = 4
	for shard := range shards {
		t.Run(strconv.Itoa(shard), func(t *testing.T) {
			t.Parallel()
			s := guard.NewStream()
			for i := shard; i < len(texts); i += shards {
				assertStreams(t, s, texts[i], uint64(i))
			}
		})
	}
}

func developmentTexts(t *testing.T) (texts []string) {
	t.Helper()
	type line struct{ Text string }
	files, err := corpus.Load("corpora/pii/dev/annotated.jsonl*", func(*line, string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range files[0].Examples {
		texts = append(texts, l.Text)
	}
	if len(texts) < 1000 {
		t.Fatalf("%d lines read", len(texts))
	}
	return texts
}
