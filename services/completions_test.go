package services_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	neturl "net/url"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/llmtest"
	"github.com/recado/recado/services/ingest/completion"
)

// caller is a program that asks one message at a time in a web chat session.
type caller struct {
	l       *lab
	account string
	Session string `json:"session_id"`
	Token   string `json:"token"`
}

func (l *lab) caller(t *testing.T, account string) *caller {
	t.Helper()
	c := &caller{l: l, account: account}
	res := c.post(t, "sessions", "{}")
	defer func() { _ = res.Body.Close() }()
	if err := json.NewDecoder(res.Body).Decode(c); err != nil || res.StatusCode != http.StatusCreated {
		t.Fatalf("open a session: %d, %v", res.StatusCode, err)
	}
	return c
}

// doorAnswer is what a door answers; it is closed with the test.
type doorAnswer struct {
	StatusCode int
	Body       io.ReadCloser
}

func (c *caller) post(t *testing.T, door, body string) doorAnswer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.l.URL+"/chat/"+c.account+"/"+door, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.Token)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return doorAnswer{res.StatusCode, res.Body}
}

// heard is what a caller has read of one answer.
type heard struct {
	status int
	names  string // of the events, in order
	text   string // of the chunks since the last reset
	tools  string
	done   completion.DoneData
	failed completion.ErrorData
}

func (c *caller) ask(t *testing.T, id, text string) heard {
	t.Helper()
	return read(t, c.post(t, "completions", fmt.Sprintf(`{"client_msg_id":%q,"text":%q}`, id, text)))
}

// read reads server-sent events to their end.
func read(t *testing.T, res doorAnswer) heard {
	t.Helper()
	defer func() { _ = res.Body.Close() }()
	h, name, names := heard{status: res.StatusCode}, "", []string(nil)
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "event":
			name, names = value, append(names, value)
		case "data":
			h.take(t, name, []byte(value))
		}
	}
	h.names = strings.Join(names, " ")
	return h
}

func (h *heard) take(t *testing.T, name string, data []byte) {
	t.Helper()
	var piece struct{ Text, Name, State string }
	var into any = &piece
	switch name {
	case completion.Done:
		into = &h.done
	case completion.Failed:
		into = &h.failed
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %s: %v", name, data, err)
	}
	switch name {
	case completion.Chunk, completion.Cached:
		h.text += piece.Text
	case completion.Reset:
		h.text = ""
	case completion.Tool:
		h.tools += piece.Name + " " + piece.State + " "
	}
}

func TestAQuestionIsAnsweredOverServerSentEvents(t *testing.T) {
	t.Parallel()
	l := newLab(t, "testdata/shop-a.yaml")
	c := l.caller(t, "shop-a-site")
	got := c.ask(t, "c-1", "¿Cuánto cuesta la limpieza dental?")
	if got.status != http.StatusOK || !strings.HasPrefix(got.names, "mode tool tool") || !strings.HasSuffix(got.names, "chunk done") {
		t.Errorf("got %d %s", got.status, got.names)
	}
	if got.text != got.done.Text || !strings.Contains(got.text, "800") || got.done.Mode != "rules" || got.done.Outcome != completion.Replied {
		t.Errorf("got %q, %+v", got.text, got.done)
	}
	var log string
	l.db.QueryRow(t, `SELECT id::text FROM chat.replies WHERE tenant_id = 'shop-a'`, nil, &log)
	if got.done.LogID != log || got.done.TurnID == "" || len(got.done.TraceID) != 32 || got.done.EventID == 0 {
		t.Errorf("got %+v, the log has %s", got.done, log)
	}
	again := c.ask(t, "c-1", "¿Cuánto cuesta la limpieza dental?")
	if fmt.Sprint(again.done) != fmt.Sprint(got.done) || again.text != got.text {
		t.Errorf("asked again: %s %+v, want %+v", again.names, again.done, got.done)
	}
	var turns int
	l.db.QueryRow(t, `SELECT count(*) FROM chat.turns WHERE tenant_id = 'shop-a'`, nil, &turns)
	if turns != 1 {
		t.Errorf("got %d turns, want 1", turns)
	}
	res := c.post(t, "completions", `{"client_msg_id":"c-2","text":"¿Dónde están?","stream":false}`)
	var whole completion.DoneData
	err := json.NewDecoder(res.Body).Decode(&whole)
	if _ = res.Body.Close(); err != nil || res.StatusCode != http.StatusOK || !strings.Contains(whole.Text, "Calle Inventada 10") {
		t.Errorf("as one JSON: %d %+v, %v", res.StatusCode, whole, err)
	}
}

// modelled starts a lab whose tenant asks a model.
func modelled(t *testing.T, url string) *lab {
	t.Helper()
	return newLabWith(t, map[string]string{
		"RECADO_LLM_BASE_URL": url, "RECADO_LLM_MODEL": "test-model", "RECADO_LLM_API_KEY": "test-key",
	}, "testdata/streamed.yaml")
}

// gated is a model that begins to answer when the gate opens.
func gated(t *testing.T, model *llmtest.Server, gate <-chan struct{}) (url string) {
	t.Helper()
	to, err := neturl.Parse(strings.TrimSuffix(model.URL, "/v1"))
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.FlushInterval = -1
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-gate:
			proxy.ServeHTTP(w, r)
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(server.Close)
	return server.URL + "/v1"
}

func TestAModelsDraftIsStreamedAndEndsInTheCommittedReply(t *testing.T) {
	t.Parallel()
	model := llmtest.New(t,
		llmtest.Reply{ToolCalls: []llm.ToolCall{{ID: "call-1", Name: "list_services", Arguments: json.RawMessage(`{}`)}}},
		llmtest.Reply{Text: "¡Claro que sí! Tenemos limpieza dental por $800. ¿Te ayudo con algo más?"})
	l := modelled(t, model.URL)
	c := l.caller(t, "streamed-site")
	got := c.ask(t, "c-1", "¿Qué servicios tienen?")
	if want := "mode thinking tool tool thinking chunk chunk"; !strings.HasPrefix(got.names, want) || strings.Contains(got.names, "reset") {
		t.Errorf("got %s, want %s …", got.names, want)
	}
	if got.text != got.done.Text || !strings.Contains(got.text, "$800") || got.done.Mode != "ai" {
		t.Errorf("got %q, %+v", got.text, got.done)
	}
	if got.tools != "list_services started list_services ended " || got.done.Tokens.Input != 22 || got.done.Tokens.Output != 14 {
		t.Errorf("got %s, %+v", got.tools, got.done.Tokens)
	}
}

func TestAnAnswerThatWasFoundBeforeIsOneEvent(t *testing.T) {
	t.Parallel()
	model := llmtest.New(t,
		llmtest.Reply{ToolCalls: []llm.ToolCall{{ID: "call-1", Name: "list_services", Arguments: json.RawMessage(`{}`)}}},
		llmtest.Reply{Text: "La limpieza dental cuesta $800 MXN."})
	l := modelled(t, model.URL)
	first := l.caller(t, "streamed-site").ask(t, "c-1", "¿Cuánto cuesta la limpieza dental?")
	asked := len(model.Requests())
	again := l.caller(t, "streamed-site").ask(t, "c-1", "¿Cuánto cuesta la limpieza dental?")
	if again.names != "mode cached done" || again.text != first.text || again.done.Text != first.done.Text || len(model.Requests()) != asked {
		t.Errorf("first %s %q, then %s %q, %d calls of %d", first.names, first.text, again.names, again.text, len(model.Requests()), asked)
	}
}

func TestADraftThatIsNotSaidIsTakenBack(t *testing.T) {
	t.Parallel()
	invented := llmtest.Reply{Text: "Con mucho gusto te ayudo. La corona dental cuesta $4,350 en total. Te esperamos."}
	l := modelled(t, llmtest.New(t, invented).URL)
	got := l.caller(t, "streamed-site").ask(t, "c-1", "¿Cuánto cuesta una corona dental?")
	if strings.Contains(got.text, "4,350") || got.text != got.done.Text || got.text == "" {
		t.Errorf("%s: got %q, %+v", got.names, got.text, got.done)
	}
	if !strings.Contains(got.names, "chunk reset") {
		t.Errorf("nothing was taken back: %s", got.names)
	}
}

func TestARefusingModelIsToldOfByItsModeAlone(t *testing.T) {
	t.Parallel()
	l := modelled(t, llmtest.New(t, llmtest.Reply{Status: http.StatusUnauthorized, Code: "invalid_api_key"}).URL)
	got := l.caller(t, "streamed-site").ask(t, "c-1", "¿Cuánto cuesta la limpieza dental?")
	if !strings.HasPrefix(got.names, "mode thinking mode") || got.done.Mode != "rules" || !strings.Contains(got.text, "800") {
		t.Errorf("got %s, %q, %+v", got.names, got.text, got.done)
	}
}

func TestMessagesThatAreJoinedAreAnsweredTogether(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{})
	l := modelled(t, gated(t, llmtest.New(t, llmtest.Reply{Text: "¡Hola! Con mucho gusto te ayudo."}), gate))
	c := l.caller(t, "streamed-site")
	answers := make(chan heard, 2)
	waiting := func(id, text string, n int) {
		res := c.post(t, "completions", fmt.Sprintf(`{"client_msg_id":%q,"text":%q}`, id, text))
		go func() { answers <- read(t, res) }()
		bustest.Eventually(t, "the message to wait for its answer", func() bool {
			var waits int
			l.db.QueryRow(t, `SELECT count(*) FROM chat.messages WHERE tenant_id = 'streamed' AND ended IS NULL`, nil, &waits)
			return waits == n
		})
	}
	waiting("c-1", "Hola", 1)
	waiting("c-2", "¿Me ayudan con una duda?", 2)
	close(gate)
	second := <-answers
	got := <-answers
	if got.done.TurnID != second.done.TurnID || got.done.LogID != second.done.LogID || got.text != second.text || got.text == "" {
		t.Errorf("the first: %s %+v; the second: %s %+v", got.names, got.done, second.names, second.done)
	}
	var replies int
	l.db.QueryRow(t, `SELECT count(*) FROM chat.replies WHERE tenant_id = 'streamed'`, nil, &replies)
	if replies != 1 {
		t.Errorf("got %d replies, want 1", replies)
	}
}

func TestASessionHearsNobodyElsesAnswer(t *testing.T) {
	t.Parallel()
	l := newLab(t, "testdata/shop-a.yaml", "testdata/streamed.yaml")
	mine, other := l.caller(t, "shop-a-site"), l.caller(t, "streamed-site")
	foreign := mine.post(t, "completions", fmt.Sprintf(`{"client_msg_id":"c-1","text":"hola","session_id":%q}`, other.Session))
	if _ = foreign.Body.Close(); foreign.StatusCode != http.StatusUnauthorized {
		t.Errorf("another's session: got %d", foreign.StatusCode)
	}
	thief := &caller{l: l, account: other.account, Token: mine.Token}
	if got := thief.ask(t, "c-1", "hola"); got.status != http.StatusUnauthorized {
		t.Errorf("another tenant's account: got %d", got.status)
	}
	answers := make(chan heard, 1)
	res := mine.post(t, "completions", `{"client_msg_id":"c-1","text":"¿Cuánto cuesta la limpieza dental?"}`)
	go func() { answers <- read(t, res) }()
	theirs := other.ask(t, "c-1", "¿Dónde están?")
	own := <-answers
	if !strings.Contains(own.text, "800") || strings.Contains(own.text, "Calle") || !strings.Contains(theirs.text, "Calle") || strings.Contains(theirs.text, "800") {
		t.Errorf("mine %q, theirs %q", own.text, theirs.text)
	}
}

func TestAPersonsConversationEndsAnAnswerAtOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t, "testdata/shop-a.yaml")
	c := l.caller(t, "shop-a-site")
	c.ask(t, "c-1", "hola")
	var contact string
	l.db.QueryRow(t, `SELECT contact_id::text FROM chat.conversations WHERE tenant_id = 'shop-a'`, nil, &contact)
	l.accepted(t, l.programKey(t, "shop-a"), contact, "person", "Soy Rosa, te atiendo yo.")
	got := c.ask(t, "c-2", "¿Cuánto cuesta la limpieza dental?")
	if got.done.Outcome != completion.Person || got.done.Mode != "person" || got.failed.Code != "" {
		t.Errorf("got %s, %+v", got.names, got.done)
	}
}

func TestAnAnswerThatDoesNotComeHasADefinedEnd(t *testing.T) {
	t.Parallel()
	model := llmtest.New(t, llmtest.Reply{Stalled: true})
	cfg := model.Config()
	l := newLabWith(t, map[string]string{
		"RECADO_LLM_BASE_URL": cfg.BaseURL, "RECADO_LLM_MODEL": cfg.Model, "RECADO_INGEST_CHAT_ANSWER": "1s",
	}, "testdata/streamed.yaml")
	c := l.caller(t, "streamed-site")
	got := c.ask(t, "c-1", "Hola")
	if got.failed.Code != completion.CodeLate || !strings.Contains(got.failed.Message, "conversación") || len(got.failed.TraceID) != 32 {
		t.Errorf("got %s, %+v", got.names, got.failed)
	}
	res := c.post(t, "completions", `{"client_msg_id":"c-1","text":"Hola","stream":false}`)
	body, _ := io.ReadAll(res.Body)
	if _ = res.Body.Close(); res.StatusCode != http.StatusGatewayTimeout {
		t.Errorf("as one JSON: %d %s", res.StatusCode, body)
	}
}
