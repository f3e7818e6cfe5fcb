package live

import (
	"strings"

	"github.com/recado/recado/services/agent-runner/grounding"
)

// Whole is a text that was cut, up to the end of its last sentence or line; empty where none ends in it.
func Whole(text string) string {
	for end := len(text); end > 0; {
		end = strings.LastIndexAny(text[:end], ".!?\n")
		if end < 0 {
			break
		}
		after := text[end:] + " "
		stops := after[0] == '\n' || after[1] == ' ' || after[1] == '\n'
		said := strings.TrimSpace(text[:end+1])
		line := said[strings.LastIndexByte(said, '\n')+1:] // of a list, its number alone is no sentence
		if stops && strings.Trim(line, "0123456789.-*") != "" && (text[end] == '\n' || !grounding.Shortened(text[:end])) {
			return said
		}
	}
	return ""
}
