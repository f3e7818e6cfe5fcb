package services_test

import (
	"context"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
)

func TestDeployedNATSUsersAskAboutTextsAndAnswerWhereThatIsTheirs(t *testing.T) {
	t.Parallel()
	s := deployedNATS(t)
	stop, err := s.Bus(t, "sanitize").Answer(subject.TextScreen+".*", func(context.Context, string, []byte) []byte { return []byte("masked") })
	check(t, "answer about texts", err)
	t.Cleanup(stop)
	ask := func(service string, wait time.Duration) (string, error) {
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		defer cancel()
		answer, err := s.Bus(t, service).Request(ctx, subject.TextScreen+".clinica-sol", []byte("text"))
		return string(answer), err
	}
	if got, err := ask("agent-runner", time.Minute); got != "masked" || err != nil {
		t.Errorf("agent-runner: %q, %v", got, err)
	}
	for _, other := range []string{"ingest", "intent-router", "tool-executor", "embedding-indexer", "outbound-sender"} {
		if got, err := ask(other, 200*time.Millisecond); err == nil {
			t.Errorf("%s has a text masked: %q", other, got)
		}
		spy := s.Bus(t, other)
		if stop, err := spy.Subscribe(subject.TextScreen+".*", func(context.Context, []byte) {}); err == nil {
			t.Cleanup(stop)
		}
		bustest.Eventually(t, "a refused subscription of "+other, func() bool { return spy.Healthy(t.Context()) != nil })
	}
}

func TestDeployedNATSUsersAskAboutTurnsAndAnswerWhereThatIsTheirs(t *testing.T) {
	t.Parallel()
	s := deployedNATS(t)
	stop, err := s.Bus(t, "agent-runner").Answer(subject.TurnAsk+".*", func(context.Context, string, []byte) []byte { return []byte("told") })
	check(t, "answer about turns", err)
	t.Cleanup(stop)
	ask := func(service string, wait time.Duration) (string, error) {
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		defer cancel()
		answer, err := s.Bus(t, service).Request(ctx, subject.TurnAsk+".clinica-sol", []byte("q"))
		return string(answer), err
	}
	if got, err := ask("ingest", time.Minute); got != "told" || err != nil {
		t.Errorf("ingest: %q, %v", got, err)
	}
	for _, other := range []string{"sanitize", "intent-router", "tool-executor", "embedding-indexer", "outbound-sender"} {
		if got, err := ask(other, 200*time.Millisecond); err == nil {
			t.Errorf("%s is told of a turn: %q", other, got)
		}
	}
}
