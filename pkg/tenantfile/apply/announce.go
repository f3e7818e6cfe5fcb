package apply

import (
	"context"
	"strconv"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// kinds are the document kinds of the contract.
var kinds = map[string]recadov1.DocumentKind{
	"article":     recadov1.DocumentKind_DOCUMENT_KIND_ARTICLE,
	"faq":         recadov1.DocumentKind_DOCUMENT_KIND_FAQ,
	"policy":      recadov1.DocumentKind_DOCUMENT_KIND_POLICY,
	"instruction": recadov1.DocumentKind_DOCUMENT_KIND_INSTRUCTION,
	"template":    recadov1.DocumentKind_DOCUMENT_KIND_TEMPLATE,
	"competitor":  recadov1.DocumentKind_DOCUMENT_KIND_COMPETITOR,
}

// announce publishes what the indexer does not know yet and notes it. What a crash leaves is published by the next apply.
func (a *Applier) announce(ctx context.Context, f *tenantfile.File, todo []pending) (int, error) {
	if len(todo) == 0 {
		return 0, nil
	}
	texts := map[string]tenantfile.Document{}
	for _, d := range f.Documents {
		texts[tenantfile.ID(f.Tenant.ID, "document", d.Slug)] = d
	}
	var done []pending
	var failed error
	for _, p := range todo {
		if failed = a.Bus.Publish(ctx, documentEvent(f.Tenant.ID, p, texts[p.ID])); failed != nil {
			break
		}
		done = append(done, p)
	}
	err := a.markAnnounced(ctx, tenant.ID(f.Tenant.ID), done)
	if failed != nil {
		return len(done), failed
	}
	return len(done), err
}

// documentEvent has the document for its order and the tenant's version in its id: a text that comes back within the
// duplicate window is another event.
func documentEvent(tenantID string, p pending, d tenantfile.Document) bus.Event {
	version := strconv.FormatInt(p.Version, 10)
	meta := &recadov1.Meta{
		EventId:         tenantfile.ID(tenantID, "document-event", p.ID+"/"+version),
		TenantId:        tenantID,
		ConversationKey: p.ID,
		OccurredAt:      timestamppb.Now(),
	}
	if p.Removed {
		return &recadov1.DocumentRemoved{Meta: meta, DocumentId: p.ID}
	}
	return &recadov1.DocumentSubmitted{
		Meta: meta, DocumentId: p.ID, CorpusId: tenantfile.ID(tenantID, "corpus", d.Corpus), Kind: kinds[d.Kind],
		Title: d.Title, MimeType: d.MIME, Sha256: d.SHA256, Language: d.Language,
		Body: &recadov1.DocumentSubmitted_Inline{Inline: d.Body},
	}
}
