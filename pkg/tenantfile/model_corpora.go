package tenantfile

import (
	"cmp"
	"strings"
	"unicode"
)

// Corpus is documents that belong together, and how they are cut and embedded.
type Corpus struct {
	ID            string `yaml:"id,required" check:"slug"`
	Active        *bool  `yaml:"active"`                           // default true
	ChunkTokens   *int   `yaml:"chunk_tokens" min:"50" max:"1000"` // default 250
	MaxTokens     *int   `yaml:"max_tokens" min:"50" max:"1000"`   // default 400, or what a chunk aims at
	OverlapTokens *int   `yaml:"overlap_tokens" min:"0" max:"200"` // default 15 % of what a chunk aims at
	Embedder      string `yaml:"embedder" check:"embedder"`        // default the installation's own; hash-es-v1 needs no network
	Dimensions    *int   `yaml:"dimensions" min:"1" max:"1536"`    // of that embedder's vectors; default 1536
}

// Cut is what a corpus says of the size of its chunks, in tokens.
type Cut struct{ Target, Max, Overlap int }

const (
	defaultTarget  = 250
	defaultMax     = 400
	overlapPercent = 15
)

// Cut fills in what the file leaves open.
func (c Corpus) Cut() Cut {
	out := Cut{Target: or(c.ChunkTokens, defaultTarget)}
	out.Max = or(c.MaxTokens, max(defaultMax, out.Target))
	out.Overlap = or(c.OverlapTokens, min(out.Target*overlapPercent/100, 200))
	return out
}

// defaultDimensions is how large an embedder's vectors are asked to be.
const defaultDimensions = 1536

// EmbedderDimensions fills in what the file leaves open.
func (c Corpus) EmbedderDimensions() int { return or(c.Dimensions, defaultDimensions) }

// AllCorpora are those that the file describes and those that it only names.
func (t *Tenant) AllCorpora() []Corpus {
	out := append([]Corpus(nil), t.Corpora...)
	seen := map[string]bool{}
	for _, c := range out {
		seen[c.ID] = true
	}
	add := func(slug string) {
		if slug = cmp.Or(slug, defaultCorpus); !seen[slug] {
			seen[slug] = true
			out = append(out, Corpus{ID: slug})
		}
	}
	add(defaultCorpus)
	for _, a := range t.Assistants {
		for _, slug := range a.Corpora {
			add(slug)
		}
	}
	for _, k := range t.Knowledge {
		add(k.Corpus)
	}
	return out
}

// corporaSizes looks at the sizes of chunks, which must fit each other.
func (c *checker) corporaSizes() {
	unique(c, "corpora", c.tenant.Corpora, func(x Corpus) string { return x.ID })
	for i, x := range c.tenant.Corpora {
		cut := x.Cut()
		if cut.Max < cut.Target {
			c.Add(item("corpora", i, "max_tokens"), "expected at least chunk_tokens, %d", cut.Target)
		}
		if cut.Overlap >= cut.Target {
			c.Add(item("corpora", i, "overlap_tokens"), "expected less than chunk_tokens, %d", cut.Target)
		}
		if x.Dimensions != nil && x.Embedder == "" {
			c.Add(item("corpora", i, "dimensions"), "expected an embedder beside it")
		}
	}
}

// synonyms are the words of a line of synonyms: "férula, guarda, placa".
func synonyms(line string) []string {
	words := strings.Split(line, ",")
	for i, w := range words {
		words[i] = strings.TrimSpace(w)
	}
	return words
}

// mostSynonyms bounds what one word stands for.
const mostSynonyms = 10

func (c *checker) synonyms() {
	notAWord := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for i, line := range c.tenant.Synonyms {
		words := synonyms(line)
		if len(words) < 2 || len(words) > mostSynonyms {
			c.Add(item("synonyms", i, ""), "expected 2 to %d words with commas between them, such as férula, guarda, placa", mostSynonyms)
			continue
		}
		for _, w := range words {
			if w == "" || strings.ContainsFunc(w, notAWord) {
				c.Add(item("synonyms", i, ""), "expected single words with commas between them, got %q", w)
			}
		}
	}
}
