package knowledge

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/llmtest"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// ledger keeps what is published, or refuses it.
type ledger struct {
	told []*recadov1.UsageReported
	err  error
}

func (l *ledger) Publish(ctx context.Context, e bus.Event) error {
	if l.err != nil || ctx.Err() != nil {
		return errors.Join(l.err, ctx.Err())
	}
	l.told = append(l.told, e.(*recadov1.UsageReported))
	return nil
}

func TestACallOfTheEmbedderGoesToTheAccountOfWhoeverAsks(t *testing.T) {
	t.Parallel()
	s := llmtest.New(t)
	out := &ledger{}
	cfg := EmbedderConfig{BaseURL: s.URL, Model: "text-embedding-3-small", Dimensions: 2, Timeout: time.Minute}
	e, err := NewEmbedder(cfg, Reporter(out, slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	ctx := tenant.NewContext(t.Context(), "clinic")
	if _, err := e.Embed(ctx, []string{"hola"}); err != nil {
		t.Fatal(err)
	}
	gone, leave := context.WithCancel(ctx)
	leave()
	_, _ = e.Embed(gone, []string{"hola"})         // whoever asked has gone
	_, _ = e.Embed(t.Context(), []string{"adiós"}) // nobody's
	if len(out.told) != 2 {
		t.Fatalf("told of %v", out.told)
	}
	c := out.told[0].GetCalls()[0]
	if out.told[0].GetMeta().GetTenantId() != "clinic" || c.GetOutcome() != "ok" || c.GetInputTokens() != 1 || c.GetCostMicros() != 1 {
		t.Errorf("told %v", out.told[0])
	}
	out.err = errors.New("the bus is away")
	if _, err := e.Embed(ctx, []string{"hola"}); err != nil {
		t.Errorf("without the account nobody is answered: %v", err)
	}
}

func TestTheOfflineEmbedderTellsNothing(t *testing.T) {
	t.Parallel()
	e, err := NewEmbedder(EmbedderConfig{}, func(context.Context, llm.Call) { t.Error("a call is told") })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Embed(tenant.NewContext(t.Context(), "clinic"), []string{"hola"}); err != nil {
		t.Fatal(err)
	}
}

func TestAnEmbeddersPriceIsKnownWrittenOrNone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		model, written string
		want           float64
		known, wrong   bool
	}{
		{"text-embedding-3-small", "", 0.02, true, false},
		{"text-embedding-3-small", "0.5", 0.5, true, false},
		{"own", "0", 0, true, false},
		{"own", "", 0, false, false},
		{"own", "free", 0, false, true},
		{"own", "-1", 0, false, true},
		{"own", "NaN", 0, false, true},
		{"own", "Inf", 0, false, true},
	} {
		got, err := EmbedderConfig{Model: c.model, Price: c.written}.price()
		if (err != nil) != c.wrong || (got != nil) != c.known || got != nil && *got != c.want {
			t.Errorf("%+v: got %v, %v", c, got, err)
		}
	}
}
