package corpus

import (
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

type line struct {
	Text string `json:"text"`
	file string
}

func (l *line) text() string { return l.Text }

func check(l *line, file string) error {
	l.file = file
	if l.Text == "" {
		return errNoText
	}
	return nil
}

var errNoText = errors.New("text: expected a string that is not empty")

// folder writes files, given by name, and returns the pattern of its texts.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "*.jsonl*")
}

func texts(lines []line) (out []string) {
	for _, l := range lines {
		out = append(out, l.Text)
	}
	return out
}

func TestFilesAreReadInTheOrderOfTheirNames(t *testing.T) {
	t.Parallel()
	const first = `{"text":"uno"}` + "\r\n" + `{"text":"dos","more":1}` // no newline at the end
	got, err := Load(folder(t, map[string]string{"b.jsonl": `{"text":"tres"}` + "\n", "a.jsonl": first, "notes.txt": "no example"}), check)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Name != "a" || got[1].Name != "b" {
		t.Fatalf("files %+v", got)
	}
	if said := texts(got[0].Examples); !slices.Equal(said, []string{"uno", "dos"}) || got[0].Examples[1].file != "a" {
		t.Errorf("examples %+v", got[0].Examples)
	}
}

func TestABadLineIsNamedByFileAndNumber(t *testing.T) {
	t.Parallel()
	const good = `{"text":"uno"}` + "\n"
	for content, want := range map[string]string{
		good + `{"text":`:                 "b.jsonl:2: ",
		good + "\n" + good:                "b.jsonl:2: ",
		good + good + `{"text":7}` + "\n": "b.jsonl:3: ",
		`{}` + "\n" + good:                "b.jsonl:1: " + errNoText.Error(),
	} {
		_, err := Load(folder(t, map[string]string{"a.jsonl": good, "b.jsonl": content}), check)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", content, err, want)
		}
		if strings.HasSuffix(want, errNoText.Error()) && !errors.Is(err, errNoText) {
			t.Errorf("%q: %v hides what check said", content, err)
		}
	}
}

func TestAFolderWithoutExamplesIsAnError(t *testing.T) {
	t.Parallel()
	if _, err := Load(folder(t, map[string]string{"notes.txt": ""}), check); err == nil {
		t.Error("it is loaded")
	}
}

func TestOfDoublesTheFirstStays(t *testing.T) {
	t.Parallel()
	files := []File[line]{
		{Name: "a", Examples: []line{{"uno", "a"}, {"dos", "a"}, {"uno", "a"}}},
		{Name: "b", Examples: []line{{"tres", "b"}, {"dos", "b"}}},
	}
	if got := Once(files, (*line).text); !slices.Equal(got, []line{{"uno", "a"}, {"dos", "a"}, {"tres", "b"}}) {
		t.Errorf("got %+v", got)
	}
}

// The models and the figures in their cards hang on these parts.
func TestPartsStayTheSame(t *testing.T) {
	t.Parallel()
	for key, want := range map[string][2]int{"": {1, 0}, "hola": {3, 0}, "quiero una cita": {1, 2}, "¿a qué hora abren?": {1, 0}} {
		if got := [2]int{Part(key, 4), Part(key, 3)}; got != want {
			t.Errorf("%q is in parts %v of 4 and 3, want %v", key, got, want)
		}
	}
}

func TestPartsAreOfLikeSize(t *testing.T) {
	t.Parallel()
	const keys, parts = 4000, 4
	var count [parts]int
	for i := range keys {
		count[Part(strings.Repeat("a", i%97)+string(rune('a'+i%26))+strings.Repeat("b", i/97), parts)]++
	}
	for part, n := range count {
		if n < keys/parts*8/10 || n > keys/parts*12/10 {
			t.Errorf("part %d holds %d of %d", part, n, keys)
		}
	}
}

func TestSplitKeepsTheOrderOfBothSides(t *testing.T) {
	t.Parallel()
	rest, aside := Split([]line{{Text: "a1"}, {Text: "b1"}, {Text: "a2"}, {Text: "b2"}}, func(l *line) bool { return l.Text[0] == 'b' })
	if !slices.Equal(texts(rest), []string{"a1", "a2"}) || !slices.Equal(texts(aside), []string{"b1", "b2"}) {
		t.Errorf("%+v and %+v", rest, aside)
	}
}

// packed is `{"text":"uno"}` and `{"text":"dos"}`, each on a line, as bzip2 packs them.
const packed = "QlpoOTFBWSZTWf4+kNUAAA3ZgAAQEAAAEAYBjkogACEpGjTDUIBoARRxGqvzdMy4RDIRs+LuSKcKEh/H0hqg"

func TestPackedFilesAreUnpacked(t *testing.T) {
	t.Parallel()
	content, err := base64.StdEncoding.DecodeString(packed)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Load(folder(t, map[string]string{"b.jsonl.bz2": string(content), "a.jsonl": `{"text":"uno"}`}), check)
	if err != nil || len(got) != 2 || got[1].Name != "b" || !slices.Equal(texts(got[1].Examples), []string{"uno", "dos"}) {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := Load(folder(t, map[string]string{"b.jsonl.bz2": string(content[:40])}), check); err == nil {
		t.Error("half a file is read")
	}
}

func TestTextsAreFoundFromAnyFolderOfTheRepository(t *testing.T) {
	t.Parallel()
	files, err := Files("pkg/corpus/*_test.go")
	if err != nil || len(files) == 0 || filepath.Base(files[0]) != "corpus_test.go" {
		t.Errorf("found %q, %v", files, err)
	}
}
