package main

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

// phone is a customer's WhatsApp: it posts signed webhooks as the provider would.
type phone struct {
	door    string // HTTP door of ingest
	account string // phone number id of the business
	secret  string // app secret
	number  string
	name    string
	client  *http.Client
}

// say posts a text and returns when the webhook is accepted.
func (p phone) say(ctx context.Context, id, text string) error {
	return p.post(ctx, map[string]any{
		"from": p.number, "id": id, "timestamp": strconv.FormatInt(time.Now().Unix(), 10), "type": "text",
		"text": map[string]string{"body": text},
	})
}

func (p phone) post(ctx context.Context, message map[string]any) error {
	type object = map[string]any
	body, err := json.Marshal(object{"object": "whatsapp_business_account", "entry": []object{{
		"id": "100", "changes": []object{{"field": "messages", "value": object{
			"messaging_product": "whatsapp",
			"metadata":          object{"display_phone_number": "15550000000", "phone_number_id": p.account},
			"contacts":          []object{{"profile": object{"name": p.name}, "wa_id": p.number}},
			"messages":          []object{message},
		}}},
	}}})
	if err != nil {
		return err
	}
	url := p.door + "/webhooks/whatsapp/" + p.account
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Hub-Signature-256", sandbox.Sign(p.secret, body))
	answer, err := p.client.Do(request)
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
