package prompt_test

import (
	"testing"

	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/prompt"
)

func TestMessageReadsAsItsWords(t *testing.T) {
	t.Parallel()
	for want, content := range map[string]*recadov1.Content{
		"hola":                 {Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: "hola"}}},
		"Martes a las 5":       {Kind: &recadov1.Content_Interactive{Interactive: &recadov1.Interactive{Title: "Martes a las 5"}}},
		"mi muela":             {Kind: &recadov1.Content_Media{Media: &recadov1.Media{Caption: "mi muela"}}},
		"[location Casa Roma]": {Kind: &recadov1.Content_Location{Location: &recadov1.Location{Name: "Casa", Address: "Roma"}}},
		"":                     {},
	} {
		if got := prompt.Words(&recadov1.MessageRouted{Content: content}); got != want {
			t.Errorf("the words are %q, want %q", got, want)
		}
	}
}

func TestARefusalReadsAsItsError(t *testing.T) {
	t.Parallel()
	if got := prompt.Result(tool.Result{Err: &tool.Error{Code: "closed"}}); got != `{"error":{"code":"closed","message":""}}` {
		t.Errorf("got %s", got)
	}
}
