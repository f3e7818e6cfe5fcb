package tenantfile

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite docs/tenant.md")

const document = "../../docs/tenant.md"

const documentHead = `# The tenant's file

Everything that a business tells Recado stands in one YAML file. ` + "`recado tenant new`" + ` writes one that works, ` + "`recado tenant check FILE`" + ` says
with line and field what is wrong in it and what has no effect, ` + "`recado tenant apply FILE`" + ` brings it to a running installation at once.
` + "`recado tenant disable ID`" + ` lets nobody be answered for it until ` + "`recado tenant enable ID`" + `, whatever files are applied
meanwhile ([what becomes of messages](turns.md)).
A field that is not here is refused. Written from the types and ` + "`pkg/tenantfile/fields.txt`" + ` by ` + "`make generate`" + `; a test keeps it current.

Who reads a field: *router* understands messages, *rules* is the assistant without a language model, *models* a language model only, *tools*
the calendar, prices and answers, *search* the documents, *guard* what screens messages and replies, *door* and *sender* the channels in and
out, *handoff* how people take over, *check* ` + "`recado tenant check`" + `; *nobody* means that it is kept and has no effect yet.
`

func TestTheReferenceOfTheTenantFileIsCurrent(t *testing.T) {
	t.Parallel()
	want := referenceDocument(t)
	if *update {
		if err := os.WriteFile(document, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the types and fields.txt say; go test ./pkg/tenantfile -run Reference -update writes it", document)
	}
}

func referenceDocument(t *testing.T) []byte {
	t.Helper()
	all, err := Reference()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	out.WriteString(documentHead)
	section := "?"
	for _, f := range all {
		top, _, inner := strings.Cut(f.Path, ".")
		switch {
		case f.Type == "fields" && !inner, f.Type == "list" && !inner && strings.HasSuffix(f.Path, "[]"):
			section = top
			fmt.Fprintf(&out, "\n## %s\n\n%s\n\n| field | holds | read by | what it does |\n| --- | --- | --- | --- |\n", strings.TrimSuffix(top, "[]"), sentenceOf(f))
			continue
		case section == "?":
			section = ""
			out.WriteString("\n## The business\n\n| field | holds | read by | what it does |\n| --- | --- | --- | --- |\n")
		}
		fmt.Fprintf(&out, "| `%s` | %s | %s | %s |\n", strings.TrimPrefix(f.Path, section+"."), holds(f), strings.Join(f.Readers, ", "), cell(f.About))
	}
	return out.Bytes()
}

func sentenceOf(f FieldInfo) string {
	text := strings.ToUpper(f.About[:1]) + f.About[1:] + "."
	if f.Required {
		text += " Required."
	}
	if f.Bounds != "" {
		text += " A list of " + f.Bounds + "."
	}
	return text
}

func holds(f FieldInfo) string {
	text := f.Type
	if f.Required {
		text = "**required** " + text
	}
	if f.Bounds != "" {
		text += ": " + f.Bounds
	}
	return cell(text)
}

// cell is a text within a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func TestFieldsThatNothingReadsAreNamed(t *testing.T) {
	t.Parallel()
	f := &File{Tenant: Tenant{
		ID: "a", LegalName: "A, S.A.", Assistants: []Assistant{{ID: "x", Model: "big"}},
		Competitors: []Competitor{{ID: "c", Name: "B", Strategy: "be kind"}},
	}}
	nobody, models, err := f.Idle()
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"legal_name", "competitors[]"}; !slices.Equal(nobody, want) {
		t.Errorf("nobody reads %v, want %v", nobody, want)
	}
	if want := []string{"assistants[].model"}; !slices.Equal(models, want) {
		t.Errorf("models alone read %v, want %v", models, want)
	}
}

func TestEachFieldIsDescribedOnce(t *testing.T) {
	t.Parallel()
	if _, err := readFields("id | all"); err == nil {
		t.Error("a line without what it does is taken")
	}
	all, err := Reference()
	if err != nil || len(all) < 100 {
		t.Errorf("%d fields, %v", len(all), err)
	}
	for _, f := range all {
		if f.About == "" || len(f.Readers) == 0 || f.Readers[0] == "" {
			t.Errorf("%s: who reads it, and what does it?", f.Path)
		}
	}
}
