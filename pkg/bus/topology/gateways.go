package topology

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// doorReader is the service whose consumers read the doors; those on GATEWAY_OUTBOUND are the gateways' own.
const doorReader = "ingest"

// moveGateways takes what waits at a door under a subject of the channel alone, as gateways of old used, to the subject of its tenant.
// It may be interrupted: what was moved is removed one by one, and a repeat has the same message id.
func moveGateways(ctx context.Context, js jetstream.JetStream) error {
	for _, s := range Stages {
		if !s.gateway {
			continue
		}
		if err := s.moveOld(ctx, js); err != nil {
			return fmt.Errorf("move what waits at %s: %w", s.Name, err)
		}
	}
	return nil
}

func (s Stage) moveOld(ctx context.Context, js jetstream.JetStream) error {
	var stream jetstream.Stream
	var info *jetstream.StreamInfo
	err := untilAnswered(ctx, func(ctx context.Context) (err error) {
		if stream, err = js.Stream(ctx, s.Stream()); err != nil {
			return err
		}
		info, err = stream.Info(ctx, jetstream.WithSubjectFilter(s.Name+".*"))
		return err
	})
	if err != nil {
		return err
	}
	readers, err := consumersOf(ctx, js, s.Stream())
	if err != nil {
		return err
	}
	for _, old := range slices.Sorted(maps.Keys(info.State.Subjects)) {
		next, waits := s.firstWaiting(readers, old)
		if !waits {
			continue
		}
		if err := s.moveSubject(ctx, js, stream, old, next); err != nil {
			return err
		}
	}
	if len(info.State.Subjects) > 0 { // the consumers know what was handled
		return nil
	}
	for _, r := range readers {
		if strings.HasPrefix(r.Name, doorReader) && s.readsOld(r) {
			if err := js.DeleteConsumer(ctx, s.Stream(), r.Name); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
				return err
			}
		}
	}
	return nil
}

// readsOld reports whether a consumer filters by the channel alone, or not at all.
func (s Stage) readsOld(r *jetstream.ConsumerInfo) bool {
	rest, below := strings.CutPrefix(r.Config.FilterSubject, s.Name+".")
	return !below || !strings.Contains(rest, ".")
}

// firstWaiting is the sequence after what every reader of an old subject has acknowledged. What no gateway reads does not wait.
func (s Stage) firstWaiting(readers []*jetstream.ConsumerInfo, old string) (uint64, bool) {
	var floors []uint64
	for _, r := range readers {
		if r.Config.FilterSubject == old || r.Config.FilterSubject == subject.All(s.Name) {
			floors = append(floors, r.AckFloor.Stream)
		}
	}
	if len(floors) == 0 {
		return 1, s.Name != subject.GatewayOutbound
	}
	return slices.Min(floors) + 1, true
}

func (s Stage) moveSubject(ctx context.Context, js jetstream.JetStream, stream jetstream.Stream, old string, next uint64) error {
	for {
		m, err := stream.GetMsg(ctx, next, jetstream.WithGetMsgSubject(old))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		next = m.Sequence + 1
		owner, ok := s.ownerOf(m.Data)
		if !ok {
			continue // nobody's: it stays until it is too old
		}
		moved := &nats.Msg{Subject: old + "." + owner, Header: nats.Header{}, Data: m.Data}
		for key, values := range m.Header {
			if !strings.HasPrefix(key, "Nats-") {
				moved.Header[key] = values
			}
		}
		moved.Header.Set(nats.MsgIdHdr, fmt.Sprintf("moved.%s.%d", s.Stream(), m.Sequence))
		if _, err := js.PublishMsg(ctx, moved); err != nil {
			return err
		}
		if err := stream.DeleteMsg(ctx, m.Sequence); err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
			return err
		}
	}
}

// ownerOf reads the tenant that an event of a door names.
func (s Stage) ownerOf(data []byte) (string, bool) {
	var e interface {
		proto.Message
		GetMeta() *recadov1.Meta
	}
	switch s.Name {
	case subject.GatewayOutbound:
		e = &recadov1.ReplyDrafted{}
	case subject.GatewayReceipt:
		e = &recadov1.ReceiptReceived{}
	default:
		e = &recadov1.MessageReceived{}
	}
	if err := proto.Unmarshal(data, e); err != nil {
		return "", false
	}
	id, err := tenant.ParseID(e.GetMeta().GetTenantId())
	return string(id), err == nil
}
