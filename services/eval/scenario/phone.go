package scenario

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/identity"
)

// phone is a customer's WhatsApp, and the business's own: it posts signed webhooks as the provider would.
type phone struct {
	door, account, secret, number string
	client                        *http.Client
	sent                          int
	ids                           *identity.Tenant // of the business
}

const doorTimeout = 10 * time.Second

type webhook = map[string]any

// say posts a text and returns the message's id as Recado has it.
func (p *phone) say(ctx context.Context, text string) (string, error) {
	return p.message(ctx, webhook{"type": "text", "text": webhook{"body": text}})
}

// tap posts a tap on something that was, or was never, offered.
func (p *phone) tap(ctx context.Context, id, label string) (string, error) {
	choice := webhook{"id": id, "title": label}
	return p.message(ctx, webhook{"type": "interactive", "interactive": webhook{"type": "list_reply", "list_reply": choice}})
}

func (p *phone) message(ctx context.Context, m webhook) (string, error) {
	m["from"] = p.number
	return p.post(ctx, "messages", m, webhook{"contacts": []webhook{{"profile": webhook{"name": "Prueba"}, "wa_id": p.number}}})
}

// echo posts what a person of the business has typed on the phone.
func (p *phone) echo(ctx context.Context, text string) (string, error) {
	m := webhook{"from": p.account, "to": p.number, "type": "text", "text": webhook{"body": text}}
	return p.post(ctx, "smb_message_echoes", m, webhook{})
}

func (p *phone) post(ctx context.Context, field string, m, value webhook) (string, error) {
	p.sent++
	id := fmt.Sprintf("wamid.%s.%d", p.account, p.sent)
	m["id"], m["timestamp"] = id, strconv.FormatInt(time.Now().Unix(), 10)
	value["messaging_product"] = "whatsapp"
	value["metadata"] = webhook{"display_phone_number": p.account, "phone_number_id": p.account}
	value[map[string]string{"messages": "messages", "smb_message_echoes": "message_echoes"}[field]] = []webhook{m}
	body, err := json.Marshal(webhook{"object": "whatsapp_business_account", "entry": []webhook{{
		"id": "1", "changes": []webhook{{"field": field, "value": value}},
	}}})
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, doorTimeout)
	defer cancel()
	for {
		status, err := p.try(ctx, body)
		if err != nil {
			return "", err
		}
		switch status {
		case http.StatusOK:
			return p.ids.MessageID(id), nil
		case http.StatusNotFound, http.StatusServiceUnavailable: // the account's settings are on their way
		default:
			return "", fmt.Errorf("the webhook was answered %d", status)
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("the webhook was answered %d: %w", status, ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (p *phone) try(ctx context.Context, body []byte) (int, error) {
	url := p.door + "/webhooks/whatsapp/" + p.account
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Hub-Signature-256", sandbox.Sign(p.secret, body))
	answer, err := p.client.Do(req)
	if err != nil {
		return 0, fmt.Errorf("post a webhook: %w", err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode, nil
}
