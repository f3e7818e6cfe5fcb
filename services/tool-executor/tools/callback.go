package tools

import (
	"context"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// RequestCallback is request_callback: it notes that the customer wants to be called. The turn that called it asks for a person, as
// escalate_to_human does; the assistant goes on meanwhile.
type RequestCallback struct{ db *Store }

// maxWhen bounds a wished time, in bytes.
const maxWhen = 200

// Spec describes the tool.
func (RequestCallback) Spec() tool.Spec {
	return tool.Spec{
		Name: "request_callback", Write: true, DryRun: true, Reveal: []string{"phone"},
		Description: "Notes that the customer wants a call from a person of the business. " +
			"Without phone: at the number that is known, or the one of the chat.",
		Parameters:  callbackWishSchema,
		Specialists: tool.Everybody(), Permission: tool.Contact,
		Examples: tool.Examples(`{"when":"mañana por la tarde"}`),
	}
}

type callbackNoted struct {
	Success bool `json:"success"`
}

// callback is a call that was asked for. The number is kept with the contact, where erasing finds it.
type callback struct {
	contact lead
	when    string
}

type callbackWish struct {
	Phone string `json:"phone" description:"the number to call, as the customer gave it"`
	When  string `json:"when" description:"when, in the customer's words"`
}

var callbackWishSchema = wire.SchemaOf[callbackWish]()

// Call notes the call once a turn, or asks for the number where none is known.
func (t RequestCallback) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[callbackWish](c)
	wanted := callback{contact: lead{Phone: args.Phone}, when: args.When}
	switch {
	case refusal != nil:
		return wire.Refuse(refusal)
	case len(args.When) > maxWhen:
		return wire.Refuse(&tool.Error{Code: "invalid_arguments", Field: "when", Message: "expected at most 200 bytes"})
	case args.Phone != "":
		if refusal = wanted.contact.tidy(); refusal != nil {
			return wire.Refuse(refusal)
		}
	}
	return t.db.once(ctx, c, func(tx *Tx) (tool.Result, error) {
		known, err := tx.phoneKnown(ctx, c)
		if err != nil {
			return tool.Result{}, err
		}
		if !known && wanted.contact.Phone == "" {
			return wire.RefuseFor("invalid_arguments", "phone", "expected the number to call: none is known", nil)
		}
		id, err := tx.recordCallback(ctx, c, wanted)
		if err != nil {
			return tool.Result{}, err
		}
		return wire.Answer(callbackNoted{Success: true}, wire.Row("callbacks", id))
	})
}
