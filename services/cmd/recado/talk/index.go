package talk

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// documentTypes are what can be read, by extension.
var documentTypes = map[string]string{".md": knowledge.Markdown, ".markdown": knowledge.Markdown, ".txt": knowledge.Plain}

// indexing is what the command line says of the files.
type indexing struct {
	tenant                        tenant.ID
	corpus, kind, title, language string
	remove                        bool
	wait                          time.Duration
}

// indexed is what became of a file.
type indexed struct {
	File     string `json:"file"`
	Document string `json:"document_id"`
	State    string `json:"state"` // indexed, failed, submitted (not indexed in time), removing
	Chunks   uint32 `json:"chunks,omitempty"`
	Reason   string `json:"reason,omitempty"`
}

// Index is recado index.
func Index(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("index --tenant ID FILE… [--json]",
		"Submits text and Markdown files as documents of a tenant and waits until they can be found. "+
			"The same name again replaces the document.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	about, err := indexFlags(c, set, args)
	if err != nil {
		return err
	}
	files, err := readDocuments(about.indexing, about.files)
	if err != nil {
		return err
	}
	return c.WithBus(ctx, *dir, func(b *bus.Bus) error {
		results, err := submit(ctx, b, about.indexing, files)
		if err != nil {
			return err
		}
		return printIndexed(c, results, *asJSON)
	})
}

type indexCommand struct {
	indexing
	files []string
}

func indexFlags(c *cli.CLI, set *flag.FlagSet, args []string) (out indexCommand, err error) {
	id := set.String("tenant", "", "whose documents these are (required)")
	set.StringVar(&out.corpus, "corpus", "general", "the corpus they belong to")
	set.StringVar(&out.kind, "kind", "article", "article, faq, policy, instruction, template or competitor")
	set.StringVar(&out.title, "title", "", "title of a single file; else its first heading, else its name")
	set.StringVar(&out.language, "language", "", "es, en or pt")
	set.BoolVar(&out.remove, "remove", false, "take the documents of these names away instead")
	set.DurationVar(&out.wait, "wait", time.Minute, "longest time to wait for the indexer")
	if out.files, err = c.Parse(set, args, 1, 1000); err != nil {
		return out, err
	}
	if out.tenant, err = tenant.ParseID(*id); err != nil {
		return out, cli.Usagef("--tenant: %s", err)
	}
	if documentKind(out.kind) == recadov1.DocumentKind_DOCUMENT_KIND_UNSPECIFIED {
		return out, cli.Usagef("--kind: expected article, faq, policy, instruction, template or competitor")
	}
	if !slices.Contains([]string{"", "es", "en", "pt"}, out.language) {
		return out, cli.Usagef("--language: expected es, en or pt")
	}
	if out.title != "" && len(out.files) > 1 {
		return out, cli.Usagef("--title: expected one file")
	}
	return out, nil
}

// documentKind finds the kind by its name on the wire.
func documentKind(name string) recadov1.DocumentKind {
	return recadov1.DocumentKind(recadov1.DocumentKind_value["DOCUMENT_KIND_"+strings.ToUpper(name)])
}

// localFile is a file before it is submitted.
type localFile struct {
	name, id, mime, title string
	body                  []byte
}

// readDocuments reads every file before anything is submitted; what is wrong with any is reported together.
func readDocuments(about indexing, names []string) (out []localFile, err error) {
	var errs []error
	seen := map[string]string{}
	for _, name := range names {
		f, err := readDocument(about, name)
		if other := seen[f.id]; err == nil && other != "" {
			err = fmt.Errorf("%s: has the same name as %s", name, other)
		}
		seen[f.id] = name
		errs, out = append(errs, err), append(out, f)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, cli.Usagef("%s", err)
	}
	return out, nil
}

func readDocument(about indexing, name string) (f localFile, err error) {
	base := filepath.Base(name)
	f = localFile{name: name, id: tenantfile.ID(string(about.tenant), "document", "index/"+base)}
	if about.remove {
		return f, nil
	}
	var known bool
	if f.mime, known = documentTypes[strings.ToLower(filepath.Ext(base))]; !known {
		return f, fmt.Errorf("%s: expected a file that ends in .md or .txt: of a PDF or a document save the text", name)
	}
	file, err := os.Open(name)
	if err != nil {
		return f, err
	}
	defer func() { _ = file.Close() }()
	if f.body, err = io.ReadAll(io.LimitReader(file, knowledge.MaxText+1)); err != nil {
		return f, fmt.Errorf("read %s: %w", name, err)
	}
	if err := readable(f.body); err != nil {
		return f, fmt.Errorf("%s: %w", name, err)
	}
	f.title = cmp.Or(about.title, titleOf(string(f.body), base))
	return f, nil
}

// readable says why a file is no text that can be searched.
func readable(body []byte) error {
	switch {
	case len(body) > knowledge.MaxText:
		return fmt.Errorf("expected at most %d MB", knowledge.MaxText>>20)
	case len(bytes.TrimSpace(body)) == 0:
		return errors.New("expected text, the file is empty")
	case bytes.IndexByte(body, 0) >= 0:
		return errors.New("expected text, got something else")
	case !utf8.Valid(body):
		return errors.New("expected text in UTF-8: save it in this encoding, it may be in Latin-1")
	}
	return nil
}

// titleOf is the first heading of a Markdown text, else the file's name.
func titleOf(body, base string) string {
	for line := range strings.Lines(body) {
		if title, ok := strings.CutPrefix(line, "# "); ok && strings.TrimSpace(title) != "" {
			base = strings.TrimSpace(title)
			break
		}
	}
	if runes := []rune(base); len(runes) > 200 {
		return string(runes[:200])
	}
	return base
}

// printIndexed fails when a file is not where it was meant to be.
func printIndexed(c *cli.CLI, results []indexed, asJSON bool) error {
	bad := 0
	for _, r := range results {
		if r.State == "failed" || r.State == "submitted" {
			bad++
		}
	}
	if asJSON {
		if err := c.JSON(results); err != nil {
			return err
		}
	} else {
		for _, r := range results {
			printFile(c, r)
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d files cannot be found yet", bad, len(results))
	}
	return nil
}

func printFile(c *cli.CLI, r indexed) {
	switch r.State {
	case "indexed":
		fmt.Fprintf(c.Stdout, "%s: indexed, %d chunks\n", r.File, r.Chunks)
	case "failed":
		fmt.Fprintf(c.Stdout, "%s: failed: %s\n", r.File, r.Reason)
	case "submitted":
		fmt.Fprintf(c.Stdout, "%s: submitted, not indexed in time: does embedding-indexer run, and its embedder?\n", r.File)
	default:
		fmt.Fprintf(c.Stdout, "%s: %s\n", r.File, r.State)
	}
}
