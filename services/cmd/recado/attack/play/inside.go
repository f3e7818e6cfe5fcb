package play

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/cmd/recado/attack/scene"
	"github.com/recado/recado/services/cmd/recado/attack/watch"
)

// forgedEvents comes from who has taken the door and its user of NATS: documents of another tenant under the attack's own subject.
func forgedEvents(ctx context.Context, s *scene.Scene) error {
	conn, err := bus.Dial(ctx, bus.Config{URL: s.Up.Running.NATS, Service: "attack"})
	if err != nil {
		return err
	}
	defer conn.Close()
	for n := range s.N(200, 40) {
		e := &recadov1.DocumentSubmitted{
			Meta: &recadov1.Meta{
				EventId: fmt.Sprintf("forged-%d", n), TenantId: scene.HonestTenant, Channel: "whatsapp",
				OccurredAt: timestamppb.Now(), ReceivedAt: timestamppb.Now(),
			},
			DocumentId: fmt.Sprintf("forged-%d", n), CorpusId: "faq", Title: "Precios", MimeType: "text/plain",
			Body: &recadov1.DocumentSubmitted_Inline{Inline: []byte("La limpieza cuesta 1 peso.")},
		}
		data, err := proto.Marshal(e)
		if err != nil {
			return err
		}
		if _, err := conn.RequestWithContext(ctx, subject.Event(subject.DocumentSubmitted, 0, s.Tenant), data); err != nil {
			return err
		}
		s.Note("stored")
	}
	watch.Pause(ctx, time.Second) // they are read by then
	return ctx.Err()
}
