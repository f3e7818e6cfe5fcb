package offer

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/recado/recado/pkg/tokens"
	"github.com/recado/recado/pkg/tool"
)

// Briefs keeps tools as models are told of them. The zero value is ready.
type Briefs struct {
	mu    sync.Mutex
	known map[string]brief
}

// maxBriefs bounds what is kept: tenants' own tools are among them; more, and all are made again.
const maxBriefs = 1000

type brief struct {
	spec   tool.Spec
	tokens int
}

func (b *Briefs) of(s tool.Spec) brief {
	key := s.Name + "\x00" + s.Description + "\x00" + string(s.Parameters)
	b.mu.Lock()
	found, ok := b.known[key]
	b.mu.Unlock()
	if !ok {
		found = brief{spec: shortened(s)}
		found.tokens = Tokens(found.spec)
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.known == nil || len(b.known) >= maxBriefs {
			b.known = map[string]brief{}
		}
		b.known[key] = found
	}
	// what the catalogue says of a tool beside its words may change without them
	short := s
	short.Parameters = found.spec.Parameters
	return brief{short, found.tokens}
}

// Tokens is what a tool takes in a request, as JSON.
func Tokens(s tool.Spec) int {
	data, err := json.Marshal(map[string]any{"name": s.Name, "description": s.Description, "parameters": s.Parameters})
	if err != nil {
		return tokens.Estimate(s.Name + s.Description + string(s.Parameters))
	}
	return tokens.Count(string(data))
}

// bounds are what a schema says beyond what a model needs for its first try: who breaks one is told so.
var bounds = []string{"additionalProperties", "minimum", "maximum", "minItems", "maxItems", "maxLength", "minLength"}

// shortened is a tool whose schema leaves out bounds, and descriptions that say what the name says.
func shortened(s tool.Spec) tool.Spec {
	var schema map[string]any
	if json.Unmarshal(s.Parameters, &schema) != nil {
		return s
	}
	shorten(schema)
	data, err := json.Marshal(schema)
	if err != nil {
		return s
	}
	s.Parameters = data
	return s
}

func shorten(schema map[string]any) {
	for _, name := range bounds {
		if _, nested := schema[name].(map[string]any); !nested { // values of any name are what the parameter is
			delete(schema, name)
		}
	}
	if list, ok := schema["required"].([]any); ok && len(list) == 0 {
		delete(schema, "required")
	}
	if items, ok := schema["items"].(map[string]any); ok {
		shorten(items)
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, of := range properties {
		if of, ok := of.(map[string]any); ok {
			about, _ := of["description"].(string)
			if says := saying(name, about); says == "" {
				delete(of, "description")
			} else {
				of["description"] = says
			}
			shorten(of)
		}
	}
}

// page is what every paged tool says of its parameter, which the page itself says too.
const page = "page"

// empty are words that add nothing to a parameter's name.
var empty = strings.Fields("the a an of or and to at in as by only this that it part id name is wanted")

// saying is a parameter's description, empty where it only repeats its name.
func saying(name, about string) string {
	if name == page {
		return ""
	}
	words := strings.FieldsFunc(strings.ToLower(about), func(r rune) bool { return r < 'a' || r > 'z' })
	if slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(empty, w) && !strings.Contains(name, w) }) {
		return about
	}
	return ""
}
