// Package customer plays the people who write to a tenant: one with WhatsApp, one on a page with a web chat.
package customer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/recado/recado/pkg/channel/sandbox"
)

// Phone is a customer's WhatsApp: it posts signed webhooks as the provider would.
type Phone struct {
	Door    string // HTTP door of ingest
	Account string // phone number id of the business
	Secret  string // app secret
	Number  string
	Name    string
	Client  *http.Client
}

// Say posts a text and returns when the webhook is accepted.
func (p Phone) Say(ctx context.Context, id, text string) error {
	return p.post(ctx, map[string]any{
		"from": p.Number, "id": id, "timestamp": strconv.FormatInt(time.Now().Unix(), 10), "type": "text",
		"text": map[string]string{"body": text},
	})
}

func (p Phone) post(ctx context.Context, message map[string]any) error {
	type object = map[string]any
	body, err := json.Marshal(object{"object": "whatsapp_business_account", "entry": []object{{
		"id": "100", "changes": []object{{"field": "messages", "value": object{
			"messaging_product": "whatsapp",
			"metadata":          object{"display_phone_number": "15550000000", "phone_number_id": p.Account},
			"contacts":          []object{{"profile": object{"name": p.Name}, "wa_id": p.Number}},
			"messages":          []object{message},
		}}},
	}}})
	if err != nil {
		return err
	}
	url := p.Door + "/webhooks/whatsapp/" + p.Account
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Hub-Signature-256", sandbox.Sign(p.Secret, body))
	answer, err := p.Client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	reason, err := io.ReadAll(io.LimitReader(answer.Body, 4<<10))
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s: %s", url, answer.Status, bytes.TrimSpace(reason))
	}
	return nil
}
