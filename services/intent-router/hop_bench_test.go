package intentrouter_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	intentrouter "github.com/recado/recado/services/intent-router"
)

// BenchmarkHop measures from a screened message that the bus has taken until the next hop gets it routed. In half of the
// conversations each message changes what the dialogue is about: those are written to the bucket.
func BenchmarkHop(b *testing.B) {
	p := apptest.Start(b, apptest.Options{
		Services: []app.Service{intentrouter.Service()}, Tenants: []*tenant.Settings{clinic(1, cleaning)},
	})
	next := p.Server.Bus(b, "next")
	arrived := make(chan time.Time, 1)
	ctx, stop := context.WithCancel(b.Context())
	done := make(chan error, 1)
	go func() {
		done <- bus.Hop[*recadov1.MessageRouted]{Name: "agent-runner", From: subject.MessageRouted, Handle: func(context.Context, *recadov1.MessageRouted) error {
			arrived <- time.Now()
			return nil
		}}.Run(ctx, next)
	}()
	bodies := []string{"quiero una cita", "a las 5", "cuánto cuesta la limpieza?", "sí"}
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		e := screened(bodies[i%len(bodies)])
		e.Meta.ConversationKey = fmt.Sprint("conversation ", i/len(bodies)%64)
		if err := p.Bus.Publish(b.Context(), e); err != nil {
			b.Fatal(err)
		}
		taken := time.Now()
		took = append(took, (<-arrived).Sub(taken))
	}
	stop()
	if err := <-done; err != nil {
		b.Error(err)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1000, "p50-us")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1000, "p99-us")
}
