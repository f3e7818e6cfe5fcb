package main

import (
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestSuiteMeetsTheProductsToolsAndItsOwn(t *testing.T) {
	t.Parallel()
	handler, err := suite()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	defer server.Close()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "suite", Version: "1"}, nil).
		Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: server.URL + "/mcp"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, x := range list.Tools {
		names[x.Name] = true
	}
	for name := range contents {
		if got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name}); err != nil || got.IsError || !names[name] {
			t.Errorf("%s: %+v %v, listed %v", name, got, err, names[name])
		}
	}
	got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "get_menu"})
	if err != nil || !got.IsError || !strings.Contains(got.Content[0].(*sdk.TextContent).Text, "no_business") {
		t.Errorf("the product's own: %+v %v", got, err)
	}
	if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "unheard_of"}); err == nil {
		t.Error("a tool that there is not")
	}
	read, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "test://template/7/data"})
	if err != nil || !strings.Contains(read.Contents[0].Text, `"id":"7"`) {
		t.Errorf("got %+v %v", read, err)
	}
	prompt, err := session.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "test_prompt_with_image"})
	if err != nil || len(prompt.Messages) != 2 {
		t.Errorf("got %+v %v", prompt, err)
	}
}

func TestSuiteIsServedOnLoopbackAlone(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{"0.0.0.0:3911", ":3911", "10.0.0.1:80", "nowhere", "example.com:80"} {
		if err := serve(addr); err == nil || !strings.Contains(err.Error(), "loopback") {
			t.Errorf("%s: %v", addr, err)
		}
	}
}
