package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/telemetry"
)

// answerTime is how long processes have to answer: nobody knows how many there are.
const answerTime = 400 * time.Millisecond

func runTrace(ctx context.Context, c *cli, args []string) error {
	set := c.flags("trace <message id | trace id | last> [--json]",
		"Asks every running process for the spans of a message and prints its way: hops, waits, model and tool calls, delivery.")
	dir, asJSON := dirFlag(set), set.Bool("json", false, "print JSON")
	rest, err := c.parse(set, args, 1, 1)
	if err != nil {
		return err
	}
	b, err := c.connect(ctx, *dir)
	if err != nil {
		return err
	}
	defer func() { _ = b.Close(context.WithoutCancel(ctx)) }()
	w, err := follow(ctx, b, question(rest[0]))
	if errors.Is(err, telemetry.ErrNoTrace) {
		return fmt.Errorf("%s: %w; spans are kept in memory until their process ends", rest[0], err)
	}
	if err != nil {
		return err
	}
	if *asJSON {
		return c.json(w)
	}
	w.waterfall(c.stdout)
	return nil
}

func question(what string) telemetry.Question {
	switch {
	case what == "last":
		return telemetry.Question{Last: true}
	case len(what) == 32 && isHex(what):
		return telemetry.Question{Traces: []string{what}}
	default:
		return telemetry.Question{Message: what}
	}
}

func isHex(text string) bool {
	for _, c := range []byte(text) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// follow collects the spans of all processes.
func follow(ctx context.Context, b *bus.Bus, q telemetry.Question) (*way, error) {
	spans, err := telemetry.Collect(q, func(q telemetry.Question) ([]telemetry.Answer, error) {
		request, err := json.Marshal(q)
		if err != nil {
			return nil, err
		}
		replies, err := b.RequestMany(ctx, subject.Spans, request, answerTime)
		if err != nil {
			return nil, fmt.Errorf("ask for spans: %w", err)
		}
		answers := make([]telemetry.Answer, len(replies))
		for i, reply := range replies {
			if err := json.Unmarshal(reply, &answers[i]); err != nil {
				return nil, fmt.Errorf("read an answer: %w", err)
			}
		}
		return answers, nil
	})
	if err != nil {
		return nil, err
	}
	return newWay(spans), nil
}
