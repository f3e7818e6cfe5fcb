// Package leader asks the leader of a stream for single messages, and destroys them: a replica may not have heard of the newest.
package leader

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Which names one stored message: the newest of a subject, or the first of a subject from a sequence on.
type Which struct {
	Seq  uint64 `json:"seq,omitempty"`
	Last string `json:"last_by_subj,omitempty"`
	Next string `json:"next_by_subj,omitempty"`
}

// Message is a stored message without its data.
type Message struct {
	Subject  string    `json:"subject"`
	Sequence uint64    `json:"seq"`
	Headers  []byte    `json:"hdrs"`
	Time     time.Time `json:"time"`
}

// Ends is the header of a message that ends when this one does; empty where it does not.
func (m Message) Ends(now time.Time) nats.Header {
	out := nats.Header{}
	header, _ := nats.DecodeHeadersMsg(m.Headers) // none is an error, too
	if ttl, err := time.ParseDuration(header.Get(jetstream.MsgTTLHeader)); err == nil {
		left := max(ttl-now.Sub(m.Time), time.Second)
		out.Set(jetstream.MsgTTLHeader, left.Truncate(time.Second).String())
	}
	return out
}

// Get returns a message of a stream, or jetstream.ErrKeyNotFound.
func Get(ctx context.Context, conn *nats.Conn, stream string, which Which) (Message, error) {
	var answer struct {
		Error   *jetstream.APIError `json:"error"`
		Message *Message            `json:"message"`
	}
	if err := ask(ctx, conn, "$JS.API.STREAM.MSG.GET."+stream, which, &answer); err != nil {
		return Message{}, err
	}
	switch {
	case answer.Error != nil && answer.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
		return Message{}, jetstream.ErrKeyNotFound
	case answer.Error != nil:
		return Message{}, answer.Error
	case answer.Message == nil:
		return Message{}, errors.New("the answer has no message")
	}
	return *answer.Message, nil
}

// Erase writes over one message on the servers' disks; one that is gone is no error.
func Erase(ctx context.Context, conn *nats.Conn, stream string, seq uint64) error {
	var answer struct {
		Error *jetstream.APIError `json:"error"`
	}
	err := ask(ctx, conn, "$JS.API.STREAM.MSG.DELETE."+stream, map[string]any{"seq": seq, "no_erase": false}, &answer)
	if err == nil && answer.Error != nil && !gone(answer.Error) {
		err = answer.Error
	}
	return err
}

// gone reports whether a message was not there to be deleted: somebody else was first.
func gone(err *jetstream.APIError) bool {
	return slices.Contains(goneCodes, err.ErrorCode) || err.ErrorCode == deleteFailed && slices.Contains(goneTexts, err.Description)
}

// deleteFailed is the server's code for all other reasons why a message is not deleted; a single node says of one that is gone which.
const deleteFailed = 10057

var goneTexts = []string{"no message found", "deleted message", "stream store EOF"}

// goneCodes are the server's codes for a message that somebody else has deleted.
var goneCodes = []jetstream.ErrorCode{jetstream.JSErrCodeMessageNotFound, 10043}

func ask(ctx context.Context, conn *nats.Conn, subj string, question, answer any) error {
	data, err := json.Marshal(question)
	if err != nil {
		return fmt.Errorf("encode request: %w", err)
	}
	m, err := conn.RequestWithContext(ctx, subj, data)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(m.Data, answer); err != nil {
		return fmt.Errorf("decode answer: %w", err)
	}
	return nil
}
