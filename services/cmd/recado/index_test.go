package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestIndexAndSearchNameWhatIsWrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pdf, empty := filepath.Join(dir, "a.pdf"), filepath.Join(dir, "b.txt")
	for _, name := range []string{pdf, empty} {
		if err := os.WriteFile(name, []byte(" "), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for want, args := range map[string][]string{
		"usage":            {"index", "--tenant", "clinic"},
		"--tenant":         {"index", pdf},
		"--kind":           {"index", "--tenant", "clinic", "--kind", "poem", pdf},
		"--language":       {"index", "--tenant", "clinic", "--language", "xx", pdf},
		".md or .txt":      {"index", "--tenant", "clinic", pdf},
		"text in UTF-8":    {"index", "--tenant", "clinic", empty},
		"the same name":    {"index", "--tenant", "clinic", "--remove", pdf, filepath.Join(dir, "x", "a.pdf")},
		"top_k":            {"search", "--tenant", "clinic", "--top", "51", "hola"},
		"question":         {"search", "--tenant", "clinic", " "},
		"kind: expected":   {"search", "--tenant", "clinic", "--kind", "poem", "hola"},
		"search --tenant ": {"search", "--tenant", "clinic"},
	} {
		code, _, errs := recado(t, nil, args...)
		if code != 2 || !strings.Contains(errs, want) {
			t.Errorf("%v: exit %d, stderr %q; want 2 and %q", args, code, errs, want)
		}
	}
}

func TestTitleIsTheFirstHeadingElseTheName(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{"# Cómo llegar \ntexto": "Cómo llegar", "## No\ntexto": "a.md", "": "a.md"} {
		if got := titleOf(body, "a.md"); got != want {
			t.Errorf("%q is called %q, want %q", body, got, want)
		}
	}
}
