package tools

import (
	"context"
	"net/mail"
	"strings"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/spoken"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// UpdateLeadInfo is update_lead_info: it keeps how a customer is called and reached. It is the only place where clear values of
// personal data are stored.
type UpdateLeadInfo struct{ db *Store }

const (
	maxName  = 120
	maxEmail = 254
	// min and max digits of a telephone number, E.164's included
	minDigits = 7
	maxDigits = 15
)

// Spec describes the tool.
func (UpdateLeadInfo) Spec() tool.Spec {
	return tool.Spec{
		Name: "update_lead_info", Write: true, DryRun: true, Aliases: []string{"update_lead"}, Reveal: []string{"name", "email", "phone"},
		Description: "Keeps the customer's name, e-mail or telephone number, as they gave them in this conversation. " +
			"A token such as [TEL_1] is passed as it is.",
		Parameters:  leadSchema,
		Specialists: tool.Bookers("ordering_restaurant", "urgent_care", "general", "escalation", "invoicing", "greeting"),
		Permission:  tool.Contact,
		Examples:    tool.Examples(`{"name":"Ana","phone":"[TEL_1]"}`),
	}
}

type lead struct {
	Name  string `json:"name" description:"what the customer is called"`
	Email string `json:"email" description:"the customer's e-mail address"`
	Phone string `json:"phone" description:"the customer's telephone number"`
}

var leadSchema = wire.SchemaOf[lead]()

type leadUpdated struct {
	Success bool     `json:"success"`
	Fields  []string `json:"updated_fields"`
}

// Call writes the fields that were given, once a turn.
func (t UpdateLeadInfo) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	l, refusal := wire.Arguments[lead](c)
	if refusal == nil {
		refusal = l.tidy()
	}
	if refusal != nil {
		return wire.Refuse(refusal)
	}
	return t.db.once(ctx, c, func(tx *Tx) (tool.Result, error) {
		if err := tx.keepContact(ctx, c, l); err != nil {
			return tool.Result{}, err
		}
		return wire.Answer(leadUpdated{Success: true, Fields: l.fields()}, wire.Row("contacts", c.ContactID))
	})
}

// tidy brings the fields into the form in which they are stored; a refusal names the field and never its value.
func (l *lead) tidy() *tool.Error {
	l.Name, l.Email, l.Phone = strings.Join(strings.Fields(l.Name), " "), strings.TrimSpace(l.Email), strings.TrimSpace(l.Phone)
	invalid := func(field, message string) *tool.Error {
		return &tool.Error{Code: "invalid_arguments", Field: field, Message: message}
	}
	if l.Email != "" && !plausibleEmail(l.Email) {
		l.Email = spoken.Email(l.Email)
	}
	switch {
	case l.Name+l.Email+l.Phone == "":
		return invalid("", "expected a name, an email or a phone")
	case len(l.Name) > maxName:
		return invalid("name", "expected at most 120 bytes")
	case l.Email != "" && !plausibleEmail(l.Email):
		return invalid("email", "expected an e-mail address")
	}
	if l.Phone != "" {
		said := l.Phone
		if l.Phone = compactPhone(said); l.Phone == "" {
			l.Phone = compactPhone(spoken.Phone(said))
		}
		if l.Phone == "" {
			return invalid("phone", "expected a telephone number of 7 to 15 digits")
		}
	}
	return nil
}

func plausibleEmail(s string) bool {
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || len(s) > maxEmail {
		return false
	}
	_, domain, _ := strings.Cut(s, "@")
	return strings.Contains(strings.Trim(domain, "."), ".")
}

// compactPhone is the number without its separators, empty where it is none.
func compactPhone(s string) string {
	out := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -.()/\u00a0", r) {
			return -1
		}
		return r
	}, s)
	digits := strings.TrimPrefix(out, "+")
	if len(digits) < minDigits || len(digits) > maxDigits || strings.Trim(digits, "0123456789") != "" {
		return ""
	}
	return out
}

func (l *lead) fields() []string {
	out := []string{}
	for _, f := range []struct{ name, value string }{{"name", l.Name}, {"email", l.Email}, {"phone", l.Phone}} {
		if f.value != "" {
			out = append(out, f.name)
		}
	}
	return out
}
