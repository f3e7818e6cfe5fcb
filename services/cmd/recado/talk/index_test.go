package talk

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/cmd/recado/clitest"
)

func TestIndexNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pdf, empty := filepath.Join(dir, "a.pdf"), filepath.Join(dir, "b.txt")
	for _, name := range []string{pdf, empty} {
		if err := os.WriteFile(name, []byte(" "), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	other, none := filepath.Join(dir, "c.exe"), filepath.Join(dir, "d.txt")
	for _, name := range []string{other, none} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	clitest.Refuses(t, Index, nil,
		clitest.Refusal{Want: "usage", Args: []string{"--tenant", "clinic"}},
		clitest.Refusal{Want: "--tenant", Args: []string{pdf}},
		clitest.Refusal{Want: "--kind", Args: []string{"--tenant", "clinic", "--kind", "poem", pdf}},
		clitest.Refusal{Want: "--language", Args: []string{"--tenant", "clinic", "--language", "xx", pdf}},
		clitest.Refusal{Want: "--title", Args: []string{"--tenant", "clinic", "--title", "Both", pdf, empty}},
		clitest.Refusal{Want: ".pdf or .docx", Args: []string{"--tenant", "clinic", other}},
		clitest.Refusal{Want: "the file is empty", Args: []string{"--tenant", "clinic", none}},
		clitest.Refusal{Want: "no such files", Args: []string{"--tenant", "clinic", filepath.Join(dir, "*.md")}},
		clitest.Refusal{Want: "is not below --root", Args: []string{"--tenant", "clinic", "--root", filepath.Join(dir, "x"), pdf}},
		clitest.Refusal{Want: "none.md", Args: []string{"--tenant", "clinic", filepath.Join(dir, "none.md")}},
		clitest.Refusal{Want: "the same name", Args: []string{"--tenant", "clinic", "--remove", pdf, filepath.Join(dir, "x", "a.pdf")}},
	)
}

func TestTitleIsTheFirstHeading(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{"# Cómo llegar \ntexto": "Cómo llegar", "## No\ntexto": "", "": ""} {
		if got := headingOf(body); got != want {
			t.Errorf("%q is called %q, want %q", body, got, want)
		}
	}
}

// tree writes empty files, of which none is submitted.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("x"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestDocumentsAreKnownByTheirPaths(t *testing.T) {
	t.Parallel()
	dir := tree(t, "a.md", "b/a.md", "b/c.pdf", ".git/x.md", "b/.hidden.md", "b/photo.png")
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct {
		paths []string
		root  string
		want  []string // what their ids are made of; empty: skipped
	}{
		{[]string{at("a.md")}, "", []string{"a.md"}},
		{[]string{at("b/a.md")}, "", []string{"a.md"}},
		{[]string{dir}, "", []string{"a.md", "b/a.md", "b/c.pdf", ""}},
		{[]string{dir, at("a.md")}, "", []string{"a.md", "b/a.md", "b/c.pdf", ""}},
		{[]string{at("b")}, "", []string{"a.md", "c.pdf", ""}},
		{[]string{at("*/*.pdf")}, "", []string{"b/c.pdf"}},
		{[]string{at("a.md"), at("b/a.md")}, dir, []string{"a.md", "b/a.md"}},
	} {
		files, err := gather(indexing{tenant: "clinic", root: c.root}, c.paths)
		if err != nil {
			t.Fatal(err)
		}
		var got, want []string
		for _, f := range files {
			got = append(got, f.id)
		}
		for _, name := range c.want {
			id := ""
			if name != "" {
				id = tenantfile.ID("clinic", "document", "index/"+name)
			}
			want = append(want, id)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: %d files, want %v", c.paths, len(files), c.want)
		}
	}
}

func TestAFolderSaysWhatBecameOfEachFile(t *testing.T) {
	t.Parallel()
	running := clitest.Start(t)
	running.Put(t, tenant.Settings{ID: "clinic"})
	indexer(t, running)
	dir := tree(t, "a.md", "b/c.pdf", "b/photo.png")
	if err := os.WriteFile(filepath.Join(dir, "b/empty.txt"), []byte(" "), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, _ := clitest.Run(t, Index, running.Env, "--tenant", "clinic", dir)
	for _, want := range []string{"a.md: indexed, 3 chunks", "c.pdf: indexed, 3 chunks", "photo.png: skipped", "empty.txt: failed: expected text"} {
		if code != 1 || !strings.Contains(out, want) {
			t.Errorf("exit %d: %s lacks %s", code, out, want)
		}
	}
	code, out, _ = clitest.Run(t, Index, running.Env, "--tenant", "clinic", "--remove", filepath.Join(dir, "b"))
	if code != 0 || strings.Count(out, ": removing\n") != 2 {
		t.Errorf("exit %d: %s", code, out)
	}
}

// indexer answers the documents that are submitted as embedding-indexer would, one of the title Broken with a failure.
func indexer(t *testing.T, running *clitest.Installation) {
	t.Helper()
	b := running.NATS.Bus(t, "embedding-indexer")
	_, err := bus.Listen(b, subject.DocumentSubmitted+".>", func(ctx context.Context, e *recadov1.DocumentSubmitted) {
		meta := proto.CloneOf(e.GetMeta())
		meta.EventId = "indexed:" + meta.GetEventId()
		var answer bus.Event = &recadov1.DocumentIndexed{Meta: meta, DocumentId: e.GetDocumentId(), Chunks: 3}
		if e.GetTitle() == "Broken" {
			answer = &recadov1.DocumentFailed{Meta: meta, DocumentId: e.GetDocumentId(), Reason: "no words"}
		}
		_ = b.Publish(context.WithoutCancel(ctx), answer) // the test may end before its acknowledgement; an answer that lacks is seen
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestIndexSaysWhatBecameOfEachFile(t *testing.T) {
	t.Parallel()
	running := clitest.Start(t)
	running.Put(t, tenant.Settings{ID: "clinic"})
	indexer(t, running)
	dir := t.TempDir()
	good, broken := filepath.Join(dir, "good.md"), filepath.Join(dir, "broken.md")
	for name, text := range map[string]string{good: "# Good\ntext", broken: "# Broken\ntext"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	code, out, errs := clitest.Run(t, Index, running.Env, "--tenant", "clinic", good)
	if code != 0 || out != good+": indexed, 3 chunks\n" {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	var got []indexed
	code, errs = clitest.RunJSON(t, Index, running.Env, &got, "--tenant", "clinic", good, broken, "--json")
	if code != 1 || !strings.Contains(errs, "1 of 2 files cannot be found yet") {
		t.Errorf("exit %d, %q", code, errs)
	}
	if len(got) != 2 || got[0].State != "indexed" || got[1].Document == "" {
		t.Fatalf("%+v", got)
	}
	if got[1].State != "failed" || got[1].Reason != "no words" {
		t.Errorf("the broken file is %+v", got[1])
	}
}

func TestIndexSaysWhatIsWrongWithACorpus(t *testing.T) {
	t.Parallel()
	running := clitest.Start(t)
	running.Put(t, tenant.Settings{ID: "clinic", Assistants: []tenant.Assistant{
		{Active: true, Corpora: []string{tenantfile.ID("clinic", "corpus", "general")}},
	}})
	file := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	clitest.Refuses(t, Index, running.Env,
		clitest.Refusal{Want: `no active assistant of clinic reads "prcies"`, Args: []string{"--tenant", "clinic", "--corpus", "prcies", file}},
	)
}

func TestIndexStopsWaitingForAnIndexerThatDoesNotRun(t *testing.T) {
	t.Parallel()
	running := clitest.Start(t)
	running.Put(t, tenant.Settings{ID: "clinic"})
	file := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(file, bytes.Repeat([]byte("x"), maxInline+1), 0o600); err != nil { // too large to stand in its event
		t.Fatal(err)
	}
	code, out, errs := clitest.Run(t, Index, running.Env, "--tenant", "clinic", "--wait", "1ms", file)
	if code != 1 || !strings.Contains(out, "not indexed in time") || !strings.Contains(errs, "1 of 1 files") {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	submitted := bustest.Collect[*recadov1.DocumentSubmitted](t, running.NATS, subject.DocumentSubmitted, 1)
	if submitted[0].GetObjectKey() == "" || submitted[0].GetFileName() != "a.txt" {
		t.Errorf("submitted %v", submitted[0])
	}
	code, out, errs = clitest.Run(t, Index, running.Env, "--tenant", "clinic", "--remove", file)
	if code != 0 || out != file+": removing\n" {
		t.Errorf("remove: exit %d, %q, %q", code, out, errs)
	}
	code, _, errs = clitest.Run(t, Index, running.Env, "--tenant", "other", file)
	if code != 1 || !strings.Contains(errs, "no tenant other") {
		t.Errorf("a stranger: exit %d, %q", code, errs)
	}
}
