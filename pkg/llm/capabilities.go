package llm

import (
	_ "embed" // the table
	"fmt"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

// ToolMode is how a model is told of tools, and how it asks for one.
type ToolMode string

// The ways to use tools.
const (
	ToolsNative ToolMode = "native" // as the chat API has them
	ToolsText   ToolMode = "text"   // described in the prompt, asked for by {"tool_call": {"name": …, "arguments": {…}}}
)

// Capabilities is what a model takes.
type Capabilities struct {
	Temperature bool     // false where it refuses one
	OldLimit    bool     // the longest answer is max_tokens, not max_completion_tokens
	Tools       ToolMode // native where it has calls of its own
}

//go:embed capabilities.yaml
var capabilitiesFile []byte

type capabilityRow struct {
	Begins      []string `yaml:"begins"`
	Temperature *bool    `yaml:"temperature"`
	MaxTokens   string   `yaml:"max_tokens"`
	Tools       ToolMode `yaml:"tools"`
	Like        []string `yaml:"like"`
	Unlike      []string `yaml:"unlike"`
}

var capabilityRows = sync.OnceValue(func() (rows []capabilityRow) {
	if err := yaml.UnmarshalWithOptions(capabilitiesFile, &rows, yaml.Strict()); err != nil {
		panic(fmt.Sprintf("llm: capabilities.yaml: %v", err)) // a mistake in our own file
	}
	return rows
})

// CapabilitiesOf says what a model takes, by its name at the provider.
func CapabilitiesOf(model string) Capabilities {
	known := Capabilities{Temperature: true, Tools: ToolsNative}
	for _, row := range capabilityRows() {
		if !row.fits(model) {
			continue
		}
		known.Temperature = row.Temperature == nil || *row.Temperature
		known.OldLimit = row.MaxTokens == "max_tokens"
		if row.Tools != "" {
			known.Tools = row.Tools
		}
		break
	}
	return known
}

// fits reports whether a name begins as the row says, with what is no letter after it: o1 is not the beginning of oracle.
func (r capabilityRow) fits(model string) bool {
	name := strings.ToLower(model[strings.LastIndexByte(model, '/')+1:])
	for _, begin := range r.Begins {
		rest, ok := strings.CutPrefix(name, begin)
		if ok && (rest == "" || rest[0] < 'a' || rest[0] > 'z') {
			return true
		}
	}
	return false
}
