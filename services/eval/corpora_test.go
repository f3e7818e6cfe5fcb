//go:build !race

package eval

import (
	"io"
	"slices"
	"testing"

	"github.com/recado/recado/pkg/corpus"
)

// unpacked returns the lines of a shard of corpora/, by its name in the manifest.
func unpacked(t testing.TB, name string) []byte {
	t.Helper()
	files, err := corpus.Files("corpora/" + name + ".jsonl*")
	if err != nil {
		t.Fatal(err)
	}
	in, err := corpus.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	lines, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func TestCorporaAreWhatTheirManifestSays(t *testing.T) {
	t.Parallel()
	said, err := corpus.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	got, err := corpus.Measure()
	if err != nil {
		t.Fatal(err)
	}
	for i := range said {
		if said[i].Authorship == "" || said[i].Licence == "" {
			t.Errorf("%s: authorship or licence is missing", said[i].Name)
		}
		said[i].Authorship, said[i].Licence = "", ""
	}
	for _, s := range got {
		if !slices.Contains(said, s) {
			t.Errorf("%s is not as the manifest says; go run ./pkg/corpus/manifest writes %+v", s.Name, s)
		}
	}
	if len(got) != len(said) {
		t.Errorf("%d shards, and %d in the manifest", len(got), len(said))
	}
}
