package talk

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// maxInline is the largest body within an event.
const maxInline = 256 << 10

// submit publishes the files' events and waits for what the indexer says of each.
func submit(ctx context.Context, b *bus.Bus, about indexing, files []localFile) ([]indexed, error) {
	if err := checkCorpus(ctx, b, about); err != nil {
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

// checkCorpus refuses a tenant that is not known, and a corpus that none of its assistants reads: nobody would ever find what is in it.
func checkCorpus(ctx context.Context, b *bus.Bus, about indexing) error {
	value, err := b.Get(ctx, subject.BucketTenants, string(about.tenant))
	if errors.Is(err, bus.ErrNotFound) {
		return fmt.Errorf("no tenant %s: recado tenant list shows those that are known", about.tenant)
	}
	var settings tenant.Settings
	if err = errors.Join(err, json.Unmarshal(value, &settings)); err != nil {
		return err
	}
	corpus := tenantfile.ID(string(about.tenant), "corpus", about.corpus)
	reads := func(a tenant.Assistant) bool { return a.Active && slices.Contains(a.Corpora, corpus) }
	if len(settings.Assistants) > 0 && !about.remove && !slices.ContainsFunc(settings.Assistants, reads) {
		const unread = "--corpus: no active assistant of %s reads %q: assistants[].corpora of its file names those that are read"
		return cli.Usagef(unread, about.tenant, about.corpus)
	}
	return nil
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
	if len(f.body) > maxInline {
		key := bus.ObjectKey(string(about.tenant), f.id)
		if err := b.PutObject(ctx, key, bytes.NewReader(f.body)); err != nil {
			return err
		}
		e.Body = &recadov1.DocumentSubmitted_ObjectKey{ObjectKey: key}
	}
	return b.Publish(ctx, e)
}

// await fills in what became of each file; those that nobody has answered for stay submitted.
func await(ctx context.Context, timeout time.Duration, answers <-chan indexed, waiting map[string]int, out []indexed) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
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
