package tools

import (
	"context"
	"time"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/openings"
	"github.com/recado/recado/services/tool-executor/tools/say"
)

// change is a change of an appointment that a policy may forbid.
type change struct {
	policy string // whose words explain the refusal
	notice time.Duration
	say    func(notice time.Duration, lang string) string // where the policy has no words, or in another language
}

func (a appointment) cancelling() change {
	return change{"cancellation", a.cancelNotice, say.TooLateToCancel}
}

func (a appointment) moving() change { return change{"rescheduling", a.moveNotice, say.TooLateToMove} }

// tooLate refuses a change that is nearer to the appointment than the business wants, in the words of its policy.
func (t *Tx) tooLate(ctx context.Context, c tool.Call, a appointment, x change) (*tool.Error, error) {
	if time.Until(a.starts) >= x.notice {
		return nil, nil
	}
	text := x.say(x.notice, c.Language)
	if c.Language == a.tenantLanguage || c.Language == "" {
		policy, err := t.policyWords(ctx, c.Tenant, x.policy)
		if err != nil {
			return nil, err
		}
		if policy != "" {
			text = policy
		}
	}
	return &tool.Error{Code: "outside_policy_window", Field: "appointment_id", Message: text}, nil
}

// room refuses one appointment too many, and one at a time at which the contact has another.
func (t *Tx) room(ctx context.Context, c tool.Call, a *openings.Agenda, b booking) (*tool.Error, error) {
	ahead, err := t.ahead(ctx, c)
	if err != nil {
		return nil, err
	}
	ends := b.starts.Add(time.Duration(b.wish.Minutes) * time.Minute)
	for _, other := range ahead {
		if !other.starts.Before(ends) || !b.starts.Before(other.ends) {
			continue
		}
		allowed, err := tool.Values([]appointmentInfo{other.info()})
		return &tool.Error{
			Code: "already_booked", Field: "time", Message: say.AlreadyBooked(other.said(), c.Language), Allowed: allowed,
		}, err
	}
	if len(ahead) < a.MaxAhead {
		return nil, nil
	}
	return &tool.Error{Code: "too_many_ahead", Message: say.TooMany(a.MaxAhead, c.Language)}, nil
}
