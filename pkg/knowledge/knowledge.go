// Package knowledge turns a tenant's documents into chunks that can be found, and finds the ones that answer a question.
package knowledge

import (
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/knowledge/extract"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
)

// MaxText is the largest document, in bytes.
const MaxText = extract.MaxFile

// ErrSuperseded says that a newer event of the same document was handled before: there is nothing to do.
var ErrSuperseded = errors.New("a newer version of the document is known")

// ErrUnreadable marks a document that cannot be indexed however often it is tried; the message says why.
var ErrUnreadable = extract.ErrUnreadable

// ErrNoTenant says that nobody has applied this tenant.
var ErrNoTenant = errors.New("no such tenant")

// ErrEmbedder marks what the embedder answered, or that it did not: errors.As finds an *llm.Error in it.
var ErrEmbedder = errors.New("embedder")

// Kind is what a document is for.
type Kind string

// The kinds of documents.
const (
	Article     Kind = "article"
	FAQ         Kind = "faq"
	Policy      Kind = "policy"
	Instruction Kind = "instruction"
	Template    Kind = "template"
	Competitor  Kind = "competitor"
)

var kinds = []Kind{Article, FAQ, Policy, Instruction, Template, Competitor}

// The types of text that need no reading; package extract knows the others.
const (
	Plain    = extract.Plain
	Markdown = extract.Markdown
)

// Document is one text as it was submitted.
type Document struct {
	Tenant    tenant.ID
	ID        uuid.UUID
	Corpus    uuid.UUID
	Kind      Kind
	Title     string
	Type      string // the MIME type it was given
	Language  string // es, en or pt; empty where unknown
	SHA256    string // hex, of Body
	Body      []byte
	Submitted time.Time // orders the versions of a document
	About
}

// About is what is known of a document beside its text.
type About struct {
	Source    string // manual, file, csv, pdf, website, api, …; empty is manual
	SourceURL string
	Category  string
	Tags      []string
	Metadata  map[string]string
	AddedBy   string // a program or its key, never a person's name
	FileName  string // what it is called where it has no title
	ObjectKey string // of the original in the object store
}

// Chunk is one span of a document.
type Chunk struct {
	Heading string // the headings above it, joined by " > ", without the title
	Body    string // what answers, as plain text
	Also    string // other words by which it is found, such as the wordings of a question
	Tokens  int    // as its cut counts, those of its pieces added up
	Page    int    // where what it adds to the one before begins, from 1; 0 where the format has no pages
	Start   int    // its span in the document's text, in runes
	End     int
}

// Index is a tenant's searchable documents. It is safe for concurrent use.
type Index struct {
	db     *store.Store
	spaces *Spaces
	scopes *scopes
	// MaxBytes bounds the documents of a tenant, as they were submitted; 0: nothing does.
	MaxBytes int64
	// Reader reads what is put.
	Reader *extract.Reader
	half   Half
}

// New returns the index in db whose chunks are embedded by e; NewEmbedder makes one.
func New(db *store.Store, e llm.Embedder) *Index { return Open(db, SpaceOf(e)) }

// Open returns the index in db: the chunks of a corpus are embedded as it says, and a question in each space that its scope has.
func Open(db *store.Store, spaces *Spaces) *Index {
	return &Index{db: db, spaces: spaces, scopes: &scopes{}, Reader: reader}
}
