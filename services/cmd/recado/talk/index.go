package talk

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// indexing is what the command line says of the files.
type indexing struct {
	tenant                        tenant.ID
	corpus, kind, title, language string
	root                          string // ids are paths below it; empty: below the folders that were named
	remove                        bool
	wait                          time.Duration
}

// indexed is what became of a file.
type indexed struct {
	File     string `json:"file"`
	Document string `json:"document_id"`
	State    string `json:"state"` // indexed, failed, submitted (not indexed in time), skipped (no document), removing
	Chunks   uint32 `json:"chunks,omitempty"`
	Reason   string `json:"reason,omitempty"`
}

// Index is recado index.
func Index(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags("index --tenant ID PATH… [--json]",
		"Submits files as documents of a tenant and waits until they can be found: text, Markdown, HTML, CSV, PDF and DOCX. "+
			"A PATH is a file, a folder with all that is in it, or a pattern in quotes such as 'prices/*.pdf'. A document is "+
			"known by its path below the folder, a file by its name alone: the same again replaces it, and costs nothing "+
			"where it has not changed.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	about, err := indexFlags(c, set, args)
	if err != nil {
		return err
	}
	files, err := gather(about.indexing, about.files)
	if err != nil {
		return err
	}
	return c.WithBus(ctx, *dir, func(b *bus.Bus) error {
		results, err := submission{b, about.indexing, files, newBar(c.Stderr, len(files))}.run(ctx)
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
	set.StringVar(&out.title, "title", "", "title of a single file; else its own, its first heading or its name")
	set.StringVar(&out.root, "root", "", "the folder below which paths name documents, where files of the same name are in several")
	set.StringVar(&out.language, "language", "", "es, en or pt")
	set.BoolVar(&out.remove, "remove", false, "take these documents away instead; the files need not be there any more")
	set.DurationVar(&out.wait, "wait", time.Minute, "longest time to wait for the indexer's next word")
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
	return out, nil
}

// documentKind finds the kind by its name on the wire.
func documentKind(name string) recadov1.DocumentKind {
	return recadov1.DocumentKind(recadov1.DocumentKind_value["DOCUMENT_KIND_"+strings.ToUpper(name)])
}

// printIndexed fails when a file is not where it was meant to be.
func printIndexed(c *cli.CLI, results []indexed, asJSON bool) error {
	bad, skipped := 0, 0
	for _, r := range results {
		switch r.State {
		case "failed", "submitted":
			bad++
		case "skipped":
			skipped++
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
		return fmt.Errorf("%d of %d files cannot be found yet", bad, len(results)-skipped)
	}
	return nil
}

func printFile(c *cli.CLI, r indexed) {
	switch r.State {
	case "indexed":
		fmt.Fprintf(c.Stdout, "%s: indexed, %d chunks\n", r.File, r.Chunks)
	case "failed":
		fmt.Fprintf(c.Stdout, "%s: failed: %s\n", r.File, r.Reason)
	case "skipped":
		fmt.Fprintf(c.Stdout, "%s: skipped: %s\n", r.File, r.Reason)
	case "submitted":
		fmt.Fprintf(c.Stdout, "%s: submitted, not indexed in time: does embedding-indexer run, and its embedder?\n", r.File)
	default:
		fmt.Fprintf(c.Stdout, "%s: %s\n", r.File, r.State)
	}
}
