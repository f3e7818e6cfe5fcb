package notice

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/recado/recado/pkg/outward"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
)

// Payload is the body of a webhook: no words of the customer and no number.
type Payload struct {
	ID             string    `json:"id"`     // the same for the same notice, however often it is sent
	Notice         string    `json:"notice"` // requested, reminder, last_reminder, danger or trial
	Tenant         string    `json:"tenant"`
	Conversation   string    `json:"conversation_id"`
	Reason         string    `json:"reason"`
	Since          time.Time `json:"since"`
	WaitingMinutes int       `json:"waiting_minutes"`
	Channel        string    `json:"channel"`
	ContactName    string    `json:"contact_name,omitempty"` // as the channel gave it
}

func (n *notice) payload() any {
	if n.Budget != nil {
		return BudgetPayload{ID: n.ID, Notice: n.Kind, Tenant: string(n.Tenant), Budget: n.Budget}
	}
	name := printable(vault.Show(n.Contact, nil))
	if n.About != nil {
		for i := range n.About.Lines {
			n.About.Lines[i].Notes = vault.Show(n.About.Lines[i].Notes, nil)
		}
		p := ChangePayload{
			ID: n.ID, Notice: n.Kind, Tenant: string(n.Tenant), Order: n.Subject, Channel: n.Channel, ContactName: name, About: n.About,
		}
		if n.Kind == appointmentCancelled {
			p.Order, p.Appointment = "", n.Subject
		}
		return p
	}
	return Payload{
		ID: n.ID, Notice: n.Kind, Tenant: string(n.Tenant), Conversation: n.Conversation, Reason: n.Reason, Since: n.Since.UTC(),
		WaitingMinutes: n.minutes(), Channel: n.Channel, ContactName: name,
	}
}

func (n *notice) minutes() int { return max(0, int(time.Since(n.Since).Minutes())) }

// Sign is the signature of a webhook: HMAC-SHA256 of the timestamp, a point and the body, in hex.
func Sign(secret []byte, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, secret)
	_, _ = mac.Write([]byte(timestamp + "."))
	_, _ = mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// webhook posts the payload, signed.
func (n *Notifier) webhook(ctx context.Context, one *notice, to *tenant.Notify) error {
	secret, err := n.Key.Derive(seal.PurposeNotify).Open(to.Secret, tenant.NotifyBound(one.Tenant, to.Webhook))
	if err != nil {
		return finalError{errors.New("the webhook's secret does not open: apply the tenant again")}
	}
	body, err := json.Marshal(one.payload())
	if err != nil {
		return finalError{err}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to.Webhook, bytes.NewReader(body))
	if err != nil {
		return finalError{errors.New("the webhook is no URL")}
	}
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Recado")
	req.Header.Set("Recado-Notice", one.ID)
	req.Header.Set("Recado-Timestamp", timestamp)
	req.Header.Set("Recado-Signature", Sign(secret, timestamp, body))
	resp, err := n.http.Do(req)
	if err != nil {
		if errors.Is(err, outward.ErrPrivate) {
			return finalError{fmt.Errorf("the webhook: %w", outward.ErrPrivate)}
		}
		return errors.New("the webhook cannot be reached") // the error of package http holds the URL
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
	return answered(resp.StatusCode)
}

// answered judges a webhook's answer.
func answered(status int) error {
	err := fmt.Errorf("the webhook answered %d", status)
	switch {
	case status >= 200 && status < 300:
		return nil
	case status >= 500, status == http.StatusTooManyRequests, status == http.StatusRequestTimeout:
		return err
	}
	return finalError{err}
}
