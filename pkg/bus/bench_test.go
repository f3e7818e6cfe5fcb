package bus_test

import (
	"context"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// BenchmarkPublishToHandled is one hop with one message on its way: publish, wait for the acknowledgement, be handled.
func BenchmarkPublishToHandled(b *testing.B) {
	for name, opts := range map[string][]bustest.Option{"sync off": nil, "SyncAlways": {bustest.SyncAlways()}} {
		b.Run(name, func(b *testing.B) {
			s := bustest.New(b, opts...)
			bs := s.Bus(b, "sanitize")
			handled := make(chan struct{}, 1)
			ctx, cancel := context.WithCancel(b.Context())
			done := make(chan error, 1)
			go func() {
				done <- bus.Hop[*recadov1.MessageReceived]{Name: "sanitize", From: subject.MessageReceived, Handle: func(context.Context, *recadov1.MessageReceived) error {
					handled <- struct{}{}
					return nil
				}}.Run(ctx, bs)
			}()
			n := 0
			for b.Loop() {
				n++
				if err := bs.Publish(ctx, received("c", n)); err != nil {
					b.Fatal(err)
				}
				<-handled
			}
			cancel()
			if err := <-done; err != nil {
				b.Fatal(err)
			}
		})
	}
}
