package tenantfile

import (
	"context"
	"strconv"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
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
func (a *Applier) announce(ctx context.Context, f *File, todo []pending) (int, error) {
	if len(todo) == 0 {
		return 0, nil
	}
	texts := map[string]document{}
	for _, d := range f.documents {
		texts[ID(f.Tenant.ID, "document", d.slug)] = d
	}
	var done []pending
	var failed error
	for _, p := range todo {
		if failed = a.Bus.Publish(ctx, f.documentEvent(p, texts[p.ID])); failed != nil {
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
func (f *File) documentEvent(p pending, d document) bus.Event {
	version := strconv.FormatInt(p.Version, 10)
	meta := &recadov1.Meta{
		EventId:         ID(f.Tenant.ID, "document-event", p.ID+"/"+version),
		TenantId:        f.Tenant.ID,
		ConversationKey: p.ID,
		OccurredAt:      timestamppb.Now(),
	}
	if p.Removed {
		return &recadov1.DocumentRemoved{Meta: meta, DocumentId: p.ID}
	}
	return &recadov1.DocumentSubmitted{
		Meta: meta, DocumentId: p.ID, CorpusId: ID(f.Tenant.ID, "corpus", d.corpus), Kind: kinds[d.kind],
		Title: d.title, MimeType: d.mime, Sha256: d.sha256, Language: d.language,
		Body: &recadov1.DocumentSubmitted_Inline{Inline: d.body},
	}
}
