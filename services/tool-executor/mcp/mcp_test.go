package mcp_test

import (
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/recado/recado/services/tool-executor/mcp"
)

func TestErrorsHaveTheCodesOfJSONRPCAndOnThePlainDoorTheStatusOfHTTP(t *testing.T) {
	t.Parallel()
	url := door(t, &shop{}, nil)
	for name, x := range map[string]struct {
		body             string
		code, mcp, plain int
	}{
		"cut JSON":                     {`{"jsonrpc":"2.0","id":7,`, -32700, 400, 400},
		"no JSON":                      {`hola`, -32700, 400, 400},
		"nothing":                      {``, -32700, 400, 400},
		"a batch":                      {`[{"jsonrpc":"2.0","id":7,"method":"ping"}]`, -32600, 400, 400},
		"no version":                   {`{"id":7,"method":"ping"}`, -32600, 400, 400},
		"another version":              {`{"jsonrpc":"1.0","id":7,"method":"ping"}`, -32600, 400, 400},
		"no method":                    {`{"jsonrpc":"2.0","id":7}`, -32600, 400, 400},
		"method of another type":       {`{"jsonrpc":"2.0","id":7,"method":5}`, -32600, 400, 400},
		"id of another type":           {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, -32600, 400, 400},
		"no id":                        {`{"jsonrpc":"2.0","method":"ping"}`, -32600, 400, 400},
		"a notification with an id":    {`{"jsonrpc":"2.0","id":7,"method":"notifications/initialized"}`, -32600, 400, 400},
		"unknown method":               {`{"jsonrpc":"2.0","id":7,"method":"tools/delete"}`, -32601, 200, 404},
		"a method that is not offered": {`{"jsonrpc":"2.0","id":7,"method":"resources/list"}`, -32601, 200, 404},
		"no params":                    {`{"jsonrpc":"2.0","id":7,"method":"tools/call"}`, -32602, 200, 422},
		"params of another type":       {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[1]}`, -32602, 200, 422},
		"no tool":                      {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{}}`, -32602, 200, 422},
		"unknown tool":                 {call("drop_table", `{}`), -32602, 200, 422},
		"arguments of another type":    {call("create_order", `[1]`), -32602, 200, 422},
		"a cursor":                     {`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"x"}}`, -32602, 200, 422},
		"a tool that panics":           {call("create_order", `{"dish":"panic","contact_id":"x"}`), -32603, 200, 500},
		"a tool that has no answer":    {call("create_order", `{"dish":"broken","contact_id":"x"}`), -32603, 200, 500},
		"a database that is away":      {call("create_order", `{"dish":"away","contact_id":"x"}`), -32603, 200, 500},
	} {
		for path, status := range map[string]int{mcp.Path: x.mcp, mcp.PlainPath: x.plain} {
			got := post(t, url+path, "writer", x.body)
			if got.status != status || got.code != x.code {
				t.Errorf("%s at %s: %d with %d, want %d with %d: %s", name, path, got.status, got.code, status, x.code, got.body)
			}
			if strings.Contains(got.body, "secret") {
				t.Errorf("%s at %s tells what happened inside: %s", name, path, got.body)
			}
			if got.code <= -32601 && got.code != -32700 && string(got.id) != "7" {
				t.Errorf("%s at %s answers id %s", name, path, got.id)
			}
		}
	}
	if got := post(t, url+mcp.PlainPath, "writer", `{"jsonrpc":"2.0","id":"x","method":"ping"}`); got.status != 200 || string(got.id) != `"x"` {
		t.Errorf("after all that: %d %s", got.status, got.body)
	}
}

func TestWhoHasNoValidKeyOrComesFromAForeignPageIsNotLetIn(t *testing.T) {
	t.Parallel()
	s := &shop{}
	url := door(t, s, nil)
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for _, path := range []string{mcp.Path, mcp.PlainPath} {
		for _, key := range []string{"", "unknown", "reader x"} {
			if got := post(t, url+path, key, ping); got.status != 401 || got.header.Get("WWW-Authenticate") == "" {
				t.Errorf("key %q at %s: %d %s", key, path, got.status, got.body)
			}
		}
		if got := post(t, url+path, "", ping, "Authorization", "Basic reader"); got.status != 401 {
			t.Errorf("another scheme at %s: %d", path, got.status)
		}
		if got := post(t, url+path, "lost", ping); got.status != 503 || got.header.Get("Retry-After") == "" {
			t.Errorf("no look-up at %s: %d", path, got.status)
		}
		for origin, status := range map[string]int{url: 200, "https://evil.example": 403, "null": 403, "http://127.0.0.1.evil.example": 403, "::": 403} {
			if got := post(t, url+path, "reader", ping, "Origin", origin); got.status != status {
				t.Errorf("origin %s at %s: %d, want %d", origin, path, got.status, status)
			}
		}
		if got := post(t, url+path, "reader", strings.Repeat(" ", mcp.MaxBody)+ping); got.status != 413 {
			t.Errorf("a large body at %s: %d", path, got.status)
		}
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, url+path, nil)
		r.Header.Set("Authorization", "Bearer reader")
		res, err := http.DefaultClient.Do(r)
		if err != nil || res.StatusCode != 405 || res.Header.Get("Allow") != "POST" {
			t.Errorf("GET at %s: %v %v", path, res, err)
		}
		_ = res.Body.Close()
	}
}

func TestKeyHasItsRateAndItsTenantAShareOfTheDoor(t *testing.T) {
	t.Parallel()
	url := door(t, &shop{}, func(o *mcp.Options) { o.Rate = 0.001 })
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	if got := post(t, url+mcp.PlainPath, "reader", ping); got.status != 200 {
		t.Fatalf("the first: %d %s", got.status, got.body)
	}
	if got := post(t, url+mcp.PlainPath, "reader", ping); got.status != 429 || got.header.Get("Retry-After") == "" {
		t.Errorf("the second: %d %s", got.status, got.body)
	}
	if got := post(t, url+mcp.PlainPath, "writer", ping); got.status != 200 {
		t.Errorf("another key: %d", got.status)
	}

	s := &shop{begun: make(chan struct{}), wait: make(chan struct{})}
	url = door(t, s, func(o *mcp.Options) { o.AtOnce = 2 })
	done := make(chan int, 1)
	go func() { done <- post(t, url+mcp.PlainPath, "writer", call("get_menu", `{}`)).status }()
	<-s.begun
	for _, key := range []string{"writer", "reader"} {
		if got := post(t, url+mcp.PlainPath, key, ping); got.status != 429 {
			t.Errorf("%s: more at once than its tenant's share: %d", key, got.status)
		}
	}
	if got := post(t, url+mcp.PlainPath, "away", ping); got.status != 200 {
		t.Errorf("another tenant meanwhile: %d", got.status)
	}
	close(s.wait)
	if status := <-done; status != 200 {
		t.Errorf("the one at work: %d", status)
	}
	if got := post(t, url+mcp.PlainPath, "writer", ping); got.status != 200 {
		t.Errorf("afterwards: %d", got.status)
	}
}

// A dry_run of another type would be a write, and a key that is no text would be none.
func TestWhatStandsBesideACallHasItsType(t *testing.T) {
	t.Parallel()
	s := &shop{}
	url := door(t, s, nil)
	for _, meta := range []string{`{"dry_run":"true"}`, `{"dry_run":1}`, `{"idempotency_key":42}`, `{"contact_id":7}`} {
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_order","_meta":` + meta + `,"arguments":{"dish":"taco","contact_id":"c1"}}}`
		if got := post(t, url+mcp.PlainPath, "writer", body); got.status != 422 || len(s.calls) > 0 {
			t.Errorf("%s: %d %s, %d calls", meta, got.status, got.body, len(s.calls))
		}
	}
}

func TestAddressThatTriesKeysIsSlowedDown(t *testing.T) {
	t.Parallel()
	url := door(t, &shop{}, func(o *mcp.Options) { o.Rate = 1 })
	limited := false
	for range 200 {
		if got := post(t, url+mcp.PlainPath, "guess", `{}`); got.status == 429 {
			limited = true
			break
		}
	}
	if !limited {
		t.Error("200 keys were tried at once")
	}
}

func TestLookUpsThatTakeLongEndAndKeepTheirNumber(t *testing.T) {
	t.Parallel()
	url := door(t, &shop{}, nil)
	answers := make(chan int, 12)
	for range cap(answers) {
		go func() { answers <- post(t, url+mcp.PlainPath, "slow", `{}`).status }()
	}
	for range cap(answers) {
		if status := <-answers; status != 503 {
			t.Errorf("got %d", status)
		}
	}
	if got := post(t, url+mcp.PlainPath, "reader", `{"jsonrpc":"2.0","id":1,"method":"ping"}`); got.status != 200 {
		t.Errorf("afterwards: %d", got.status)
	}
}

func TestKeyIsToldTheToolsThatItMayUse(t *testing.T) {
	t.Parallel()
	url := door(t, &shop{}, nil)
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	for key, want := range map[string]string{
		"reader": "get_menu get_appointments", "narrow": "get_menu",
		"trier": "get_menu get_appointments create_order award_tokens", "writer": "get_menu get_appointments create_order award_tokens",
	} {
		for _, path := range []string{mcp.Path, mcp.PlainPath} {
			got := post(t, url+path, key, list)
			var names []string
			for _, x := range got.result.Tools {
				names = append(names, x.Name)
				if tried := strings.Contains(x.Description, "taken back"); tried != (key == "trier" && x.Name[:3] != "get") {
					t.Errorf("%s is told of %s: %s", key, x.Name, x.Description)
				}
			}
			if strings.Join(names, " ") != want {
				t.Errorf("%s at %s: %v, want %s", key, path, names, want)
			}
		}
	}
	if got := post(t, url+mcp.PlainPath, "away", list); got.status != 500 || got.code != -32603 {
		t.Errorf("a tenant without settings: %d %s", got.status, got.body)
	}
	for name, want := range map[string]string{
		"get_menu":         `{"additionalProperties":false,"properties":{"contact_id":CONTACT},"required":[],"type":"object"}`,
		"get_appointments": `{"additionalProperties":false,"properties":{"contact_id":CONTACT},"required":["contact_id"],"type":"object"}`,
		"create_order":     `{"additionalProperties":false,"properties":{"contact_id":CONTACT,"dish":{"type":"string"}},"required":["dish","contact_id"],"type":"object"}`,
		"award_tokens":     string(offered[3].Parameters),
	} {
		want = strings.ReplaceAll(want, "CONTACT", `{"description":"the contact that this is about","format":"uuid","type":"string"}`)
		for _, x := range post(t, url+mcp.PlainPath, "writer", list).result.Tools {
			if x.Name == name && string(x.InputSchema) != want {
				t.Errorf("%s takes %s, want %s", name, x.InputSchema, want)
			}
		}
	}
	for _, x := range []struct{ key, tool string }{{"reader", "create_order"}, {"narrow", "create_order"}, {"narrow", "get_appointments"}} {
		if got := post(t, url+mcp.Path, x.key, call(x.tool, `{}`)); got.code != -32602 {
			t.Errorf("%s calls %s: %s", x.key, x.tool, got.body)
		}
	}
}

func TestCallSaysWhoseItIsAndWhetherItIsOnlyTried(t *testing.T) {
	t.Parallel()
	s := &shop{}
	url := door(t, s, nil)
	got := post(t, url+mcp.PlainPath, "trier", call("order", `{"dish":"taco","contact_id":"c1"}`))
	c := s.last()
	if called := c.Tool + " " + c.ContactID + " " + string(c.Arguments); got.status != 200 || !c.DryRun || called != `create_order c1 {"dish":"taco"}` {
		t.Errorf("got %d %s, called %+v %s", got.status, got.body, c, c.Arguments)
	}
	if c.Tenant != "shop" || c.Outside != grants["trier"].Key.String() || c.TurnID+c.ConversationID != "" || c.Deadline.IsZero() {
		t.Errorf("called %+v", c)
	}
	if want := `{"result":{"success":true},"dry_run":true,"evidence":[{"id":"row","kind":"tool","source":"menu"}]}`; string(got.result.Structured) != want {
		t.Errorf("got %s, want %s", got.result.Structured, want)
	}
	post(t, url+mcp.PlainPath, "writer", call("create_order", `{"dish":"taco","contact_id":"c1"}`))
	if s.last().DryRun {
		t.Error("the writer's is only tried")
	}
	beside := func(args, meta string) answer {
		return post(t, url+mcp.PlainPath, "writer", strings.Replace(call("create_order", args), `"arguments"`, `"_meta":`+meta+`,"arguments"`, 1))
	}
	if beside(`{"dish":"taco"}`, `{"contact_id":"c2","dry_run":true}`); s.last().ContactID != "c2" || !s.last().DryRun {
		t.Errorf("called %+v", s.last())
	}
	for _, wrong := range []answer{
		beside(`{"dish":"taco","contact_id":"c1"}`, `{"contact_id":"c2"}`), beside(`{"dish":"taco","contact_id":5}`, `{}`),
		beside(`{"dish":"taco"}`, `{"idempotency_key":"`+strings.Repeat("x", 201)+`"}`),
	} {
		if wrong.status != 422 || !wrong.result.IsError || !strings.Contains(wrong.body, "invalid_arguments") {
			t.Errorf("got %d %s", wrong.status, wrong.body)
		}
	}
	post(t, url+mcp.PlainPath, "writer", call("award_tokens", `{"contact_id":"c3"}`))
	if c := s.last(); c.ContactID != "c3" || string(c.Arguments) != `{"contact_id":"c3"}` {
		t.Errorf("called %+v %s", c, c.Arguments)
	}
	if got := post(t, url+mcp.PlainPath, "writer", call("create_order", `{"dish":"unknown","contact_id":"c1"}`)); got.status != 422 ||
		string(got.result.Structured) != `{"error":{"code":"unknown_dish","message":"no such dish","field":"dish","allowed":["taco"]}}` {
		t.Errorf("a refusal: %d %s", got.status, got.body)
	}
	if got := post(t, url+mcp.Path, "writer", call("create_order", `{"dish":"unknown","contact_id":"c1"}`)); got.status != 200 || !got.result.IsError {
		t.Errorf("a refusal at %s: %d %s", mcp.Path, got.status, got.body)
	}
}

func TestClientOfTheProtocolListsAndCallsTools(t *testing.T) {
	t.Parallel()
	s := &shop{}
	transport := &sdk.StreamableClientTransport{Endpoint: door(t, s, nil) + mcp.Path, HTTPClient: &http.Client{Transport: bearer{"writer"}}}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "till", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	if got := session.InitializeResult(); got.ProtocolVersion != "2025-11-25" || got.Capabilities.Tools == nil {
		t.Errorf("the server is %+v", got)
	}
	if list, err := session.ListTools(t.Context(), nil); err != nil || len(list.Tools) != len(offered) {
		t.Fatalf("got %+v %v", list, err)
	}
	got, err := session.CallTool(t.Context(), &sdk.CallToolParams{
		Meta: sdk.Meta{"idempotency_key": "order-1"}, Name: "create_order", Arguments: map[string]any{"dish": "taco", "contact_id": "c1"},
	})
	if err != nil || got.IsError || s.last().Within != 0 || s.last().ContactID != "c1" {
		t.Errorf("got %+v %v, called %+v", got, err, s.last())
	}
	for dish, fails := range map[string]bool{"panic": true, "broken": true, "unknown": false} {
		got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "create_order", Arguments: map[string]any{"dish": dish, "contact_id": "c1"}})
		if (err != nil) != fails || !fails && !got.IsError {
			t.Errorf("%s: got %+v %v", dish, got, err)
		}
	}
	if err := session.Ping(t.Context(), nil); err != nil {
		t.Errorf("after a panic: %v", err)
	}
}
