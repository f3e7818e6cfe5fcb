package sandbox

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"time"
)

// Sign returns the X-Hub-Signature-256 value of a body.
func Sign(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// reportLater sends statuses one after another, each after a wait of its own.
func (s *Server) reportLater(sent Sent, statuses ...string) {
	waits := make([]time.Duration, len(statuses))
	s.mu.Lock()
	for i := range waits {
		waits[i] = s.opts.MinDelay + time.Duration(s.random.Int64N(int64(s.opts.MaxDelay-s.opts.MinDelay)+1))
	}
	s.mu.Unlock()
	s.work.Go(func() {
		for i, status := range statuses {
			if !s.pause(waits[i]) {
				return
			}
			s.report(sent, status)
		}
	})
}

// statusTries and statusPause are how often and how far apart a refused webhook is sent again; the real platform goes on for days.
const (
	statusTries = 60
	statusPause = time.Second
)

// report posts one signed status webhook.
func (s *Server) report(sent Sent, status string) {
	s.mu.Lock()
	account, known := s.accounts[sent.Account]
	s.mu.Unlock()
	if !known || account.WebhookURL == "" {
		return
	}
	body, err := json.Marshal(statusBody(sent, status))
	if err != nil {
		return
	}
	for range statusTries {
		if s.post(account, body) {
			return
		}
		if !s.pause(statusPause) {
			return
		}
	}
}

// pause waits; false when the sandbox closes meanwhile.
func (s *Server) pause(d time.Duration) bool {
	select {
	case <-s.done:
		return false
	case <-time.After(d):
		return true
	}
}

// post returns false when the webhook should be sent again.
func (s *Server) post(account Account, body []byte) bool {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, account.WebhookURL, bytes.NewReader(body))
	if err != nil {
		return true
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Hub-Signature-256", Sign(account.AppSecret, body))
	resp, err := s.client.Do(req)
	if err != nil {
		return false
	}
	_ = resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

func statusBody(sent Sent, status string) map[string]any {
	return map[string]any{"object": "whatsapp_business_account", "entry": []any{map[string]any{"id": "1", "changes": []any{map[string]any{
		"field": "messages",
		"value": map[string]any{
			"messaging_product": "whatsapp",
			"metadata":          map[string]string{"display_phone_number": sent.Account, "phone_number_id": sent.Account},
			"statuses": []any{map[string]any{
				"id": sent.ProviderID, "status": status, "timestamp": strconv.FormatInt(time.Now().Unix(), 10),
				"recipient_id": sent.To, "biz_opaque_callback_data": sent.CallbackData,
			}},
		},
	}}}}}
}
