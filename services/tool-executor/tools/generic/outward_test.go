package generic_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/mail"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/generic"
)

type outcome struct {
	Success bool   `json:"success"`
	Status  int    `json:"status"`
	Body    string `json:"body"`
	Error   string `json:"error"`
}

// program is a program of the business that notes what it was asked.
type program struct {
	*httptest.Server
	mu    sync.Mutex
	asked []*http.Request
	body  []string
}

func newProgram(t *testing.T) *program {
	p := &program{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		p.mu.Lock()
		p.asked, p.body = append(p.asked, r), append(p.body, string(data))
		p.mu.Unlock()
		switch r.URL.Path {
		case "/v1/away":
			http.Redirect(w, r, "http://169.254.169.254/latest", http.StatusFound)
		case "/v1/long":
			w.Header().Set("Content-Type", "text/plain")
			_, _ = io.WriteString(w, strings.Repeat("a", 80<<10))
		case "/v1/picture":
			w.Header().Set("Content-Type", "image/png")
			_, _ = io.WriteString(w, "png")
		default:
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"success":true,"confirmation_message":"Reservado","evidence":[{"id":"x"}],"estado":"lista"}`)
		}
	}))
	t.Cleanup(p.Close)
	return p
}

// allowing lets the workshop ask a program, with or without private addresses.
func (p *program) allow(private bool) func(*lab, *generic.Options) {
	host := strings.TrimPrefix(p.URL, "http://")
	return func(l *lab, o *generic.Options) {
		key, _ := seal.ParseKey(seal.Generate())
		o.Key, o.Private = key, private
		l.settings["taller"].Tools.HTTP = []tenant.HTTPHost{{
			Host: host, Methods: []string{"GET", "POST"}, Paths: "/v1/",
			Secret: key.Derive(seal.PurposeTools).Seal([]byte("secreto del taller"), tenant.ToolBound("taller", host)),
		}}
	}
}

func TestRequestIsSignedAndItsAnswerIsOutsideText(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	l := newLab(t, p.allow(true))
	got, r := call[outcome](t, l, l.turn(t, "taller"), "http_request", `{"method":"GET","url":"`+p.URL+`/v1/reparaciones?folio=7"}`)
	if r.Err != nil || !got.Success || got.Status != 200 || !strings.Contains(got.Body, `"estado":"lista"`) {
		t.Fatalf("got %+v %v", got, r.Err)
	}
	if len(r.Evidence) != 1 || strings.Contains(string(r.JSON), `"confirmation_message":"R`) {
		t.Errorf("the answer speaks for us: %s %v", r.JSON, r.Evidence)
	}
	h := p.asked[0].Header
	want := generic.Sign([]byte("secreto del taller"), h.Get("Recado-Timestamp"), "GET", "/v1/reparaciones?folio=7", nil)
	if h.Get("Recado-Signature") != want || h.Get("Recado-Tenant") != "taller" {
		t.Errorf("signed %q, want %q", h.Get("Recado-Signature"), want)
	}
	for url, says := range map[string]string{"/v1/away": "", "/v1/long": "too long", "/v1/picture": "no text"} {
		got, _ := call[outcome](t, l, l.turn(t, "taller"), "http_request", `{"method":"GET","url":"`+p.URL+url+`"}`)
		if !strings.Contains(got.Error, says) || got.Body != "" {
			t.Errorf("%s: %+v", url, got)
		}
	}
	for _, r := range p.asked {
		if strings.Contains(r.URL.Path, "latest") {
			t.Error("a redirect was followed")
		}
	}
}

func TestWriteIsAskedForAtMostOnce(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	l := newLab(t, p.allow(true))
	c := l.turn(t, "taller")
	args := `{"method":"POST","url":"` + p.URL + `/v1/reparaciones","body":{"falla":"freno"}}`
	for range 3 {
		if got, r := call[outcome](t, l, c, "http_request", args); r.Err != nil || !got.Success {
			t.Fatalf("got %+v %v", got, r.Err)
		}
	}
	if len(p.asked) != 1 || p.body[0] != `{"falla":"freno"}` || p.asked[0].Header.Get("Idempotency-Key") == "" {
		t.Errorf("asked %d times: %v", len(p.asked), p.body)
	}
	c = again(c)
	l.db.Exec(t, `CREATE FUNCTION lost() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''lost''; END';
		CREATE TRIGGER lost BEFORE UPDATE ON business.tool_ledger FOR EACH ROW EXECUTE FUNCTION lost()`)
	c.Tool, c.Arguments = "http_request", []byte(args)
	if _, err := l.byName["http_request"].Call(t.Context(), c); err == nil {
		t.Error("what came of it was not kept, and nobody says so")
	}
	l.db.Exec(t, `DROP TRIGGER lost ON business.tool_ledger`)
	if got, r := call[outcome](t, l, c, "http_request", args); !r.Replayed || got.Success || !strings.Contains(got.Error, "unknown") {
		t.Errorf("after a crash: %+v %v", got, r.Err)
	}
	if len(p.asked) != 2 {
		t.Errorf("asked %d times, want 2", len(p.asked))
	}
}

func TestRequestGoesNowhereElse(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	l := newLab(t, p.allow(true))
	for url, field := range map[string]string{
		"https://otro.example/v1/x": "url", "http://169.254.169.254/latest": "url", "file:///etc/passwd": "url",
		strings.Replace(p.URL, "127.0.0.1", "localhost", 1) + "/v1/x": "url", p.URL + "/admin": "url", p.URL + "/v1/../admin": "url",
		p.URL + "/v1/%2e%2e/admin": "url", strings.Replace(p.URL, "//", "//taller@", 1) + "/v1/x": "url", p.URL + "/v1/x#y": "url",
		"://": "url",
	} {
		_, r := call[outcome](t, l, l.turn(t, "taller"), "http_request", `{"method":"GET","url":"`+url+`"}`)
		if r.Err == nil || r.Err.Field != field {
			t.Errorf("%s: %s %v", url, r.JSON, r.Err)
		}
	}
	for args, field := range map[string]string{
		`{"method":"DELETE","url":"` + p.URL + `/v1/x"}`:             "method",
		`{"method":"GET","url":"` + p.URL + `/v1/x","body":{"a":1}}`: "body",
	} {
		if _, r := call[outcome](t, l, l.turn(t, "taller"), "http_request", args); r.Err == nil || r.Err.Field != field {
			t.Errorf("%s: %v", args, r.Err)
		}
	}
	if _, r := call[outcome](t, l, l.turn(t, "otro"), "http_request", `{"method":"GET","url":"`+p.URL+`/v1/x"}`); r.Err == nil {
		t.Errorf("another tenant asks the same program: %s", r.JSON)
	}
	if len(p.asked) != 0 {
		t.Errorf("asked %d times", len(p.asked))
	}
	inside := newLab(t, p.allow(false))
	got, r := call[outcome](t, inside, inside.turn(t, "taller"), "http_request", `{"method":"GET","url":"`+p.URL+`/v1/x"}`)
	if r.Err != nil || got.Success || !strings.Contains(got.Error, "private") || len(p.asked) != 0 {
		t.Errorf("a private address: %+v %v", got, r.Err)
	}
}

func TestProgramsAreAskedSoOftenADayByOneContactAndByAll(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	l := newLab(t, p.allow(true))
	had := func(contact string, n int, ago string) {
		l.db.Exec(t, `INSERT INTO business.tool_ledger (tenant_id, idempotency_key, tool, contact_id, request_hash, result, created_at)
			SELECT 'taller', gen_random_uuid()::text, 'http_get', $1, '', '{}', now() - $3::interval FROM generate_series(1, $2)`, contact, n, ago)
	}
	get := func(c tool.Call) string {
		_, r := call[outcome](t, l, c, "http_request", `{"method":"GET","url":"`+p.URL+`/v1/x"}`)
		if r.Err != nil {
			return r.Err.Code
		}
		return ""
	}
	ana, beto := l.turn(t, "taller"), l.turn(t, "taller")
	had(ana.ContactID, 59, "23 hours")
	had(ana.ContactID, 100, "25 hours")
	if first, second := get(ana), get(again(ana)); first != "" || second != "too_many_today" {
		t.Errorf("the 60th is %q, the 61st %q", first, second)
	}
	if got := get(beto); got != "" {
		t.Errorf("somebody else's is %q", got)
	}
	had(uuid.NewString(), 5000, "1 hour")
	if got := get(again(beto)); got != "too_many_today" || len(p.asked) != 2 {
		t.Errorf("past the business's bound it is %q, asked %d times", got, len(p.asked))
	}
}

// postman takes e-mails without asking who sends them.
type postman struct {
	net.Listener
	mu    sync.Mutex
	to    []string
	mails []string
}

func newPostman(t *testing.T) *postman {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &postman{Listener: listener}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for conn, err := listener.Accept(); err == nil; conn, err = listener.Accept() {
			go p.serve(conn)
		}
	}()
	return p
}

func (p *postman) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	in := bufio.NewReader(conn)
	_, _ = io.WriteString(conn, "220 hola\r\n")
	for line, err := in.ReadString('\n'); err == nil; line, err = in.ReadString('\n') {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		answer := "250 ok\r\n"
		switch {
		case strings.HasPrefix(verb, "RCPT"):
			p.mu.Lock()
			p.to = append(p.to, strings.Trim(rest, "<>"))
			p.mu.Unlock()
		case verb == "DATA":
			_, _ = io.WriteString(conn, "354 go on\r\n")
			var letter strings.Builder
			for part, err := in.ReadString('\n'); err == nil && part != ".\r\n"; part, err = in.ReadString('\n') {
				letter.WriteString(part)
			}
			p.mu.Lock()
			p.mails = append(p.mails, letter.String())
			p.mu.Unlock()
		case verb == "QUIT":
			answer = "221 bye\r\n"
		}
		_, _ = io.WriteString(conn, answer)
	}
}

// carry lets the tools send e-mails.
func (p *postman) carry(t *testing.T) func(*lab, *generic.Options) {
	return func(_ *lab, o *generic.Options) {
		server, err := mail.Parse("smtp://" + p.Addr().String() + "?from=avisos@recado.example")
		if err != nil {
			t.Fatal(err)
		}
		o.Mail = server
	}
}

func TestNoLetterGoesToAnAddressThatWasTypedInTheWebChat(t *testing.T) {
	t.Parallel()
	p := newPostman(t)
	l := newLab(t, p.carry(t))
	c := l.turn(t, "taller")
	c.Channel = "webchat"
	l.db.Exec(t, `INSERT INTO business.contacts (tenant_id, id, email) VALUES ('taller', $1, 'victima@casa.example')`, c.ContactID)
	_, r := call[outcome](t, l, c, "send_email", `{"to":"contact","subject":"Gana","body":"Premio."}`)
	if r.Err == nil || r.Err.Code != "not_verified" || r.Err.Field != "to" {
		t.Errorf("to a stranger: %s %v", r.JSON, r.Err)
	}
	_, r = call[outcome](t, l, again(c), "send_email", `{"to":"taller@taller.example","subject":"Pregunta","body":"Hola."}`)
	if r.Err != nil {
		t.Errorf("to the business: %v", r.Err)
	}
	if got := strings.Join(p.to, " "); got != "taller@taller.example" {
		t.Errorf("sent to %s", got)
	}
}

func TestABusinessWritesToSoManyCustomersADayHoweverManyThereAre(t *testing.T) {
	t.Parallel()
	p := newPostman(t)
	l := newLab(t, p.carry(t))
	sent := func(of tenant.ID, n int, ago string) {
		l.db.Exec(t, `INSERT INTO business.tool_ledger
			  (tenant_id, idempotency_key, tool, conversation_id, contact_id, request_hash, result, created_at)
			SELECT $1, gen_random_uuid()::text, 'send_email', gen_random_uuid(), gen_random_uuid(), '', '{"success":true}', now() - $3::interval
			FROM generate_series(1, $2)`, string(of), n, ago)
	}
	sent("taller", 199, "23 hours")
	sent("taller", 500, "25 hours")
	write := func(of tenant.ID, to string) *tool.Error {
		c := l.turn(t, of)
		l.db.Exec(t, `INSERT INTO business.contacts (tenant_id, id, email) VALUES ($1, $2, 'ana@casa.example')`, string(of), c.ContactID)
		_, r := call[outcome](t, l, c, "send_email", `{"to":"`+to+`","subject":"Su bici","body":"Está lista."}`)
		return r.Err
	}
	var all sync.WaitGroup
	refused := make(chan *tool.Error, 4)
	for range 4 {
		all.Go(func() { refused <- write("taller", "contact") })
	}
	all.Wait()
	close(refused)
	went := 0
	for e := range refused {
		switch {
		case e == nil:
			went++
		case e.Code != "too_many_emails":
			t.Errorf("refused with %v", e)
		}
	}
	if went != 1 {
		t.Errorf("%d of 4 letters went where one was left", went)
	}
	if e := write("taller", "taller@taller.example"); e != nil {
		t.Errorf("to the business itself: %v", e)
	}
	if e := write("otro", "contact"); e != nil {
		t.Errorf("of another business: %v", e)
	}
}

func TestLettersGoToAllowedAddressesAndTheContactsOwn(t *testing.T) {
	t.Parallel()
	p := newPostman(t)
	l := newLab(t, p.carry(t))
	c := l.turn(t, "taller")
	send := func(c tool.Call, to string) (outcome, tool.Result) {
		return call[outcome](t, l, c, "send_email", `{"to":"`+to+`","subject":"Su bici","body":"Está lista."}`)
	}
	if _, r := send(c, "contact"); r.Err == nil || r.Err.Code != "not_found" {
		t.Errorf("to nobody: %v", r.Err)
	}
	l.db.Exec(t, `INSERT INTO business.contacts (tenant_id, id, email) VALUES ('taller', $1, 'ana@casa.example')`, c.ContactID)
	for range 2 {
		if got, r := send(c, "contact"); r.Err != nil || !got.Success {
			t.Fatalf("got %+v %v", got, r.Err)
		}
	}
	if got, r := send(again(c), "taller@taller.example"); r.Err != nil || !got.Success {
		t.Fatalf("got %+v %v", got, r.Err)
	}
	if _, r := send(again(c), "contact"); r.Err == nil || r.Err.Code != "too_many_emails" {
		t.Errorf("a third letter of a day: %v", r.Err)
	}
	for _, to := range []string{"otra@casa.example", "ana@casa.example", "contact\\r\\nBcc: x@y.example", ""} {
		if _, r := send(l.turn(t, "taller"), to); r.Err == nil || r.Err.Field != "to" {
			t.Errorf("to %q: %v", to, r.Err)
		}
	}
	if got := strings.Join(p.to, " "); got != "ana@casa.example taller@taller.example" || !strings.Contains(p.mails[0], "Subject: Su bici") {
		t.Errorf("sent to %s: %v", got, p.mails)
	}
	for args, field := range map[string]string{
		`{"to":"contact","subject":"","body":"x"}`:                                  "subject",
		`{"to":"contact","subject":"x","body":" "}`:                                 "body",
		`{"to":"contact","subject":"x","body":"a\u0007b"}`:                          "body",
		`{"to":"contact","subject":"x","body":"` + strings.Repeat("ñ", 2001) + `"}`: "body",
	} {
		if _, r := call[outcome](t, l, l.turn(t, "taller"), "send_email", args); r.Err == nil || r.Err.Field != field {
			t.Errorf("%s: %v", args, r.Err)
		}
	}
	call0 := tool.Call{Tenant: "nada", Key: uuid.NewString()}
	if _, r := send(call0, "taller@taller.example"); r.Err == nil || r.Err.Field != "to" {
		t.Errorf("where nothing is allowed: %v", r.Err)
	}
}
