package talk

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// searchHit is a hit as programs read it; ranks are 0 where that side did not find it.
type searchHit struct {
	Chunk      string  `json:"chunk"`
	Kind       string  `json:"kind"`
	Title      string  `json:"title"`
	Heading    string  `json:"heading,omitempty"`
	Content    string  `json:"content"`
	Relevance  float64 `json:"relevance_score"`
	Cosine     float64 `json:"cosine"`
	Calibrated float64 `json:"cosine_calibrated"`
	Coverage   float64 `json:"coverage"`
	TextRank   int     `json:"text_rank"`
	VectorRank int     `json:"vector_rank"`
	Fused      float64 `json:"fused"`
}

type searchOutput struct {
	Tenant   tenant.ID   `json:"tenant"`
	Filter   filter      `json:"filter"`
	Question string      `json:"question"`
	Degraded bool        `json:"degraded"`
	TextOnly bool        `json:"text_only"`
	Reason   string      `json:"reason,omitempty"`
	Hits     []searchHit `json:"hits"`
}

// filter is what was searched: what the assistant reads, less what the command left out.
type filter struct {
	Assistant string           `json:"assistant"`
	Contact   string           `json:"contact,omitempty"`
	Corpora   []uuid.UUID      `json:"corpora,omitempty"`
	Kinds     []knowledge.Kind `json:"kinds,omitempty"`
	Synonyms  int              `json:"synonyms"` // lists of words of the tenant's own
}

func (f filter) String() string {
	const form = "assistant %s, contact %q, corpora %v, kinds %v, %d lists of synonyms"
	return fmt.Sprintf(form, f.Assistant, f.Contact, f.Corpora, f.Kinds, f.Synonyms)
}

// Search is recado search.
func Search(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags(`search --tenant ID --assistant NAME "question" [--json]`,
		"Prints the passages of a tenant's documents that a question finds, with both of their scores: "+
			"relevance is what assistants see (0 to 1);\n"+
			"cosine is raw, and calibrated for its embedding space; "+
			"coverage is the share of the question's words; text and vector are ranks.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	id := set.String("tenant", "", "whose documents are searched (required)")
	assistant := set.String("assistant", "", "whose corpora are searched: its name in the tenant's file, or its id (required)")
	contact := set.String("contact", "", "search this contact's own documents too, where the assistant allows that")
	corpus := set.String("corpus", "", "only this corpus of those that the assistant reads")
	kind := set.String("kind", "", "only documents of this kind")
	top := set.Int("top", 5, "how many passages, 1 to 50")
	rest, err := c.Parse(set, args, 1, 1)
	if err != nil {
		return err
	}
	q := knowledge.Query{Text: rest[0], TopK: *top, Assistant: *assistant, Contact: *contact}
	if uuid.Validate(*assistant) != nil { // its name in the tenant's file
		q.Assistant = tenantfile.ID(*id, "assistant", *assistant)
	}
	if q.Tenant, err = tenant.ParseID(*id); err != nil {
		return cli.Usagef("--tenant: %s", err)
	}
	if *assistant == "" {
		return cli.Usagef("--assistant: expected a name in the tenant's file: what it reads is searched")
	}
	if *corpus != "" {
		q.Corpora = []uuid.UUID{uuid.MustParse(tenantfile.ID(*id, "corpus", *corpus))}
	}
	if *kind != "" {
		q.Kinds = []knowledge.Kind{knowledge.Kind(*kind)}
	}
	if err := q.Check(); err != nil {
		return cli.Usagef("%s", err)
	}
	result, err := search(ctx, c, *dir, &q)
	if err != nil {
		return err
	}
	out := outputOf(q, result)
	if *asJSON {
		return c.JSON(out)
	}
	printHits(c, out)
	return nil
}

func search(ctx context.Context, c *cli.CLI, dir string, q *knowledge.Query) (result knowledge.Result, err error) {
	url, err := c.Database(dir)
	if err != nil {
		return result, err
	}
	cfg, err := config.Load[knowledge.EmbedderConfig](c.Environment(dir))
	if err != nil {
		return result, err
	}
	spaces, err := knowledge.NewSpaces(cfg, nil)
	if err != nil {
		return result, err
	}
	db, err := store.Open(ctx, store.Options{URL: url, Role: "recado_console", MaxConns: 1})
	if err != nil {
		return result, err
	}
	defer db.Close()
	index := knowledge.Open(db, spaces)
	if q.Synonyms, err = index.Synonyms(ctx, q.Tenant); err != nil {
		return result, err
	}
	return index.Search(ctx, *q)
}

func outputOf(q knowledge.Query, r knowledge.Result) searchOutput {
	applied := filter{q.Assistant, q.Contact, q.Corpora, q.Kinds, len(q.Synonyms)}
	out := searchOutput{
		Tenant: q.Tenant, Filter: applied, Question: q.Text, Degraded: r.Degraded,
		TextOnly: r.TextOnly, Reason: r.Reason, Hits: []searchHit{},
	}
	for _, h := range r.Hits {
		out.Hits = append(out.Hits, searchHit{
			Chunk: h.ID(), Kind: string(h.Kind), Title: h.Title, Heading: h.Heading, Content: h.Content,
			Relevance: h.Relevance, Cosine: h.Cosine, Calibrated: h.Calibrated, Coverage: h.Coverage,
			TextRank: h.TextRank, VectorRank: h.VectorRank, Fused: h.Fused,
		})
	}
	return out
}

func printHits(c *cli.CLI, out searchOutput) {
	switch {
	case out.TextOnly:
		fmt.Fprintln(c.Stderr, "searched by words alone:", out.Reason)
	case out.Degraded:
		fmt.Fprintln(c.Stderr, "partly searched by words alone:", out.Reason)
	}
	fmt.Fprintln(c.Stderr, "searched:", out.Filter)
	if len(out.Hits) == 0 {
		fmt.Fprintln(c.Stdout, "nothing found")
		return
	}
	for i, h := range out.Hits {
		title := h.Title
		if h.Heading != "" {
			title += " > " + h.Heading
		}
		fmt.Fprintf(c.Stdout, "%d. %s  [%s]\n", i+1, title, h.Kind)
		fmt.Fprintf(c.Stdout, "   relevance %.2f  cosine %.2f raw, %.2f calibrated  coverage %.2f  ranks: text %s, vector %s\n",
			h.Relevance, h.Cosine, h.Calibrated, h.Coverage, rankText(h.TextRank), rankText(h.VectorRank))
		fmt.Fprintf(c.Stdout, "   %s\n", strings.ReplaceAll(h.Content, "\n", "\n   "))
	}
}

func rankText(rank int) string {
	if rank == 0 {
		return "-"
	}
	return fmt.Sprint(rank)
}
