package embeddingindexer

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

var kinds = map[recadov1.DocumentKind]knowledge.Kind{
	recadov1.DocumentKind_DOCUMENT_KIND_ARTICLE:     knowledge.Article,
	recadov1.DocumentKind_DOCUMENT_KIND_FAQ:         knowledge.FAQ,
	recadov1.DocumentKind_DOCUMENT_KIND_POLICY:      knowledge.Policy,
	recadov1.DocumentKind_DOCUMENT_KIND_INSTRUCTION: knowledge.Instruction,
	recadov1.DocumentKind_DOCUMENT_KIND_TEMPLATE:    knowledge.Template,
	recadov1.DocumentKind_DOCUMENT_KIND_COMPETITOR:  knowledge.Competitor,
}

var languages = map[string]bool{"": true, "es": true, "en": true, "pt": true}

const (
	maxTitle = 300 // runes
	maxKey   = 256
)

// read checks an event and returns its document without its body.
func read(ctx context.Context, e *recadov1.DocumentSubmitted) (d knowledge.Document, err error) {
	if err := meta.Check(e.GetMeta()); err != nil {
		return d, err
	}
	d.Tenant = tenant.ID(e.GetMeta().GetTenantId())
	if d.ID, err = uuid.Parse(e.GetDocumentId()); err != nil {
		return d, errors.New("document_id: expected a uuid")
	}
	if d.Corpus, err = uuid.Parse(e.GetCorpusId()); err != nil {
		return d, errors.New("corpus_id: expected a uuid")
	}
	known := false
	if d.Kind, known = kinds[e.GetKind()]; !known {
		return d, errors.New("kind: expected a document kind")
	}
	if d.Title = strings.TrimSpace(e.GetTitle()); !plain(d.Title, maxTitle) {
		return d, fmt.Errorf("title: expected at most %d characters", maxTitle)
	}
	if d.Language = e.GetLanguage(); !languages[d.Language] {
		return d, errors.New("language: expected es, en, pt or nothing")
	}
	if key := e.GetObjectKey(); len(key) > maxKey || e.GetBody() == nil {
		return d, errors.New("body: expected inline text or the key of an object")
	} else if key != "" && !strings.HasPrefix(key, bus.ObjectKey(string(d.Tenant), "")) {
		return d, errors.New("object_key: expected documents/<the event's tenant>/…")
	}
	d.ObjectKey = cmp.Or(e.GetObjectKey(), bus.ObjectKey(string(d.Tenant), d.ID.String()+"/"+e.GetMeta().GetEventId()))
	d.Type, d.SHA256, d.Submitted = mime(e.GetMimeType()), strings.ToLower(e.GetSha256()), occurred(ctx, e.GetMeta())
	return d, about(e, &d)
}

var source = regexp.MustCompile(`^[a-z0-9_-]{0,40}$`)

// Bounds of what is known of a document beside its text; lengths are in characters.
const (
	maxURL      = 2000
	maxCategory = 100
	maxTags     = 20
	maxFields   = 20
	maxField    = 300
)

// about checks what an event says of a document beside its text.
func about(e *recadov1.DocumentSubmitted, d *knowledge.Document) error {
	switch {
	case !source.MatchString(e.GetSource()):
		return errors.New("source: expected at most 40 of a-z, 0-9, - and _")
	case !plain(e.GetSourceUrl(), maxURL) || !absolute(e.GetSourceUrl()):
		return fmt.Errorf("source_url: expected a URL of at most %d characters that begins with https:// or http://", maxURL)
	case !plain(e.GetCategory(), maxCategory):
		return fmt.Errorf("category: expected at most %d characters", maxCategory)
	case len(e.GetTags()) > maxTags || slices.ContainsFunc(e.GetTags(), noTag):
		return fmt.Errorf("tags: expected at most %d of at most %d characters", maxTags, maxCategory)
	case len(e.GetMetadata()) > maxFields:
		return fmt.Errorf("metadata: expected at most %d fields", maxFields)
	case !plain(e.GetAddedBy(), maxCategory):
		return fmt.Errorf("added_by: expected at most %d characters", maxCategory)
	case !plain(e.GetFileName(), maxTitle):
		return fmt.Errorf("file_name: expected at most %d characters", maxTitle)
	}
	for name, value := range e.GetMetadata() {
		if name == "" || !plain(name, maxCategory) || !plain(value, maxField) {
			return fmt.Errorf("metadata: expected names of at most %d and values of at most %d characters", maxCategory, maxField)
		}
	}
	d.Source, d.SourceURL, d.Category, d.Tags = e.GetSource(), e.GetSourceUrl(), e.GetCategory(), e.GetTags()
	d.Metadata, d.AddedBy = e.GetMetadata(), e.GetAddedBy()
	d.FileName = strings.TrimSpace(e.GetFileName())
	return nil
}

// plain reports whether a text is one that PostgreSQL keeps, of at most so many characters.
func plain(s string, most int) bool {
	return utf8.ValidString(s) && utf8.RuneCountInString(s) <= most && !strings.ContainsRune(s, 0)
}

func noTag(s string) bool { return s == "" || !plain(s, maxCategory) }

// absolute reports whether a text is the URL of a page, or empty.
func absolute(s string) bool {
	if s == "" {
		return true
	}
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}

// mime drops parameters: text/plain; charset=utf-8 is text/plain.
func mime(s string) string {
	base, _, _ := strings.Cut(s, ";")
	return strings.ToLower(strings.TrimSpace(base))
}

// occurred orders a document's events: by what they say, or by when the stream took them.
func occurred(ctx context.Context, m *recadov1.Meta) time.Time {
	if at := m.GetOccurredAt(); at.IsValid() && at.AsTime().Year() > 1970 {
		return at.AsTime()
	}
	return bus.Info(ctx).Stored
}

// objects is where large bodies are.
type objects interface {
	GetObject(ctx context.Context, key string, limit int64) ([]byte, error)
}

// load reads the body and compares it with its hash. Errors that match knowledge.ErrUnreadable are final.
func load(ctx context.Context, from objects, e *recadov1.DocumentSubmitted, d *knowledge.Document) error {
	d.Body = e.GetInline()
	if key := e.GetObjectKey(); key != "" {
		body, err := from.GetObject(ctx, key, knowledge.MaxText)
		switch {
		case errors.Is(err, bus.ErrTooLarge):
			return fmt.Errorf("%w: larger than %d MB", knowledge.ErrUnreadable, knowledge.MaxText>>20)
		case errors.Is(err, bus.ErrNotFound):
			return fmt.Errorf("%w: its body is not in the object store", knowledge.ErrUnreadable)
		case err != nil:
			return err
		}
		d.Body = body
	}
	sum := sha256.Sum256(d.Body)
	if d.SHA256 != "" && hex.EncodeToString(sum[:]) != d.SHA256 {
		return fmt.Errorf("%w: its body is not the one that sha256 names", knowledge.ErrUnreadable)
	}
	d.SHA256 = hex.EncodeToString(sum[:])
	return nil
}
