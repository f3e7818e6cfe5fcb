package send

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/handoff"
)

// requester asks one of those who answer on a subject.
type requester interface {
	Request(ctx context.Context, subj string, data []byte) ([]byte, error)
}

// Asking has texts masked by sanitize, which has the key that this process lacks.
type Asking struct{ Bus requester }

const (
	// askTimeout is how long sanitize may take.
	askTimeout = 4 * time.Second
	// maxMasked bounds a masked text and its values, in bytes.
	maxMasked = 256 << 10
)

var errForeign = errors.New("the answer is not to the question")

// Screen masks a text; where nobody answers it is bus.ErrUnavailable.
func (a Asking) Screen(ctx context.Context, t handoff.Text) (handoff.Screened, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	question, err := proto.Marshal(&recadov1.ScreenText{
		TenantId: string(t.Tenant), ContactId: t.Contact, Channel: t.Channel, Text: t.Body,
	})
	if err != nil {
		return handoff.Screened{}, fmt.Errorf("encode a text: %w", err)
	}
	data, err := a.Bus.Request(ctx, subject.TextScreen+"."+string(t.Tenant), question)
	if err != nil {
		return handoff.Screened{}, err
	}
	var answer recadov1.TextScreened
	if len(data) > maxMasked || proto.Unmarshal(data, &answer) != nil {
		return handoff.Screened{}, bus.Unavailable(errForeign)
	}
	return screened(t, &answer)
}

// screened takes an answer that is about the same contact, and has a text.
func screened(t handoff.Text, answer *recadov1.TextScreened) (handoff.Screened, error) {
	switch answer.GetOutcome() {
	case recadov1.ScreenOutcome_SCREEN_OUTCOME_SECRET:
		return handoff.Screened{}, handoff.ErrUnsayable
	case recadov1.ScreenOutcome_SCREEN_OUTCOME_SCREENED:
	default:
		return handoff.Screened{}, bus.Unavailable(fmt.Errorf("a text was not masked: %s", answer.GetOutcome()))
	}
	if answer.GetTenantId() != string(t.Tenant) || answer.GetContactId() != t.Contact || answer.GetText() == "" {
		return handoff.Screened{}, bus.Unavailable(errForeign)
	}
	return handoff.Screened{Text: answer.GetText(), PII: answer.GetPii()}, nil
}
