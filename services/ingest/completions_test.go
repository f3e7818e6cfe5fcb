package ingest_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// messageID is the id inside of a visitor's message.
func (v visitor) messageID(id string) string {
	return identity.Bare("shop-a").MessageID(channel.WebchatMessageID(v.SessionID, id))
}

func question(id string) string { return fmt.Sprintf(`{"client_msg_id":%q,"text":"hola"}`, id) }

// await posts a question and returns the answer's status and its events, as <name> <data>, as they come.
func await(t testing.TB, p *apptest.Process, v visitor, body string) (status int, events <-chan string, hangUp func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL+"/chat/"+site+"/completions", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = v.header()
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	out := make(chan string, 64)
	go func() {
		defer close(out)
		lines, name := bufio.NewScanner(res.Body), ""
		for lines.Scan() {
			field, value, _ := strings.Cut(lines.Text(), ": ")
			switch field {
			case "event":
				name = value
			case "data":
				out <- name + " " + value
			}
		}
	}()
	return res.StatusCode, out, cancel
}

// all reads events to their end.
func all(t testing.TB, events <-chan string) (out []string) {
	t.Helper()
	for {
		select {
		case e, open := <-events:
			if !open {
				return out
			}
			out = append(out, e)
		case <-time.After(bustest.Wait):
			t.Fatalf("the answer does not end: %v", out)
		}
	}
}

// tell publishes a live frame of a visitor's conversation.
func tell(t testing.TB, p *apptest.Process, v visitor, f channel.Frame) {
	t.Helper()
	if err := p.Bus.Live(v.conversation(), channel.Live(f)); err != nil {
		t.Fatal(err)
	}
}

func TestCompletionsRefusesWhatTheDoorOfMessagesRefuses(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	other := visit(t, p)
	door, token := p.URL+"/chat/"+site+"/completions", http.Header{}
	for _, tt := range []struct {
		name, method, url, body string
		header                  http.Header
		want                    int
	}{
		{"no token", "POST", door, question("c-1"), nil, 401},
		{"a guessed token", "POST", door, question("c-1"), http.Header{"Authorization": {"Bearer guess"}}, 401},
		{"another's session", "POST", door, `{"client_msg_id":"c-1","text":"hola","session_id":"` + other.SessionID + `"}`, token, 401},
		{"no JSON", "POST", door, "text=hola", token, 400},
		{"no object", "POST", door, `["hola"]`, token, 400},
		{"no text", "POST", door, `{"client_msg_id":"c-1"}`, token, 400},
		{"no id", "POST", door, `{"text":"hola"}`, token, 400},
		{"too long a text", "POST", door, `{"client_msg_id":"c-1","text":"` + strings.Repeat("a", 8001) + `"}`, token, 400},
		{"no message", "POST", door, `{"client_msg_id":"c-1","type":"session.resume"}`, token, 400},
		{"a stream that is no yes or no", "POST", door, `{"client_msg_id":"c-1","text":"hola","stream":"no"}`, token, 400},
		{"too large", "POST", door, strings.Repeat(" ", 64<<10+1), token, 413},
		{"unknown account", "POST", p.URL + "/chat/nobody/completions", question("c-1"), token, 404},
		{"method", "GET", door, "", token, 405},
		{"a foreign page", "POST", door, question("c-1"), http.Header{"Origin": {"https://evil.example"}}, 403},
	} {
		if len(tt.header) == 0 && tt.header != nil { // a session of its own: one may not ask that fast
			tt.header = visit(t, p).header()
		}
		if got := send(t, tt.method, tt.url, tt.header, []byte(tt.body)); got.status != tt.want {
			t.Errorf("%s: got %d %s, want %d", tt.name, got.status, got.body, tt.want)
		}
	}
	if n := bustest.Count(t, server, subject.MessageReceived); n != 0 {
		t.Errorf("%d messages were accepted", n)
	}
}

func TestCompletionsShowsOnlyTheTurnOfItsMessageAndPagesNoneOfItsFrames(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	v, other := visit(t, p), visit(t, p)
	page := listen(t, p, v, "")
	status, events, _ := await(t, p, v, question("c-1"))
	if status != http.StatusOK {
		t.Fatalf("got %d", status)
	}
	mine := channel.FrameProgress{Mode: channel.ModeModel, Answers: []string{v.messageID("c-1")}}
	tell(t, p, v, channel.Frame{Type: channel.FrameDelta, TurnID: "t-0", Text: "De nada. "})
	tell(t, p, other, channel.Frame{Type: channel.FrameMode, TurnID: "t-9", FrameProgress: mine})
	tell(t, p, v, channel.Frame{Type: channel.FrameMode, TurnID: "t-1", FrameProgress: mine})
	tell(t, p, v, channel.Frame{Type: channel.FrameThinking, TurnID: "t-1"})
	tell(t, p, v, channel.Frame{Type: channel.FrameDelta, TurnID: "t-1", Text: "Sí. "})
	got := []string{<-events, <-events, <-events}
	for _, want := range []string{"De nada. ", "Sí. "} { // what the stream stores may overtake what it does not
		if f := next(t, page).frame; f.Type != channel.FrameDelta || f.Text != want {
			t.Errorf("the page is sent %+v", f)
		}
	}
	answer := channel.Frame{
		V: 1, Type: channel.FrameDone, TurnID: "t-1", MessageID: "r-1", Text: "Sí. Abrimos.",
		FrameProgress: channel.FrameProgress{Mode: channel.ModeModel, Answers: mine.Answers, Usage: &channel.Usage{Input: 9, Output: 4}},
	}
	body, _ := json.Marshal(answer)
	if err := p.Bus.PublishRaw(t.Context(), subject.WebchatReply+"."+v.conversation(), "r-1", body); err != nil {
		t.Fatal(err)
	}
	got = append(got, all(t, events)...)
	done := got[len(got)-1]
	want := []string{`mode {"mode":"ai"}`, `thinking {}`, `chunk {"text":"Sí. ","index":0}`, `chunk {"text":"Abrimos.","index":1}`}
	if fmt.Sprint(got[:len(got)-1]) != fmt.Sprint(want) || !strings.Contains(done, `"tokens":{"input":9,"output":4},"log_id":"r-1"`) {
		t.Errorf("got %v", got)
	}
	if strings.Contains(fmt.Sprint(got), mine.Answers[0]) {
		t.Errorf("the message's id inside is told: %v", got)
	}
	if f := next(t, page).frame; f.Type != channel.FrameDone || fmt.Sprint(f.FrameProgress) != fmt.Sprint(channel.FrameProgress{}) {
		t.Errorf("the page is sent %+v, want it as it always was", f)
	}
}

func TestCompletionsLearnsOfASilenceWhoseFrameWasLost(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	p := start(t, server, shop(t))
	stop, err := server.Bus(t, "agent-runner").Answer(subject.TurnAsk+".*", func(_ context.Context, on string, data []byte) []byte {
		var q recadov1.AskTurn
		if proto.Unmarshal(data, &q) != nil || on != subject.TurnAsk+".shop-a" {
			return nil
		}
		told, _ := proto.Marshal(&recadov1.TurnTold{TenantId: "shop-a", MessageId: q.GetMessageId(), Ended: "silent", Reason: "loop", TurnId: "t-1"})
		return told
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	_, events, _ := await(t, p, visit(t, p), question("c-1"))
	got := all(t, events)
	if len(got) != 1 || !strings.HasPrefix(got[0], `done {"outcome":"silent","reason":"loop","text":""`) {
		t.Errorf("got %v", got)
	}
	if n := bustest.Count(t, server, subject.MessageReceived); n != 1 {
		t.Errorf("%d messages were accepted", n)
	}
}

func TestASessionAwaitsThreeAnswersAndTheyGiveTheirPlacesBack(t *testing.T) {
	t.Parallel()
	p := start(t, bustest.New(t), shop(t))
	v := visit(t, p)
	page := listen(t, p, v, "")
	var hangUps []func()
	for n := range 3 {
		status, _, hangUp := await(t, p, v, question(fmt.Sprintf("c-%d", n)))
		if status != http.StatusOK {
			t.Fatalf("answer %d: got %d", n, status)
		}
		hangUps = append(hangUps, hangUp)
	}
	if status, _, _ := await(t, p, v, question("c-3")); status != http.StatusTooManyRequests {
		t.Errorf("a fourth: got %d", status)
	}
	reply(t, p, v, "r-1", "uno")
	if got := next(t, page); got.frame.Text != "uno" {
		t.Errorf("the page got %+v", got)
	}
	for _, hangUp := range hangUps {
		hangUp()
	}
	bustest.Eventually(t, "the places to be free", func() bool {
		status, _, _ := await(t, p, v, question("c-4"))
		return status == http.StatusOK
	})
}

func TestAnswersThatAreAwaitedEndWhenTheServiceStops(t *testing.T) {
	t.Parallel()
	p := start(t, bustest.New(t), shop(t))
	_, events, _ := await(t, p, visit(t, p), question("c-1"))
	p.Stop(t)
	got := all(t, events)
	if len(got) != 1 || !strings.HasPrefix(got[0], `error {"code":"interrupted","message":"Se cortó la conexión.`) {
		t.Errorf("got %v", got)
	}
}
