package models

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const code = "package main\n\n// greet says hello.\nfunc greet() string {\n\treturn \"hola\"\n}\n"

// tree writes a small repository with one learned file.
func tree(t *testing.T) (root string) {
	t.Helper()
	root = t.TempDir()
	write(t, root, "corpora/set/one.jsonl", "{\"text\":\"hola\"}\n")
	write(t, root, "pkg/train/main.go", code)
	write(t, root, "pkg/learned/keep.txt", "")
	m := Model{File: "pkg/learned/weights.bin", Corpus: []string{"corpora/set/*.jsonl*"}, Code: []string{"pkg/train"}}
	if err := m.Write(root, []byte{1, 2, 3}, map[string]int{"seed": 1}); err != nil {
		t.Fatal(err)
	}
	return root
}

func write(t *testing.T, root, name, content string) {
	t.Helper()
	file := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestWhatChangedSinceTeachingIsNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, content, want string }{
		"a line of the corpus":    {"corpora/set/one.jsonl", "{\"text\":\"hola!\"}\n", "its texts (corpora/set/*.jsonl*)"},
		"a file of the corpus":    {"corpora/set/two.jsonl", "{\"text\":\"hola\"}\n", "its texts"},
		"a line of code":          {"pkg/train/main.go", strings.Replace(code, "hola", "adios", 1), "the code that teaches it (pkg/train)"},
		"a file of code":          {"pkg/train/more.go", "package main\n", "the code that teaches it"},
		"a byte of the weights":   {"pkg/learned/weights.bin", "\x01\x02\x04", "pkg/learned/weights.bin: changed since it was taught: the file itself; run make retrain"},
		"weights without a card":  {"pkg/learned/other.bin", "\x01", "other.bin: no models.json names it"},
		"a card that is no JSON":  {"pkg/learned/models.json", "{", "models.json: "},
		"no texts where it looks": {"pkg/learned/models.json", `{"weights.bin":{"corpus":{"paths":["corpora/gone/*"]}}}`, "no file matches corpora/gone/*"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := tree(t)
			write(t, root, c.file, c.content)
			if err := Check(root, "pkg"); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestCommentsLayoutAndTestsOfTheCodeDoNotCount(t *testing.T) {
	t.Parallel()
	root := tree(t)
	write(t, root, "pkg/train/main.go", "package main\nfunc greet() string { // says hello\n\n\treturn \"hola\"; }\n")
	write(t, root, "pkg/train/main_test.go", "package main\n")
	if err := Check(root, "pkg"); err != nil {
		t.Error(err)
	}
}

func TestCardsOfOneFolderShareAFile(t *testing.T) {
	t.Parallel()
	root := tree(t)
	m := Model{File: "pkg/learned/words.txt", Corpus: []string{"corpora/set/*"}, Code: []string{"pkg/train/main.go"}}
	if err := m.Write(root, []byte("hola\n"), nil); err != nil {
		t.Fatal(err)
	}
	if err := Check(root, "pkg"); err != nil {
		t.Error(err)
	}
	all, err := readCards(filepath.Join(root, "pkg/learned", CardFile))
	if err != nil || len(all) != 2 || !strings.Contains(string(all["weights.bin"]), `"seed"`) {
		t.Errorf("got %s (%v)", all, err)
	}
}

func TestATreeWithoutCardsIsAnError(t *testing.T) {
	t.Parallel()
	if err := Check(t.TempDir(), "."); err == nil {
		t.Error("nothing was compared, and no error says so")
	}
}
