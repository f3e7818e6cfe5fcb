package sandbox

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// outMessage is what a send call carries, as far as the sandbox looks at it.
type outMessage struct {
	Product   string `json:"messaging_product"`
	To        string `json:"to"`
	Recipient string `json:"recipient"`
	Type      string `json:"type"`
	Status    string `json:"status"`
	MessageID string `json:"message_id"`
	Indicator *struct {
		Type string `json:"type"`
	} `json:"typing_indicator"`
	Text *struct {
		Body string `json:"body"`
	} `json:"text"`
	Interactive *struct {
		Body struct {
			Text string `json:"text"`
		} `json:"body"`
		Action struct {
			Buttons []struct {
				Reply row `json:"reply"`
			} `json:"buttons"`
			Sections []struct {
				Rows []row `json:"rows"`
			} `json:"sections"`
		} `json:"action"`
	} `json:"interactive"`
	CallbackData string `json:"biz_opaque_callback_data"`
}

type row struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

const maxBody = 1 << 20

func (s *Server) messages(w http.ResponseWriter, r *http.Request) {
	m, err := readMessage(r)
	if err != nil {
		refuse(w, http.StatusBadRequest, 100, err.Error())
		return
	}
	if m.Status == "read" {
		if !s.authorized(r) {
			refuse(w, http.StatusUnauthorized, 190, "the access token is wrong")
			return
		}
		s.markRead(Typing{Account: r.PathValue("account"), MessageID: m.MessageID, Shown: m.Indicator != nil})
		writeJSON(w, http.StatusOK, map[string]any{"success": true})
		return
	}
	fault := s.next()
	if !s.authorized(r) {
		fault = BadToken
	}
	if no, ok := refusals[fault]; ok {
		refuse(w, no.status, no.code, no.text)
		return
	}
	if fault == Lost {
		s.cut(r)
	}
	sent := s.accept(r.PathValue("account"), m, fault) //nolint:contextcheck // a status outlives the call that it reports on
	if fault == Timeout {
		s.cut(r)
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"messaging_product": "whatsapp",
		"contacts":          []any{map[string]string{"input": sent.To, "wa_id": m.To, "user_id": m.Recipient}},
		"messages":          []any{map[string]string{"id": sent.ProviderID, "message_status": "accepted"}},
	})
}

// authorized reports whether the call has its account's token.
func (s *Server) authorized(r *http.Request) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	token := s.accounts[r.PathValue("account")].AccessToken
	return token == "" || r.Header.Get("Authorization") == "Bearer "+token
}

// cut hangs, then drops the connection without an answer.
func (s *Server) cut(r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-time.After(s.opts.Timeout):
	}
	panic(http.ErrAbortHandler)
}

// accept records a message and lets its statuses follow.
func (s *Server) accept(account string, m outMessage, fault Fault) Sent {
	sent := Sent{
		At: time.Now(), Account: account, To: m.To, Type: m.Type, Text: m.text(),
		CallbackData: m.CallbackData, ProviderID: newProviderID(cmp.Or(m.To, m.Recipient)), Withheld: fault == NoStatus,
	}
	sent.Choices, sent.Labels = m.choices()
	if sent.To == "" {
		sent.To = m.Recipient
	}
	s.remember(sent)
	switch fault {
	case NoStatus:
	case EarlyStatus:
		s.report(sent, "sent")
		s.reportLater(sent, "delivered", "read")
	default:
		s.reportLater(sent, "sent", "delivered", "read")
	}
	return sent
}

func readMessage(r *http.Request) (m outMessage, err error) {
	if !strings.HasPrefix(r.Header.Get("Authorization"), "Bearer ") {
		return m, errors.New("an access token is required")
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil {
		return m, fmt.Errorf("read body: %w", err)
	}
	if err := json.Unmarshal(body, &m); err != nil {
		return m, errors.New("the body is not JSON")
	}
	switch {
	case m.Product != "whatsapp":
		return m, errors.New("messaging_product must be whatsapp")
	case m.Status == "read" && !strings.HasPrefix(m.MessageID, "wamid."):
		return m, errors.New("message_id must be a message's id")
	case m.Status == "read":
		return m, nil
	case m.To == "" && m.Recipient == "":
		return m, errors.New("to or recipient is required")
	case len([]rune(m.text())) > 4096 || m.text() == "":
		return m, errors.New("text.body must be 1 to 4096 characters long")
	}
	return m, nil
}

func (m outMessage) text() string {
	switch {
	case m.Text != nil:
		return m.Text.Body
	case m.Interactive != nil:
		return m.Interactive.Body.Text
	}
	return ""
}

// choices returns what can be tapped: the ids, and what the customer reads for each.
func (m outMessage) choices() (ids, labels []string) {
	if m.Interactive == nil {
		return nil, nil
	}
	add := func(r row) {
		ids = append(ids, r.ID)
		labels = append(labels, strings.TrimSpace(r.Title+" "+r.Description))
	}
	for _, b := range m.Interactive.Action.Buttons {
		add(b.Reply)
	}
	for _, section := range m.Interactive.Action.Sections {
		for _, r := range section.Rows {
			add(r)
		}
	}
	return ids, labels
}

func refuse(w http.ResponseWriter, status, code int, text string) {
	writeJSON(w, status, map[string]any{"error": map[string]any{
		"message": fmt.Sprintf("(#%d) %s", code, text), "type": "OAuthException", "code": code, "fbtrace_id": "sandbox",
	}})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the caller may be gone
}
