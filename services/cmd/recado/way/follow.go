package way

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/telemetry"
)

// answerTime is how long processes have to answer: nobody knows how many there are.
const answerTime = 400 * time.Millisecond

// Question asks for the spans of a message id, of a trace id, or of the last message.
func Question(what string) telemetry.Question {
	switch {
	case what == "last":
		return telemetry.Question{Last: true}
	case len(what) == 32 && strings.Trim(what, "0123456789abcdef") == "":
		return telemetry.Question{Traces: []string{what}}
	default:
		return telemetry.Question{Message: what}
	}
}

// Follow collects the spans of all processes.
func Follow(ctx context.Context, b *bus.Bus, q telemetry.Question) (*Way, error) {
	return collect(q, func(request []byte) ([][]byte, error) {
		return b.RequestMany(ctx, subject.Spans, request, answerTime)
	})
}

// FollowHere collects the spans of one process: enough where all services share it, and without a wait.
func FollowHere(ctx context.Context, b *bus.Bus, q telemetry.Question) (*Way, error) {
	return collect(q, func(request []byte) ([][]byte, error) {
		reply, err := b.Request(ctx, subject.Spans, request)
		return [][]byte{reply}, err
	})
}

func collect(q telemetry.Question, ask func(request []byte) ([][]byte, error)) (*Way, error) {
	spans, err := telemetry.Collect(q, func(q telemetry.Question) ([]telemetry.Answer, error) {
		request, err := json.Marshal(q)
		if err != nil {
			return nil, err
		}
		replies, err := ask(request)
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
	return New(spans), nil
}
