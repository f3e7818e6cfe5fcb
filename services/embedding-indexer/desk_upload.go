package embeddingindexer

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	// maxRequest bounds a request: the largest document, as JSON escapes it.
	maxRequest = 2*knowledge.MaxText + 64<<10
	// maxInline is the largest body within an event.
	maxInline = 256 << 10
	maxName   = 300 // characters
)

var tooLarge = fmt.Sprintf("a document of at most %d MB", knowledge.MaxText>>20)

// upload is a document as a program sends it: as JSON, or as the file itself with these fields as query parameters.
type upload struct {
	Name      string            `json:"name"`    // the file's, which names the document: the same name again replaces it
	Corpus    string            `json:"corpus"`  // default general, or a contact's own
	Contact   string            `json:"contact"` // whose own corpus it goes to; empty: the business's
	Kind      string            `json:"kind"`    // default article
	Title     string            `json:"title"`
	Type      string            `json:"type"` // of the text; default text/plain
	Language  string            `json:"language"`
	Category  string            `json:"category"`
	Tags      []string          `json:"tags"`
	Metadata  map[string]string `json:"metadata"`
	Source    string            `json:"source"`
	SourceURL string            `json:"source_url"`
	Text      string            `json:"text"`

	body []byte
}

const (
	ofBusiness = "general"
	ofContact  = "own"
)

// readUpload reads a request: application/json holds the text, every other type is the file.
func readUpload(r *http.Request) (u upload, err error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return u, err
	}
	kind := mime(r.Header.Get("Content-Type"))
	if kind == "" {
		return u, invalid("Content-Type", "application/json, or the file's type")
	}
	if kind == "application/json" {
		decoder := json.NewDecoder(bytes.NewReader(body))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&u); err != nil {
			return u, invalid("body", "a JSON object with name, text and, if wanted, title, corpus, kind, type, language, tags, …")
		}
		u.body, u.Type = []byte(u.Text), cmp.Or(u.Type, knowledge.Plain)
	} else {
		q := r.URL.Query()
		u = upload{
			Name: q.Get("name"), Corpus: q.Get("corpus"), Contact: q.Get("contact"), Kind: q.Get("kind"), Title: q.Get("title"),
			Type: kind, Language: q.Get("language"), Category: q.Get("category"), Tags: q["tag"], Source: q.Get("source"),
			SourceURL: q.Get("source_url"), body: body,
		}
	}
	u.Kind, u.Source = cmp.Or(u.Kind, "article"), cmp.Or(u.Source, "api")
	if u.Corpus == "" {
		u.Corpus = ofBusiness
		if u.Contact != "" {
			u.Corpus = ofContact
		}
	}
	return u, u.check()
}

func (u *upload) check() error {
	switch {
	case len(u.body) == 0:
		return invalid("body", "a text or a file")
	case len(u.body) > knowledge.MaxText:
		return &refusal{Code: "too_large", Field: "body", Expected: tooLarge, status: http.StatusRequestEntityTooLarge}
	case kindOf(u.Kind) == recadov1.DocumentKind_DOCUMENT_KIND_UNSPECIFIED:
		return invalid("kind", "article, faq, policy, instruction, template or competitor")
	case !slices.Contains([]string{"", "es", "en", "pt"}, u.Language):
		return invalid("language", "es, en or pt")
	case u.Contact != "" && uuid.Validate(u.Contact) != nil:
		return invalid("contact", "the id of a contact")
	}
	if u.SourceURL != "" {
		if at, err := url.Parse(u.SourceURL); err != nil || at.Host == "" {
			return invalid("source_url", "a URL that begins with https:// or http://")
		}
	}
	return nil
}

// kindOf finds the kind by its name on the wire.
func kindOf(name string) recadov1.DocumentKind {
	return recadov1.DocumentKind(recadov1.DocumentKind_value["DOCUMENT_KIND_"+strings.ToUpper(name)])
}

// accepted says that a document is on its way.
type accepted struct {
	ID    uuid.UUID `json:"document_id"`
	State string    `json:"state"`
}

// add submits a document; the same name in the same corpus again replaces it.
func (d *desk) add(r *http.Request, who apikey.Grant) (int, any, error) {
	u, err := readUpload(r)
	if err != nil {
		return 0, nil, err
	}
	if name := strings.TrimSpace(u.Name); name == "" || len([]rune(name)) > maxName {
		return 0, nil, invalid("name", fmt.Sprintf("the document's own name, 1 to %d characters: the same again replaces it", maxName))
	}
	corpus, err := d.corpusOf(r.Context(), who.Tenant, u)
	if err != nil {
		return 0, nil, err
	}
	id := uuid.NewSHA1(corpus, []byte("document/"+u.Name))
	return d.submit(r.Context(), who, id, corpus, u)
}

// replace submits another body of a document, which stays in its corpus.
func (d *desk) replace(r *http.Request, who apikey.Grant) (int, any, error) {
	id, err := idOf(r)
	if err != nil {
		return 0, nil, err
	}
	u, err := readUpload(r)
	if err != nil {
		return 0, nil, err
	}
	have, err := d.read(r.Context(), who.Tenant, id)
	if err != nil {
		return 0, nil, err
	}
	if r.URL.Query().Get("kind") == "" {
		u.Kind = have.Kind
	}
	u.Title = cmp.Or(u.Title, have.Title)
	return d.submit(r.Context(), who, id, have.CorpusID, u)
}

func (d *desk) submit(ctx context.Context, who apikey.Grant, id, corpus uuid.UUID, u upload) (int, any, error) {
	sum := sha256.Sum256(u.body)
	e := &recadov1.DocumentSubmitted{
		Meta: newMeta(who.Tenant, id), DocumentId: id.String(), CorpusId: corpus.String(), Kind: kindOf(u.Kind), Title: u.Title,
		MimeType: u.Type, Sha256: hex.EncodeToString(sum[:]), Language: u.Language, Source: u.Source, SourceUrl: u.SourceURL,
		Category: u.Category, Tags: u.Tags, Metadata: u.Metadata, AddedBy: "key " + who.Key.String(), FileName: u.Name,
		Body: &recadov1.DocumentSubmitted_Inline{Inline: u.body},
	}
	if len(u.body) > maxInline {
		key := bus.ObjectKey(string(who.Tenant), id.String()+"/"+e.GetMeta().GetEventId())
		if err := d.Bus.PutObject(ctx, key, bytes.NewReader(u.body)); err != nil {
			return 0, nil, err
		}
		e.Body = &recadov1.DocumentSubmitted_ObjectKey{ObjectKey: key}
	}
	if err := d.Bus.Publish(ctx, e); err != nil {
		return 0, nil, err
	}
	return http.StatusAccepted, accepted{id, "pending"}, nil
}

func newMeta(id tenant.ID, document uuid.UUID) *recadov1.Meta {
	return &recadov1.Meta{
		EventId: uuid.NewString(), TenantId: string(id), ConversationKey: document.String(), OccurredAt: timestamppb.Now(),
	}
}

// remove takes a document away.
func (d *desk) remove(r *http.Request, who apikey.Grant) (int, any, error) {
	id, err := idOf(r)
	if err != nil {
		return 0, nil, err
	}
	if _, err := d.read(r.Context(), who.Tenant, id); err != nil {
		return 0, nil, err
	}
	err = d.Bus.Publish(r.Context(), &recadov1.DocumentRemoved{Meta: newMeta(who.Tenant, id), DocumentId: id.String()})
	return http.StatusAccepted, accepted{id, "removing"}, err
}

// again cuts and embeds a document's original once more.
func (d *desk) again(r *http.Request, who apikey.Grant) (int, any, error) {
	id, err := idOf(r)
	if err != nil {
		return 0, nil, err
	}
	e, err := d.forget(r.Context(), who.Tenant, id)
	if err != nil {
		return 0, nil, err
	}
	e.Meta = newMeta(who.Tenant, id)
	return http.StatusAccepted, accepted{id, "pending"}, d.Bus.Publish(r.Context(), e)
}
