package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
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

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// inlineText is the largest body within an event.
const inlineText = 256 << 10

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

func runIndex(ctx context.Context, c *cli, args []string) error {
	set := c.flags("index --tenant ID FILE… [--json]",
		"Submits text and Markdown files as documents of a tenant and waits until they can be found. The same name again replaces the document.")
	dir, asJSON := dirFlag(set), set.Bool("json", false, "print JSON")
	about, err := c.indexFlags(set, args)
	if err != nil {
		return err
	}
	files, err := readDocuments(about.indexing, about.files)
	if err != nil {
		return err
	}
	b, err := c.connect(ctx, *dir)
	if err != nil {
		return err
	}
	defer func() { _ = b.Close(context.WithoutCancel(ctx)) }()
	results, err := submit(ctx, b, about.indexing, files)
	if err != nil {
		return err
	}
	return c.printIndexed(results, *asJSON)
}

type indexCommand struct {
	indexing
	files []string
}

func (c *cli) indexFlags(set *flag.FlagSet, args []string) (out indexCommand, err error) {
	id := set.String("tenant", "", "whose documents these are (required)")
	set.StringVar(&out.corpus, "corpus", "general", "the corpus they belong to")
	set.StringVar(&out.kind, "kind", "article", "article, faq, policy, instruction, template or competitor")
	set.StringVar(&out.title, "title", "", "title of a single file; else its first heading, else its name")
	set.StringVar(&out.language, "language", "", "es, en or pt")
	set.BoolVar(&out.remove, "remove", false, "take the documents of these names away instead")
	set.DurationVar(&out.wait, "wait", time.Minute, "longest time to wait for the indexer")
	if out.files, err = c.parse(set, args, 1, 1000); err != nil {
		return out, err
	}
	if out.tenant, err = tenant.ParseID(*id); err != nil {
		return out, usageError{"--tenant: " + err.Error()}
	}
	if documentKind(out.kind) == recadov1.DocumentKind_DOCUMENT_KIND_UNSPECIFIED {
		return out, usageError{"--kind: expected article, faq, policy, instruction, template or competitor"}
	}
	if !slices.Contains([]string{"", "es", "en", "pt"}, out.language) {
		return out, usageError{"--language: expected es, en or pt"}
	}
	if out.title != "" && len(out.files) > 1 {
		return out, usageError{"--title: expected one file"}
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
		return nil, usageError{err.Error()}
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
		return f, fmt.Errorf("%s: expected a file that ends in .md or .txt", name)
	}
	file, err := os.Open(name)
	if err != nil {
		return f, err
	}
	defer func() { _ = file.Close() }()
	if f.body, err = io.ReadAll(io.LimitReader(file, knowledge.MaxText+1)); err != nil {
		return f, fmt.Errorf("read %s: %w", name, err)
	}
	if len(f.body) > knowledge.MaxText || !utf8.Valid(f.body) || len(bytes.TrimSpace(f.body)) == 0 {
		return f, fmt.Errorf("%s: expected text in UTF-8 of at most %d MB", name, knowledge.MaxText>>20)
	}
	f.title = orDefault(about.title, titleOf(string(f.body), base))
	return f, nil
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

// submit publishes the files' events and waits for what the indexer says of each.
func submit(ctx context.Context, b *bus.Bus, about indexing, files []localFile) ([]indexed, error) {
	if _, err := b.Get(ctx, subject.BucketTenants, string(about.tenant)); errors.Is(err, bus.ErrNotFound) {
		return nil, fmt.Errorf("no tenant %s: recado tenant list shows those that are known", about.tenant)
	} else if err != nil {
		return nil, err
	}
	answers := make(chan indexed, 2*len(files))
	stop, err := listenIndexed(b, about.tenant, answers) //nolint:contextcheck // an answer's context is its event's, not ours
	if err != nil {
		return nil, err
	}
	defer stop()
	out := make([]indexed, len(files))
	waiting := map[string]int{} // event id -> file
	for i, f := range files {
		event := uuid.NewString()
		out[i] = indexed{File: f.name, Document: f.id, State: "removing"}
		if !about.remove {
			out[i].State, waiting[event] = "submitted", i
		}
		if err := publishDocument(ctx, b, about, f, event); err != nil {
			return nil, fmt.Errorf("submit %s: %w", f.name, err)
		}
	}
	return out, await(ctx, about.wait, answers, waiting, out)
}

// listenIndexed sends what becomes of a tenant's documents, with the submission's event id in File.
func listenIndexed(b *bus.Bus, id tenant.ID, to chan<- indexed) (stop func(), err error) {
	send := func(m *recadov1.Meta, r indexed) {
		_, r.File, _ = strings.Cut(m.GetEventId(), ":")
		select {
		case to <- r:
		default: // more than asked for: another command's documents
		}
	}
	stopIndexed, err := bus.Listen(b, subject.DocumentIndexed+".*."+string(id), func(_ context.Context, e *recadov1.DocumentIndexed) {
		send(e.GetMeta(), indexed{State: "indexed", Chunks: e.GetChunks()})
	})
	if err != nil {
		return nil, err
	}
	stopFailed, err := bus.Listen(b, subject.DocumentFailed+".*."+string(id), func(_ context.Context, e *recadov1.DocumentFailed) {
		send(e.GetMeta(), indexed{State: "failed", Reason: e.GetReason()})
	})
	if err != nil {
		stopIndexed()
		return nil, err
	}
	return func() { stopIndexed(); stopFailed() }, nil
}

func publishDocument(ctx context.Context, b *bus.Bus, about indexing, f localFile, event string) error {
	meta := &recadov1.Meta{EventId: event, TenantId: string(about.tenant), ConversationKey: f.id, OccurredAt: timestamppb.Now()}
	if about.remove {
		return b.Publish(ctx, &recadov1.DocumentRemoved{Meta: meta, DocumentId: f.id})
	}
	sum := sha256.Sum256(f.body)
	e := &recadov1.DocumentSubmitted{
		Meta: meta, DocumentId: f.id, CorpusId: tenantfile.ID(string(about.tenant), "corpus", about.corpus),
		Kind: documentKind(about.kind), Title: f.title, MimeType: f.mime, Language: about.language,
		Sha256: hex.EncodeToString(sum[:]), Body: &recadov1.DocumentSubmitted_Inline{Inline: f.body},
	}
	if len(f.body) > inlineText {
		key := "documents/" + string(about.tenant) + "/" + f.id
		if err := b.PutObject(ctx, key, bytes.NewReader(f.body)); err != nil {
			return err
		}
		e.Body = &recadov1.DocumentSubmitted_ObjectKey{ObjectKey: key}
	}
	return b.Publish(ctx, e)
}

// await fills in what became of each file; those that nobody has answered for stay submitted.
func await(ctx context.Context, most time.Duration, answers <-chan indexed, waiting map[string]int, out []indexed) error {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	for len(waiting) > 0 {
		select {
		case a := <-answers:
			i, ours := waiting[a.File]
			if !ours {
				continue
			}
			delete(waiting, a.File)
			out[i].State, out[i].Chunks, out[i].Reason = a.State, a.Chunks, a.Reason
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// printIndexed fails when a file is not where it was meant to be.
func (c *cli) printIndexed(results []indexed, asJSON bool) error {
	bad := 0
	for _, r := range results {
		if r.State == "failed" || r.State == "submitted" {
			bad++
		}
	}
	if asJSON {
		if err := c.json(results); err != nil {
			return err
		}
	} else {
		for _, r := range results {
			c.printFile(r)
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d files cannot be found yet", bad, len(results))
	}
	return nil
}

func (c *cli) printFile(r indexed) {
	switch r.State {
	case "indexed":
		fmt.Fprintf(c.stdout, "%s: indexed, %d chunks\n", r.File, r.Chunks)
	case "failed":
		fmt.Fprintf(c.stdout, "%s: failed: %s\n", r.File, r.Reason)
	case "submitted":
		fmt.Fprintf(c.stdout, "%s: submitted, not indexed in time: does embedding-indexer run, and its embedder?\n", r.File)
	default:
		fmt.Fprintf(c.stdout, "%s: %s\n", r.File, r.State)
	}
}
