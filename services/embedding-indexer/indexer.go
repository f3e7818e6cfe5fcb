package embeddingindexer

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// events is where what becomes of a document is told, and where large bodies and originals are.
type events interface {
	objects
	Publish(ctx context.Context, e bus.Event) error
	PutObject(ctx context.Context, key string, r io.Reader) error
	DeleteObject(ctx context.Context, key string) error
}

type indexer struct {
	index *knowledge.Index
	bus   events
	log   *slog.Logger
	pause time.Duration
	// swept is asked for a round of the sweep where an original may have been left.
	swept chan struct{}
}

func (i *indexer) sweep() {
	select {
	case i.swept <- struct{}{}:
	default:
	}
}

// submitted indexes a document. While the database is unavailable the event is kept and tried again; while the embedder is, the
// document is pending and its event comes again; a document that can never be indexed is failed, with the reason.
func (i *indexer) submitted(ctx context.Context, e *recadov1.DocumentSubmitted) error {
	d, err := read(ctx, e)
	if err != nil {
		return bus.Reject(err)
	}
	chunks := 0
	if err = load(ctx, i.bus, e, &d); err == nil {
		chunks, err = i.work(ctx, e, d)
	}
	switch {
	case err == nil:
		return i.bus.Publish(ctx, &recadov1.DocumentIndexed{
			Meta: metaOf("indexed", e.GetMeta()), DocumentId: e.GetDocumentId(), Sha256: d.SHA256, Chunks: uint32(chunks),
		})
	case errors.Is(err, knowledge.ErrSuperseded):
		return nil
	case errors.Is(err, knowledge.ErrUnreadable):
		return i.fail(ctx, e, d, err.Error())
	case errors.Is(err, knowledge.ErrEmbedder):
		return i.unembedded(ctx, e, d, err)
	}
	return judge(err)
}

// work tells that a document is begun, keeps its original, without which nothing could be cut again, and makes it searchable.
func (i *indexer) work(ctx context.Context, e *recadov1.DocumentSubmitted, d knowledge.Document) (chunks int, err error) {
	begun, err := i.index.Begin(ctx, d)
	if err != nil {
		return 0, err
	}
	if begun.Indexed {
		return begun.Chunks, i.spare(ctx, e.GetObjectKey(), begun.Original)
	}
	defer i.sweep()
	err = i.bus.Publish(ctx, &recadov1.DocumentProcessing{
		Meta: metaOf("processing:"+strconv.Itoa(begun.Attempt), e.GetMeta()), DocumentId: e.GetDocumentId(), Attempt: uint32(begun.Attempt),
	})
	if err != nil {
		return 0, err
	}
	if e.GetObjectKey() == "" {
		if err := i.bus.PutObject(ctx, d.ObjectKey, bytes.NewReader(d.Body)); err != nil {
			return 0, err
		}
	}
	return i.index.Finish(ctx, d, begun)
}

// spare deletes the body of a document that is kept already, in another object.
func (i *indexer) spare(ctx context.Context, sent, kept string) error {
	if sent == "" || sent == kept {
		return nil
	}
	return i.bus.DeleteObject(ctx, sent)
}

// unembedded lets a document wait: for an unavailable embedder, or for a person who corrects its key or account. What the embedder
// refuses for its content is failed.
func (i *indexer) unembedded(ctx context.Context, e *recadov1.DocumentSubmitted, d knowledge.Document, cause error) error {
	refused, ok := errors.AsType[*llm.Error](cause)
	if ok && slices.Contains([]llm.Kind{llm.KindContext, llm.KindFilter, llm.KindInvalid}, refused.Kind) {
		return i.fail(ctx, e, d, "the embedder refused it: "+string(refused.Kind))
	}
	i.log.WarnContext(ctx, "a document waits for the embedder", "error", cause)
	err := i.index.Wait(ctx, d, cause.Error())
	switch {
	case err == nil:
		waits := &recadov1.DocumentPending{Meta: metaOf("pending", e.GetMeta()), DocumentId: e.GetDocumentId(), Reason: cause.Error()}
		if err := i.bus.Publish(ctx, waits); err != nil {
			return err
		}
		return bus.Later(cause, i.pause)
	case errors.Is(err, knowledge.ErrSuperseded):
		return nil
	}
	return judge(err)
}

// judge tells whose fault an error is.
func judge(err error) error {
	switch {
	case errors.Is(err, knowledge.ErrNoTenant):
		return bus.Reject(err)
	case store.IsUnavailable(err):
		return bus.Unavailable(err)
	}
	return err
}

func (i *indexer) fail(ctx context.Context, e *recadov1.DocumentSubmitted, d knowledge.Document, reason string) error {
	d.Title = cmp.Or(d.Title, d.FileName)
	attempts, err := i.index.Fail(ctx, d, reason)
	if errors.Is(err, knowledge.ErrSuperseded) {
		return nil
	}
	if err != nil {
		return judge(err)
	}
	return i.bus.Publish(ctx, &recadov1.DocumentFailed{
		Meta: metaOf("failed", e.GetMeta()), DocumentId: e.GetDocumentId(), Reason: reason, Attempts: uint32(attempts),
	})
}

// removed deletes a document; the sweep takes its original.
func (i *indexer) removed(ctx context.Context, e *recadov1.DocumentRemoved) error {
	if err := meta.Check(e.GetMeta()); err != nil {
		return bus.Reject(err)
	}
	document, err := uuid.Parse(e.GetDocumentId())
	if err != nil {
		return bus.Reject(errors.New("document_id: expected a uuid"))
	}
	err = i.index.Remove(ctx, tenant.ID(e.GetMeta().GetTenantId()), document, occurred(ctx, e.GetMeta()))
	if err == nil || errors.Is(err, knowledge.ErrSuperseded) {
		i.sweep()
		return nil
	}
	return judge(err)
}

// metaOf derives an event's meta from its cause, so that publishing it twice is harmless.
func metaOf(what string, cause *recadov1.Meta) *recadov1.Meta {
	m := proto.CloneOf(cause)
	m.EventId = what + ":" + cause.GetEventId()
	m.OccurredAt = timestamppb.Now()
	return m
}
