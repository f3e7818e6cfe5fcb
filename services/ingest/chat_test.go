package ingest_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/channel/channeltest"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

type visitor struct{ SessionID, Token string }

func (v visitor) header() http.Header { return http.Header{"Authorization": {"Bearer " + v.Token}} }

func (v visitor) conversation() string {
	return identity.Bare("shop-a").ConversationID("webchat", site, v.SessionID)
}

func visit(t testing.TB, p *apptest.Process) visitor {
	t.Helper()
	got := send(t, http.MethodPost, p.URL+"/chat/"+site+"/sessions", nil, nil)
	var answer struct {
		SessionID string `json:"session_id"`
		Token     string `json:"token"`
	}
	if err := json.Unmarshal([]byte(got.body), &answer); err != nil || got.status != http.StatusCreated {
		t.Fatalf("got %d %s, %v", got.status, got.body, err)
	}
	return visitor(answer)
}

// say posts the recorded message in a visitor's session.
func say(t testing.TB, p *apptest.Process, v visitor, id string) response {
	t.Helper()
	frame := strings.NewReplacer("ws_01JHSYN", v.SessionID, "c-0001", id).Replace(string(channeltest.Fixture(t, "webchat/in_message.json")))
	return send(t, http.MethodPost, p.URL+"/chat/"+site+"/messages", v.header(), []byte(frame))
}

// reply publishes what outbound-sender does.
func reply(t testing.TB, p *apptest.Process, v visitor, id, text string) {
	t.Helper()
	requests, err := channel.Webchat{}.Render(channel.Draft{To: channel.Address{UserID: v.SessionID}, Reply: &recadov1.ReplyDrafted{
		Meta: &recadov1.Meta{ConversationKey: v.conversation()}, ReplyId: id, TurnId: "t-" + id, Content: &recadov1.ReplyContent{Text: text},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Bus.PublishRaw(t.Context(), requests[0].Subject, id, requests[0].Body); err != nil {
		t.Fatal(err)
	}
}

// ticket asks for what opens a stream once.
func ticket(t testing.TB, p *apptest.Process, v visitor) string {
	t.Helper()
	got := send(t, http.MethodPost, p.URL+"/chat/"+site+"/tickets", v.header(), nil)
	var answer struct{ Ticket string }
	if err := json.Unmarshal([]byte(got.body), &answer); err != nil || got.status != http.StatusCreated || answer.Ticket == "" {
		t.Fatalf("got %d %s, %v", got.status, got.body, err)
	}
	return answer.Ticket
}

// listen opens a stream and returns its frames as they come; each has the id that a browser would remember.
func listen(t testing.TB, p *apptest.Process, v visitor, lastEventID string) <-chan received {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL+"/chat/"+site+"/stream?session="+v.SessionID+"&ticket="+ticket(t, p, v), nil)
	if err != nil {
		t.Fatal(err)
	}
	if lastEventID != "" {
		req.Header.Set("Last-Event-ID", lastEventID)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("got %d %s", res.StatusCode, res.Header.Get("Content-Type"))
	}
	frames := make(chan received, 16)
	go func() {
		defer close(frames)
		lines, id := bufio.NewScanner(res.Body), ""
		for lines.Scan() {
			field, value, _ := strings.Cut(lines.Text(), ": ")
			switch field {
			case "id":
				id = value
			case "data":
				next := received{id: id}
				if json.Unmarshal([]byte(value), &next.frame) == nil {
					frames <- next
				}
				id = ""
			}
		}
	}()
	return frames
}

type received struct {
	id    string
	frame channel.Frame
}

func next(t testing.TB, frames <-chan received) received {
	t.Helper()
	select {
	case f, open := <-frames:
		if !open {
			t.Fatal("the stream ended")
		}
		return f
	case <-time.After(bustest.Wait):
		t.Fatal("no frame came")
	}
	return received{}
}

func TestChatPublishesAMessageOnce(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	v := visit(t, p)
	for range 2 {
		if got := say(t, p, v, "c-1"); got.status != http.StatusAccepted {
			t.Fatalf("got %d %s", got.status, got.body)
		}
	}
	m := bustest.Collect[*recadov1.MessageReceived](t, server, subject.MessageReceived, 1)[0]
	if m.GetContent().GetText().GetBody() != "Do you ship to Canada?" || m.GetMeta().GetConversationKey() != v.conversation() {
		t.Errorf("got %v", m)
	}
	if n := bustest.Count(t, server, subject.MessageReceived); n != 1 {
		t.Errorf("got %d messages, want 1", n)
	}
}

func TestChatStreamsDraftsAndRepliesAndResumes(t *testing.T) {
	t.Parallel()
	p := start(t, bustest.New(t), shop(t))
	v := visit(t, p)
	reply(t, p, v, "r-1", "uno")
	frames := listen(t, p, v, "")
	first := next(t, frames)
	if first.frame.Type != channel.FrameDone || first.frame.Text != "uno" || first.frame.SessionID != v.SessionID || first.id == "" {
		t.Fatalf("got %+v", first)
	}
	if err := p.Bus.Live(v.conversation(), channeltest.Fixture(t, "webchat/out_delta.json")); err != nil {
		t.Fatal(err)
	}
	if delta := next(t, frames); delta.frame.Type != channel.FrameDelta || delta.frame.Text != "Yes, we " || delta.id != "" {
		t.Errorf("got %+v", delta)
	}
	reply(t, p, v, "r-2", "dos")
	second := next(t, frames)
	for _, late := range [][]byte{channel.Delta("t-r-2", 0, "do"), channel.Withdrawn("t-r-3")} {
		if err := p.Bus.Live(v.conversation(), late); err != nil {
			t.Fatal(err)
		}
	}
	if after := next(t, frames); after.frame.Type != channel.FrameWithdrawn || after.frame.TurnID != "t-r-3" {
		t.Errorf("got %+v after the reply", after)
	}
	if second.frame.Text != "dos" || second.id == first.id {
		t.Errorf("got %+v", second)
	}
	if resumed := next(t, listen(t, p, v, first.id)); resumed.frame.Text != "dos" {
		t.Errorf("after %s: got %+v", first.id, resumed)
	}
}

func TestChatKeepsVisitorsApart(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	mine, theirs := visit(t, p), visit(t, p)
	forged := visitor{SessionID: theirs.SessionID, Token: mine.Token}
	if got := say(t, p, forged, "c-1"); got.status != http.StatusUnauthorized {
		t.Errorf("a message in another's session: got %d", got.status)
	}
	for _, query := range []string{"", "?session=" + theirs.SessionID, "?session=" + theirs.SessionID + "&ticket=" + ticket(t, p, mine), "?ticket=guess", "?token=" + mine.Token} {
		if got := send(t, http.MethodGet, p.URL+"/chat/"+site+"/stream"+query, nil, nil); got.status != http.StatusUnauthorized {
			t.Errorf("stream with %q: got %d", query, got.status)
		}
	}
	if n := bustest.Count(t, server, subject.MessageReceived); n != 0 {
		t.Errorf("got %d messages", n)
	}
}

func TestChatAnswersBadInput(t *testing.T) {
	t.Parallel()
	p := start(t, bustest.New(t), shop(t))
	v := visit(t, p)
	messages := p.URL + "/chat/" + site + "/messages"
	tests := []struct {
		name, method, url string
		header            http.Header
		body              string
		want              int
	}{
		{"no token", "POST", messages, nil, "{}", 401},
		{"broken frame", "POST", messages, v.header(), "{", 400},
		{"unknown account", "POST", p.URL + "/chat/nobody/messages", v.header(), "{}", 404},
		{"too large", "POST", messages, v.header(), strings.Repeat(" ", 64<<10+1), 413},
		{"method", "PUT", messages, v.header(), "", 405},
		{"a foreign page", "POST", messages, http.Header{"Origin": {"https://evil.example"}}, "{}", 403},
		{"a wrong event id", "GET", p.URL + "/chat/" + site + "/stream?last_event_id=x", v.header(), "", 400},
	}
	for _, tt := range tests {
		if got := send(t, tt.method, tt.url, tt.header, []byte(tt.body)); got.status != tt.want {
			t.Errorf("%s: got %d %s, want %d", tt.name, got.status, got.body, tt.want)
		}
	}
	preflight := send(t, http.MethodOptions, messages, http.Header{"Origin": {"https://shop.example"}}, nil)
	if preflight.status != http.StatusNoContent || preflight.header.Get("Access-Control-Allow-Origin") != "https://shop.example" {
		t.Errorf("preflight: got %d %v", preflight.status, preflight.header)
	}
}

func TestChatLimitsASessionsMessages(t *testing.T) {
	t.Parallel()
	p := start(t, bustest.New(t), shop(t))
	v := visit(t, p)
	limited := false
	for range 200 {
		if got := send(t, http.MethodPost, p.URL+"/chat/"+site+"/messages", v.header(), []byte("{}")); got.status == http.StatusTooManyRequests {
			limited = got.header.Get("Retry-After") != ""
			break
		}
	}
	if !limited {
		t.Error("200 messages at once were not limited")
	}
	if got := say(t, p, visit(t, p), "c-1"); got.status != http.StatusAccepted {
		t.Errorf("another session pays for it: got %d", got.status)
	}
}

func TestChatStreamsEndWhenTheServiceStops(t *testing.T) {
	t.Parallel()
	p := start(t, bustest.New(t), shop(t))
	v := visit(t, p)
	reply(t, p, v, "r-1", "uno")
	frames := listen(t, p, v, "")
	next(t, frames)
	p.Stop(t)
	select {
	case _, open := <-frames:
		if open {
			t.Error("a frame came after the stop")
		}
	case <-time.After(bustest.Wait):
		t.Error("the stream is still open")
	}
}
