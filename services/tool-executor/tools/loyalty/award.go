package loyalty

import (
	"context"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// Award is award_loyalty_tokens: a program of the business gives tokens. No specialist has it: what customers say earns them nothing.
type Award struct{ data *data }

// Spec describes the tool.
func (Award) Spec() tool.Spec {
	return tool.Spec{
		Name: "award_loyalty_tokens", Write: true, DryRun: true,
		Description: "Gives a contact tokens of a programme, once for each source: again is refused as already_given. For the business's " +
			"programs only: appointments and orders award by themselves.",
		Parameters: awardSchema, Permission: tool.Loyalty,
		Examples: tool.Examples(`{"program_id":"loyalty","contact_id":"01234567-89ab-7def-8123-456789abcdef","tokens":20,` +
			`"transaction_type":"bonus","description":"birthday","source_type":"manual"}`),
	}
}

type award struct {
	ProgramID   string `json:"program_id" required:"true" description:"id of the programme in the tenant's file"`
	ContactID   string `json:"contact_id" required:"true" description:"who gets them"`
	Tokens      int64  `json:"tokens" required:"true" minimum:"1" maximum:"10000"`
	Type        string `json:"transaction_type" required:"true" enum:"earned,bonus"`
	Description string `json:"description" required:"true" description:"what for, in at most 200 letters"`
	SourceType  string `json:"source_type" required:"true" enum:"manual,referral,promotion,appointment,order"`
	SourceID    string `json:"source_id" description:"a UUID: it awards a contact once, an appointment or order anybody once; none is new"`
}

var awardSchema = wire.SchemaOf[award]()

const maxAward, maxDescription = 10_000, 200

type awardedInfo struct {
	Success bool  `json:"success"`
	Balance int64 `json:"balance"`
}

// wrong names the first argument that is.
func (a award) wrong(c tool.Call) *tool.Error {
	invalid := func(field, message string) *tool.Error {
		return &tool.Error{Code: "invalid_arguments", Field: field, Message: message}
	}
	switch {
	case a.ProgramID == "" || len(a.ProgramID) > maxID:
		return invalid("program_id", "expected the id of a programme")
	case a.ContactID != c.ContactID:
		return invalid("contact_id", "expected the contact that the call is about")
	case a.Tokens < 1 || a.Tokens > maxAward:
		return invalid("tokens", "expected a number from 1 to 10000")
	case a.Type != "earned" && a.Type != "bonus":
		return invalid("transaction_type", "expected earned or bonus")
	case !sources[a.SourceType]:
		return invalid("source_type", "expected manual, referral, promotion, appointment or order")
	case a.SourceID != "" && uuid.Validate(a.SourceID) != nil:
		return invalid("source_id", "expected a UUID")
	case len([]rune(a.Description)) > maxDescription:
		return invalid("description", "expected at most 200 letters")
	}
	return nil
}

var sources = map[string]bool{"manual": true, "referral": true, "promotion": true, "appointment": true, "order": true}

var errNotAsked = &tool.Error{Code: "not_allowed", Message: "tokens are earned by visits and orders, and given by the business itself"}

// Call awards once for each source, and says so where that was before.
func (t Award) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[award](c)
	if c.Outside == "" {
		refusal = errNotAsked
	}
	if refusal == nil {
		refusal = args.wrong(c)
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	return t.data.ledger.Once(ctx, c, writing(func(x *tx) (tool.Result, error) {
		p, err := x.program(ctx, c.Tenant)
		if err != nil {
			return tool.Result{}, err
		}
		if p == nil || p.slug != args.ProgramID {
			return wire.RefuseFor("not_found", "program_id", "the business has no such programme", nil)
		}
		source := uuid.NewSHA1(uuid.NameSpaceOID, []byte(c.Key))
		if id := ledger.ID(args.SourceID); id != nil {
			source = *id
		}
		done, balance, err := x.move(ctx, move{
			tenant: c.Tenant, contact: c.ContactID, program: p.id, tokens: args.Tokens, kind: args.Type, source: args.SourceType,
			id: source.String(), description: args.Description,
		})
		switch {
		case err != nil:
			return tool.Result{}, err
		case !done:
			return wire.RefuseFor("already_given", "source_id", "this source has given its tokens already: nothing was given again", nil)
		}
		return wire.Answer(awardedInfo{true, balance}, wire.Row("loyalty_programs", p.slug))
	}))
}
