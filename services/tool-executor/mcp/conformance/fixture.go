package main

import (
	"context"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// fixtureMethods are what the suite asks for beside tools.
var fixtureMethods = []string{
	"completion/complete", "logging/setLevel", "prompts/list", "prompts/get", "resources/list", "resources/templates/list",
	"resources/read", "resources/subscribe", "resources/unsubscribe",
}

// fixture is a server with the tools, resources and prompts that the suite calls by name.
func fixture() *sdk.Server {
	server := sdk.NewServer(&sdk.Implementation{Name: "recado-conformance", Version: "1"}, &sdk.ServerOptions{
		CompletionHandler: func(context.Context, *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
			return &sdk.CompleteResult{Completion: sdk.CompletionResultDetails{Values: []string{}}}, nil
		},
		SubscribeHandler:   func(context.Context, *sdk.SubscribeRequest) error { return nil },
		UnsubscribeHandler: func(context.Context, *sdk.UnsubscribeRequest) error { return nil },
	})
	for name, content := range contents {
		addTool(server, name, func(context.Context, *sdk.CallToolRequest) ([]sdk.Content, error) { return content, nil })
	}
	for name, handle := range talks {
		addTool(server, name, handle)
	}
	var schemas map[string]json.RawMessage
	if err := json.Unmarshal(forms, &schemas); err != nil {
		panic(err) // a file of this package
	}
	for name, schema := range schemas {
		addTool(server, name, elicit(schema))
	}
	addResources(server)
	addPrompts(server)
	return server
}

func addTool(server *sdk.Server, name string, handle func(context.Context, *sdk.CallToolRequest) ([]sdk.Content, error)) {
	schema := json.RawMessage(`{"type":"object"}`)
	server.AddTool(&sdk.Tool{Name: name, Description: "for the suite", InputSchema: schema},
		func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			content, err := handle(ctx, r)
			if err != nil {
				return &sdk.CallToolResult{IsError: true, Content: text(err.Error())}, nil
			}
			return &sdk.CallToolResult{Content: content}, nil
		})
}

func text(s string) []sdk.Content { return []sdk.Content{&sdk.TextContent{Text: s}} }

// One red point, and no sound.
const (
	picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
	silence = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="
)

func decoded(s string) []byte {
	data, _ := base64.StdEncoding.DecodeString(s) // a constant
	return data
}

func image() sdk.Content { return &sdk.ImageContent{Data: decoded(picture), MIMEType: "image/png"} }

func embedded(uri string) sdk.Content {
	return &sdk.EmbeddedResource{Resource: &sdk.ResourceContents{URI: uri, MIMEType: "text/plain", Text: "an embedded resource"}}
}

// contents are what tools of one answer answer.
var contents = map[string][]sdk.Content{
	"test_simple_text":            text("This is a simple text response for testing."),
	"test_image_content":          {image()},
	"test_audio_content":          {&sdk.AudioContent{Data: decoded(silence), MIMEType: "audio/wav"}},
	"test_embedded_resource":      {embedded("test://embedded-resource")},
	"test_multiple_content_types": {text("text")[0], image(), embedded("test://mixed-content-resource")},
}

// talks are tools that say more than their answer.
var talks = map[string]func(context.Context, *sdk.CallToolRequest) ([]sdk.Content, error){
	"test_error_handling": func(context.Context, *sdk.CallToolRequest) ([]sdk.Content, error) {
		return nil, errors.New("this tool intentionally returns an error for testing")
	},
	"test_tool_with_logging":  logs,
	"test_tool_with_progress": progresses,
	"test_sampling":           samples,
	"test_reconnection": func(_ context.Context, r *sdk.CallToolRequest) ([]sdk.Content, error) {
		if r.Extra != nil && r.Extra.CloseSSEStream != nil {
			r.Extra.CloseSSEStream(sdk.CloseSSEStreamArgs{})
		}
		return text("reconnected"), nil
	},
}

func logs(ctx context.Context, r *sdk.CallToolRequest) ([]sdk.Content, error) {
	for _, said := range []string{"started", "at work", "done"} {
		//nolint:staticcheck // deprecated in a later revision of the protocol than the suite's
		if err := r.Session.Log(ctx, &sdk.LoggingMessageParams{Level: "info", Data: said}); err != nil {
			return nil, err
		}
	}
	return text("logged"), nil
}

func progresses(ctx context.Context, r *sdk.CallToolRequest) ([]sdk.Content, error) {
	token := r.Params.GetProgressToken()
	for _, done := range []float64{0, 50, 100} {
		err := r.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Progress: done, Total: 100})
		if err != nil {
			return nil, err
		}
	}
	return text(fmt.Sprint(token)), nil
}

func samples(ctx context.Context, r *sdk.CallToolRequest) ([]sdk.Content, error) {
	var args struct{ Prompt string }
	if err := json.Unmarshal(r.Params.Arguments, &args); err != nil {
		return nil, err
	}
	//nolint:staticcheck // deprecated in a later revision of the protocol than the suite's
	got, err := r.Session.CreateMessage(ctx, &sdk.CreateMessageParams{
		Messages: []*sdk.SamplingMessage{{Role: "user", Content: text(args.Prompt)[0]}}, MaxTokens: 100,
	})
	if err != nil {
		return nil, err
	}
	said, _ := got.Content.(*sdk.TextContent)
	if said == nil {
		return nil, errors.New("expected a text")
	}
	return text("LLM response: " + said.Text), nil
}

// forms are what is asked of whoever is at the client, by tool.
//
//go:embed forms.json
var forms []byte

func elicit(schema json.RawMessage) func(context.Context, *sdk.CallToolRequest) ([]sdk.Content, error) {
	return func(ctx context.Context, r *sdk.CallToolRequest) ([]sdk.Content, error) {
		got, err := r.Session.Elicit(ctx, &sdk.ElicitParams{Message: "for the suite", RequestedSchema: schema})
		if err != nil {
			return nil, err
		}
		return text(fmt.Sprintf("Elicitation result: action=%s, content=%v", got.Action, got.Content)), nil
	}
}

func addResources(server *sdk.Server) {
	for uri, content := range map[string]sdk.ResourceContents{
		"test://static-text":      {MIMEType: "text/plain", Text: "This is the content of the static text resource."},
		"test://static-binary":    {MIMEType: "image/png", Blob: decoded(picture)},
		"test://watched-resource": {MIMEType: "text/plain", Text: "watched"},
	} {
		content.URI = uri
		server.AddResource(&sdk.Resource{Name: strings.TrimPrefix(uri, "test://"), URI: uri, MIMEType: content.MIMEType},
			func(context.Context, *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
				return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{&content}}, nil
			})
	}
	server.AddResourceTemplate(
		&sdk.ResourceTemplate{Name: "template", MIMEType: "application/json", URITemplate: "test://template/{id}/data"},
		func(_ context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			id := strings.TrimSuffix(strings.TrimPrefix(r.Params.URI, "test://template/"), "/data")
			data, err := json.Marshal(map[string]any{"id": id, "templateTest": true, "data": "Data for ID: " + id})
			return &sdk.ReadResourceResult{
				Contents: []*sdk.ResourceContents{{URI: r.Params.URI, MIMEType: "application/json", Text: string(data)}},
			}, err
		})
}

func addPrompts(server *sdk.Server) {
	for _, p := range []struct {
		name      string
		arguments []string
		say       func(args map[string]string) []sdk.Content
	}{
		{"test_simple_prompt", nil, func(map[string]string) []sdk.Content { return text("This is a simple prompt for testing.") }},
		{"test_prompt_with_arguments", []string{"arg1", "arg2"}, func(args map[string]string) []sdk.Content {
			return text(fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", args["arg1"], args["arg2"]))
		}},
		{"test_prompt_with_embedded_resource", []string{"resourceUri"}, func(args map[string]string) []sdk.Content {
			return []sdk.Content{embedded(args["resourceUri"]), text("Please process the embedded resource above.")[0]}
		}},
		{"test_prompt_with_image", nil, func(map[string]string) []sdk.Content {
			return []sdk.Content{image(), text("Please analyze the image above.")[0]}
		}},
	} {
		prompt := &sdk.Prompt{Name: p.name, Description: "for the suite"}
		for _, name := range p.arguments {
			prompt.Arguments = append(prompt.Arguments, &sdk.PromptArgument{Name: name, Required: true})
		}
		server.AddPrompt(prompt, func(_ context.Context, r *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
			out := &sdk.GetPromptResult{Description: "for the suite"}
			for _, content := range p.say(r.Params.Arguments) {
				out.Messages = append(out.Messages, &sdk.PromptMessage{Role: "user", Content: content})
			}
			return out, nil
		})
	}
}
