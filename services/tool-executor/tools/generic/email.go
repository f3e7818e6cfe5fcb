package generic

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/recado/recado/pkg/mail"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/attempt"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// SendEmail is send_email: a letter to an address that the tenant's file allows, or to the contact's own.
type SendEmail struct {
	Options
	attempts attempt.Attempts
}

const (
	toContact  = "contact"
	maxSubject = 120 // characters
	maxBody    = 2000
	// maxTenantLetters is how many e-mails of a business go within a day before none goes to a customer's own address any more: a web
	// page makes new customers for nothing, whose own bounds are new with them.
	maxTenantLetters = 200
)

// Spec describes the tool.
func (SendEmail) Spec() tool.Spec {
	return tool.Spec{
		Name: "send_email", Write: true, Confirm: true, Optional: true,
		Description: "Sends an e-mail in the name of the business, after the customer's yes to its words.",
		Parameters:  letterSchema,
		Specialists: tool.Everybody(), Permission: tool.Outside,
		Examples: tool.Examples(`{"to":"contact","subject":"Su cotización","body":"Esto es lo que acordamos."}`),
	}
}

type letter struct {
	To      string `json:"to" required:"true" description:"an allowed address, or contact for the customer's own"`
	Subject string `json:"subject" required:"true" description:"one line"`
	Body    string `json:"body" required:"true" description:"plain text"`
}

var letterSchema = wire.SchemaOf[letter]()

// Call sends a letter at most once.
func (t SendEmail) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	args, refusal := wire.Arguments[letter](c)
	if refusal == nil {
		refusal = args.tidy()
	}
	may := allowed(t.Settings, c.Tenant).Email
	if refusal == nil && !reaches(may, args.To) {
		refusal = invalid("to", "the business allows no such address")
	}
	if refusal == nil && args.To == toContact && c.Channel == webChat {
		refusal = errTyped
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	to := args.To
	allow := func(x *tx) (tool.Result, error) {
		had, err := x.letters(ctx, c)
		if err != nil {
			return tool.Result{}, err
		}
		if refusal := had.refuses(may, args.To); refusal != nil {
			return wire.Refuse(refusal)
		}
		if args.To == toContact {
			to = had.own
		}
		return tool.Result{}, nil
	}
	return atMostOnce(ctx, t.attempts, outgoing{c, allow, func(ctx context.Context) attempt.Outcome {
		sum := sha256.Sum256([]byte(string(c.Tenant) + "/" + c.Key))
		err := t.Mail.Send(ctx, mail.Letter{To: to, ID: hex.EncodeToString(sum[:16]), Subject: args.Subject, Body: args.Body})
		if err != nil {
			return attempt.Outcome{Error: because(err)}
		}
		return attempt.Outcome{Success: true}
	}})
}

// webChat is where anybody says to be anybody.
const webChat = "webchat"

var errTyped = &tool.Error{
	Code: "not_verified", Field: "to", Message: "an address that was typed in the web chat may be anybody's: none is written to",
}

// letters is what was sent within a day, and the contact's own address.
type letters struct {
	here, tenant int // in the conversation, by the business
	own          string
}

func (l letters) refuses(may *tenant.Email, to string) *tool.Error {
	switch own := to == toContact; {
	case l.here >= may.PerDay:
		return &tool.Error{Code: "too_many_emails", Field: "to", Message: "enough e-mails were sent in this conversation today"}
	case own && l.tenant >= maxTenantLetters:
		return &tool.Error{Code: "too_many_emails", Field: "to", Message: "the business sends no more e-mails to customers today"}
	case own && l.own == "":
		return &tool.Error{Code: "not_found", Field: "to", Message: "the customer's address is not known: update_lead_info keeps it"}
	}
	return nil
}

// reaches reports whether the tenant's file allows an address.
func reaches(may *tenant.Email, to string) bool {
	if may == nil {
		return false
	}
	return slices.Contains(may.To, to) || may.Contact && to == toContact
}

// because is what may be told of an error: neither an address nor a server.
func because(err error) string {
	if final, ok := errors.AsType[mail.FinalError](err); ok && final.Unwrap() != nil {
		return "not sent: the e-mail was refused"
	}
	return "not sent: the e-mail server cannot be reached"
}

func (l *letter) tidy() *tool.Error {
	l.To, l.Subject = strings.TrimSpace(l.To), strings.Join(strings.Fields(l.Subject), " ")
	l.Body = strings.TrimSpace(strings.ReplaceAll(l.Body, "\r\n", "\n"))
	control := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }
	switch {
	case l.Subject == "" || utf8.RuneCountInString(l.Subject) > maxSubject:
		return invalid("subject", "expected 1 to 120 characters")
	case l.Body == "" || utf8.RuneCountInString(l.Body) > maxBody:
		return invalid("body", "expected 1 to 2000 characters")
	case strings.ContainsFunc(l.Subject+l.Body, control):
		return invalid("body", "expected plain text")
	}
	return nil
}
