package confirm

import (
	"regexp"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
	"github.com/recado/recado/services/agent-runner/assent"
)

// sentence is one with its mark and the blanks after it; a point within a number ends nothing.
var sentence = regexp.MustCompile(`(?s).+?(?:[.!?…:]+(?:\s+|$)|\n+|$)`)

// Aside is what a model says beside the write that waits for its yes: the sentences that ask nothing, name no time and speak of no
// booking. What would change is said once, and not in its words.
func Aside(text string, now time.Time, l language.Lang) string {
	var kept strings.Builder
	for _, s := range sentence.FindAllString(text, -1) {
		if strings.ContainsAny(s, "?¿") || assent.Orders(s) || !when.Parse(language.Read(s), now, l).Empty() {
			continue
		}
		kept.WriteString(s)
	}
	return strings.TrimSpace(kept.String())
}
