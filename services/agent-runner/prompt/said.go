package prompt

import (
	"encoding/json"

	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/arguments"
)

// Result is a result as a model reads it.
func Result(res tool.Result) string {
	if res.Err == nil {
		return string(arguments.Ordered(res.JSON))
	}
	body, err := json.Marshal(map[string]any{"error": res.Err})
	if err != nil {
		return `{"error":{"code":"internal"}}`
	}
	return string(body)
}

// Words is a message as a model reads it.
func Words(m *recadov1.MessageRouted) string {
	switch kind := m.GetContent().GetKind().(type) {
	case *recadov1.Content_Text:
		return kind.Text.GetBody()
	case *recadov1.Content_Interactive:
		return kind.Interactive.GetTitle()
	case *recadov1.Content_Media:
		return kind.Media.GetCaption()
	case *recadov1.Content_Location:
		return "[location " + kind.Location.GetName() + " " + kind.Location.GetAddress() + "]"
	}
	return ""
}
