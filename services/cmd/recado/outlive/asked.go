package outlive

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Asked is one question at a web chat's completions, whose answer comes as events.
type Asked struct {
	body  io.ReadCloser
	lines *bufio.Scanner
}

// Event is what of an event its reader may want.
type Event struct {
	Name    string `json:"-"`
	Text    string `json:"text"`
	Tool    string `json:"name"`
	State   string `json:"state"`
	Message string `json:"message"`
	LogID   string `json:"log_id"`
}

// Ask opens a session at an account and asks; the answer is followed until Close.
func Ask(ctx context.Context, door, account, text string) (*Asked, error) {
	door += "/chat/" + account
	opened, err := post(ctx, door+"/sessions", "", nil)
	if err != nil {
		return nil, err
	}
	var session struct{ Token string }
	err = json.NewDecoder(opened).Decode(&session)
	if _ = opened.Close(); err != nil {
		return nil, fmt.Errorf("open a session: %w", err)
	}
	body, err := json.Marshal(map[string]string{"client_msg_id": "c-1", "text": text})
	if err != nil {
		return nil, err
	}
	answer, err := post(ctx, door+"/completions", session.Token, body)
	if err != nil {
		return nil, err
	}
	return &Asked{body: answer, lines: bufio.NewScanner(answer)}, nil
}

func post(ctx context.Context, url, token string, body []byte) (io.ReadCloser, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= http.StatusBadRequest {
		said, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
		_ = answer.Body.Close()
		return nil, fmt.Errorf("POST %s: %s: %s", url, answer.Status, bytes.TrimSpace(said))
	}
	return answer.Body, nil
}

// Next returns the next event, or io.EOF after the last.
func (a *Asked) Next() (e Event, err error) {
	for a.lines.Scan() {
		switch field, value, _ := strings.Cut(a.lines.Text(), ": "); field {
		case "event":
			e.Name = value
		case "data":
			return e, json.Unmarshal([]byte(value), &e)
		}
	}
	if err := a.lines.Err(); err != nil {
		return e, err
	}
	return e, io.EOF
}

// Close hangs up.
func (a *Asked) Close() { _ = a.body.Close() }
