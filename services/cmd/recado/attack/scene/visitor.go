package scene

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// Visitor is a session of an account's web chat; all that the attacks know of how a page talks to its door is here.
type Visitor struct {
	Client *http.Client

	page, session, token string
	said                 int
}

// OpenSession is the request that opens one.
func OpenSession(page string) Request {
	return Request{Method: http.MethodPost, Path: "/chat/" + page + "/sessions", Header: map[string]string{}}
}

// Visit opens a session at the attack's page.
func (s *Scene) Visit(ctx context.Context, client *http.Client) (*Visitor, error) {
	status, body := s.Send(ctx, client, OpenSession(s.Tenant))
	var opened struct {
		Session string `json:"session_id"`
		Token   string `json:"token"`
	}
	if err := json.Unmarshal(body, &opened); err != nil || status != http.StatusCreated {
		return nil, fmt.Errorf("open a session: %s", Brief(status, body))
	}
	return &Visitor{Client: client, page: s.Tenant, session: opened.Session, token: opened.Token}, nil
}

// Message is the request that posts a frame, or anything.
func (v *Visitor) Message(body []byte) Request {
	return Request{Method: http.MethodPost, Path: "/chat/" + v.page + "/messages", Body: body, Header: map[string]string{
		"Authorization": "Bearer " + v.token, "Content-Type": "application/json",
	}}
}

// Text is the request that says something.
func (v *Visitor) Text(text string) Request {
	v.said++
	body, _ := json.Marshal(map[string]any{ // of strings: it encodes
		"v": 1, "type": "user.message", "session_id": v.session, "client_msg_id": strconv.Itoa(v.said), "text": text,
	})
	return v.Message(body)
}

// Stream is the request that listens to the replies.
func (v *Visitor) Stream(ctx context.Context, door string) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, door+"/chat/"+v.page+"/stream", nil)
	if err == nil {
		r.Header.Set("Authorization", "Bearer "+v.token)
	}
	return r, err
}

// Token is what alone writes to the session and reads it.
func (v *Visitor) Token() string { return v.token }
