package bus_test

import (
	"context"
	"fmt"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// A service is a Hop: it handles one stage's events and publishes the next one's. Its handler's error is the verdict.
func ExampleHop() {
	b, done := bustest.Example("sanitize")
	defer done()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()

	handled := make(chan string)
	hop := bus.Hop[*recadov1.MessageReceived]{
		Name: "sanitize",
		From: subject.MessageReceived,
		Handle: func(ctx context.Context, e *recadov1.MessageReceived) error {
			if e.GetContent() == nil {
				return bus.Reject(fmt.Errorf("content: required, got none")) // a dead letter, at once
			}
			if err := b.Publish(ctx, &recadov1.MessageScreened{Meta: e.GetMeta(), Content: e.GetContent()}); err != nil {
				return err // while the next stream is unavailable the message is kept and tried again
			}
			handled <- e.GetMeta().GetEventId()
			return nil
		},
	}
	ended := make(chan error, 1)
	go func() { ended <- hop.Run(ctx, b) }()

	for range 2 { // publishing twice is harmless
		if err := b.Publish(ctx, &recadov1.MessageReceived{
			Meta:    &recadov1.Meta{EventId: "e1", TenantId: "clinic", ConversationKey: "c1"},
			Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: "hola"}}},
		}); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println("handled", <-handled)
	cancel()
	fmt.Println("stopped", <-ended)
	// Output:
	// handled e1
	// stopped <nil>
}
