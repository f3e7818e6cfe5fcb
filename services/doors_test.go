package services_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func TestAQuestionInTheWebChatIsAnsweredOnItsStream(t *testing.T) {
	t.Parallel()
	l := newLab(t, "testdata/shop-a.yaml")
	if data := l.chatAnswer(t, "¿Cuánto cuesta la limpieza?"); !strings.Contains(data, "$800") {
		t.Errorf("got %s", data)
	}
}

// chatAnswer says something in a new session of the web chat and returns the frame that ends the answer.
func (l *lab) chatAnswer(t *testing.T, text string) string {
	t.Helper()
	var session struct {
		ID    string `json:"session_id"`
		Token string `json:"token"`
	}
	l.chat(t, http.MethodPost, "/sessions", "", nil, &session)
	stream := l.request(t, http.MethodGet, "/stream?session="+session.ID, session.Token, nil)
	defer func() { _ = stream.Body.Close() }()
	frame := map[string]any{"v": 1, "type": "user.message", "session_id": session.ID, "client_msg_id": "c-1", "text": text}
	l.chat(t, http.MethodPost, "/messages", session.Token, frame, nil)
	for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
		if data, found := strings.CutPrefix(lines.Text(), "data: "); found && strings.Contains(data, channel.FrameDone) {
			return data
		}
	}
	t.Fatal("the stream ended without an answer")
	return ""
}

func (l *lab) request(t *testing.T, method, path, token string, body any) *http.Response {
	t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, l.URL+"/chat/shop-a-site"+path, strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode/100 != 2 {
		t.Fatalf("%s %s answered %d", method, path, answer.StatusCode)
	}
	return answer
}

// chat makes a request and decodes its answer where one is wanted.
func (l *lab) chat(t *testing.T, method, path, token string, body, into any) {
	t.Helper()
	answer := l.request(t, method, path, token, body)
	defer func() { _ = answer.Body.Close() }()
	if into != nil {
		if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAGatewaysMessageIsAnsweredThroughTheGateway(t *testing.T) {
	t.Parallel()
	l := newLab(t, "testdata/shop-a.yaml")
	message := &recadov1.MessageReceived{
		Meta: &recadov1.Meta{
			TenantId: "shop-a", Channel: "pager", AccountId: "shop-a-pager", MessageId: "p-1",
			Contact: &recadov1.Contact{ContactId: "+5215550009"}, OccurredAt: timestamppb.Now(),
		},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: "¿Cuánto cuesta la limpieza?"}}},
	}
	data, err := proto.Marshal(message)
	if err != nil {
		t.Fatal(err)
	}
	for id, body := range map[string][]byte{"garbage": []byte("not protobuf at all"), "p-1": data} {
		if err := l.Bus.PublishRaw(t.Context(), subject.GatewayInbound+".pager.shop-a", id, body); err != nil {
			t.Fatal(err)
		}
	}
	out := bustest.CollectRaw(t, l.Server, subject.Stream(subject.GatewayOutbound), 1)
	var reply recadov1.ReplyDrafted
	if err := proto.Unmarshal(out[0].Data(), &reply); err != nil {
		t.Fatal(err)
	}
	if reply.GetMeta().GetContact().GetContactId() != "+5215550009" || !strings.Contains(reply.GetContent().GetText(), "$800") {
		t.Errorf("got %v", &reply)
	}
	bustest.CollectRaw(t, l.Server, subject.Stream(subject.DeadLetters), 1)
}
