package talk

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
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

// submission is one run of recado index.
type submission struct {
	bus   *bus.Bus
	about indexing
	files []localFile
	bar   *bar
}

// run publishes the files' events and waits for what the indexer says of each.
func (s submission) run(ctx context.Context) ([]indexed, error) {
	if err := checkCorpus(ctx, s.bus, s.about); err != nil {
		return nil, err
	}
	answers := make(chan indexed, 2*len(s.files))
	stop, err := listenIndexed(s.bus, s.about.tenant, answers) //nolint:contextcheck // an answer's context is its event's, not ours
	if err != nil {
		return nil, err
	}
	defer stop()
	out := make([]indexed, len(s.files))
	waiting := map[string]int{} // event id -> file
	for i, f := range s.files {
		event := uuid.NewString()
		if out[i], err = s.publish(ctx, f, event); err != nil {
			return nil, fmt.Errorf("submit %s: %w", f.name, err)
		}
		if out[i].State == "submitted" {
			waiting[event] = i
		}
	}
	s.bar.show(len(s.files) - len(waiting))
	defer s.bar.clear()
	return out, s.await(ctx, answers, waiting, out)
}

// publish submits or removes a file. What is wrong with one of many is said of it and does not stop the others.
func (s submission) publish(ctx context.Context, f localFile, event string) (indexed, error) {
	out := indexed{File: f.name, Document: f.id, State: "submitted"}
	switch {
	case f.skipped != "":
		return indexed{File: f.name, State: "skipped", Reason: f.skipped}, nil
	case s.about.remove:
		out.State = "removing"
	default:
		if err := f.read(s.about.title); err != nil {
			out.State, out.Reason = "failed", err.Error()
			return out, nil
		}
	}
	return out, publishDocument(ctx, s.bus, s.about, f, event)
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
		Source: "file", FileName: filepath.Base(f.name),
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

// await fills in what became of each file; those that nobody has answered for stay submitted. Each answer is waited for anew.
func (s submission) await(ctx context.Context, answers <-chan indexed, waiting map[string]int, out []indexed) error {
	patience := time.NewTimer(s.about.wait)
	defer patience.Stop()
	for len(waiting) > 0 {
		select {
		case a := <-answers:
			i, ours := waiting[a.File]
			if !ours {
				continue
			}
			delete(waiting, a.File)
			out[i].State, out[i].Chunks, out[i].Reason = a.State, a.Chunks, a.Reason
			s.bar.show(len(out) - len(waiting))
			patience.Reset(s.about.wait)
		case <-patience.C:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}
