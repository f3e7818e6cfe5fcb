package notice

import (
	"context"
	"errors"

	"github.com/recado/recado/pkg/mail"
	"github.com/recado/recado/pkg/tenant"
)

// email sends a notice to an address.
func (n *Notifier) email(ctx context.Context, one *notice, to *tenant.Notify) error {
	if !n.Mail.Exists() {
		return finalError{errors.New("no e-mail server: set RECADO_SMTP_URL")}
	}
	s, ok := n.Tenants.Get(one.Tenant)
	if !ok {
		return errRemoved
	}
	text := wordsOf(one, s)
	err := n.Mail.Send(ctx, mail.Letter{To: to.Email, ID: one.ID, Subject: text.subject, Body: text.body})
	if final, ok := errors.AsType[mail.FinalError](err); ok {
		return finalError{final.Unwrap()}
	}
	return err
}
