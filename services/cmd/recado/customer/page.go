package customer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/recado/recado/pkg/channel"
)

const (
	// RequestTimeout is for one request at a door.
	RequestTimeout = 10 * time.Second
	// ReplyTimeout is how long one waits for an answer before something is wrong.
	ReplyTimeout = 30 * time.Second
)

// Page is a web chat page without a browser: one session at an account's door.
type Page struct {
	base    string // <http door>/chat/<account>
	session string
	mu      sync.Mutex
	token   string // a younger one comes now and then
	said    int
	// replies are the finished replies, in order; closed when the stream cannot be followed any more.
	replies chan channel.Frame
	err     error // why replies was closed
}

// OpenPage opens a session and follows its replies until ctx ends.
func OpenPage(ctx context.Context, door, account string) (*Page, error) {
	p := &Page{base: door + "/chat/" + account, replies: make(chan channel.Frame, 64)}
	var opened struct {
		Session string `json:"session_id"`
		Token   string `json:"token"`
	}
	answer, err := p.do(ctx, http.MethodPost, "/sessions", nil)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(answer, &opened); err != nil {
		return nil, fmt.Errorf("open a session: %w", err)
	}
	p.session = opened.Session
	p.renew(opened.Token)
	go func() {
		defer close(p.replies)
		p.err = p.follow(ctx)
	}()
	return p, nil
}

// Say sends a text, or a tap where choice is not empty, and returns the message's id.
func (p *Page) Say(ctx context.Context, text, choice string) (string, error) {
	p.said++
	now := time.Now()
	frame := channel.Frame{
		V: 1, Type: channel.FrameUserMessage, SessionID: p.session, ClientMsgID: "c-" + strconv.Itoa(p.said),
		TS: &now, Text: text, ChoiceID: choice,
	}
	body, err := json.Marshal(frame)
	if err != nil {
		return "", err
	}
	accepted, err := p.do(ctx, http.MethodPost, "/messages", body)
	if err != nil {
		return "", err
	}
	var renewed struct{ Token string }
	if json.Unmarshal(accepted, &renewed) == nil && renewed.Token != "" {
		p.renew(renewed.Token)
	}
	return p.session + "/" + frame.ClientMsgID, nil
}

func (p *Page) renew(token string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.token = token
}

func (p *Page) bearer() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.token
}

func (p *Page) do(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, RequestTimeout)
	defer cancel()
	answer, err := p.request(ctx, method, path, body)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= http.StatusBadRequest {
		return nil, fmt.Errorf("%s %s: %s: %s", method, p.base+path, answer.Status, bytes.TrimSpace(data))
	}
	return data, nil
}

func (p *Page) request(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, p.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if token := p.bearer(); token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	request.Header.Set("Content-Type", "application/json")
	return http.DefaultClient.Do(request)
}

// follow reads the stream of events; a stream that ends is opened again where it ended.
func (p *Page) follow(ctx context.Context) error {
	var last uint64
	for failed := 0; failed < 5; failed++ {
		answer, err := p.request(ctx, http.MethodGet, "/stream?last_event_id="+strconv.FormatUint(last, 10), nil)
		if err == nil && answer.StatusCode == http.StatusOK {
			failed = 0
			last = p.read(answer.Body, last)
		}
		if err == nil {
			_ = answer.Body.Close()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
	return fmt.Errorf("the stream of replies at %s cannot be followed", p.base)
}

func (p *Page) read(stream io.Reader, last uint64) uint64 {
	lines := bufio.NewScanner(stream)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var frame channel.Frame
		if json.Unmarshal([]byte(data), &frame) != nil || frame.Type != channel.FrameDone {
			continue
		}
		last = max(last, frame.EventID)
		select {
		case p.replies <- frame:
		default: // nobody reads: the page is being closed
		}
	}
	return last
}

// Session is the channel's id of who talks.
func (p *Page) Session() string { return p.session }

// Reply waits for the next reply.
func (p *Page) Reply(ctx context.Context) (channel.Frame, error) {
	select {
	case <-ctx.Done():
		return channel.Frame{}, fmt.Errorf("wait for a reply: %w", ctx.Err())
	case frame, ok := <-p.replies:
		if !ok {
			return frame, p.err
		}
		return frame, nil
	}
}

// Replies gives each reply once; it is closed when the stream cannot be followed any more, and Err says why.
func (p *Page) Replies() <-chan channel.Frame { return p.replies }

// Err is why Replies was closed.
func (p *Page) Err() error { return p.err }
