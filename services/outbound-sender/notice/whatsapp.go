package notice

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/outward"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// whatsapp writes to a number of the staff from the tenant's own account. The platform takes a free text only within 24 hours of the
// number's last message to that account.
func (n *Notifier) whatsapp(ctx context.Context, one *notice, to *tenant.Notify) error {
	s, ok := n.Tenants.Get(one.Tenant)
	if !ok {
		return errRemoved
	}
	account, ok := s.Account(channel.WhatsApp{}.Name(), to.Account)
	if !ok {
		return finalError{errors.New("the tenant has no such WhatsApp account")}
	}
	secrets, err := channel.OpenAccess(n.Key, one.Tenant, account)
	if err != nil {
		return finalError{errors.New("the account's secrets do not open: apply the tenant again")}
	}
	text := wordsOf(one, s)
	requests, err := channel.WhatsApp{}.Render(channel.Draft{
		To: channel.Address{Phone: to.WhatsApp}, Language: s.Language,
		Reply: &recadov1.ReplyDrafted{
			Meta: &recadov1.Meta{AccountId: account.ID}, ReplyId: one.ID,
			Content: &recadov1.ReplyContent{Text: text.subject + "\n" + text.body},
		},
	})
	if err != nil || len(requests) != 1 {
		return finalError{errors.New("the notice cannot be written as one message")}
	}
	url := cmp.Or(account.APIURL, n.WhatsAppURL) + requests[0].Path
	req, err := http.NewRequestWithContext(ctx, requests[0].Method, url, bytes.NewReader(requests[0].Body))
	if err != nil {
		return finalError{errors.New("the account's API is no URL")}
	}
	req.Header.Set("Content-Type", "application/json")
	channel.WhatsApp{}.Authorize(req.Header, secrets)
	answer := n.ask(req)
	if errors.Is(answer.Err, outward.ErrPrivate) {
		return finalError{fmt.Errorf("the account's API: %w", outward.ErrPrivate)}
	}
	outcome := channel.WhatsApp{}.Classify(answer)
	switch {
	case outcome.Class == channel.Sent:
		return nil
	case outcome.Class == channel.UseTemplate:
		return finalError{errors.New("WhatsApp wants a template: the number has not written to the account for 24 hours")}
	case outcome.Class.Retry():
		return errors.New("WhatsApp is unavailable")
	}
	return finalError{errors.New("WhatsApp refuses: " + outcome.Class.Reason())}
}

func (n *Notifier) ask(req *http.Request) channel.Answer {
	resp, err := n.api.Do(req)
	if err != nil {
		return channel.Answer{Err: err}
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	return channel.Answer{Status: resp.StatusCode, Header: resp.Header, Body: body, Err: err}
}
