package turn

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// escalate is the one write that even a suspect turn may do: it only calls a person.
const escalate = "escalate_to_human"

// unconfirmed is what a write gets in a suspect turn.
var unconfirmed = &tool.Error{
	Code:    "confirmation_required",
	Message: "not done: tell the customer exactly what would be done and ask for a yes; call again when the next message says so",
}

// suspect says whether something that the turn reads may try to steer it: a flagged message, or a tool's result with
// instructions in it. Its writes wait for a confirmation.
func (r *run) suspect() bool {
	for _, m := range r.conv.Messages {
		if m.Routed.GetVerdict() == recadov1.Verdict_VERDICT_FLAG {
			return true
		}
	}
	return r.tainted
}

// removed stands for a text of a tool's result that held instructions to the model.
const removed = "[removed: instructions in a document]"

// screened is a result without texts that try to steer the model; what is only suspicious stays, and makes the turn suspect.
func (r *run) screened(res tool.Result) tool.Result {
	if len(res.JSON) == 0 {
		return res
	}
	result := guard.Screen(string(res.JSON), guard.ToolResult)
	if result.Verdict < guard.Flag && !bytes.Contains(res.JSON, []byte(removed)) {
		return res
	}
	var v any
	if json.Unmarshal(res.JSON, &v) != nil {
		return res
	}
	s := screening{}
	clean := s.clean(v)
	if s.worst < guard.Flag {
		return res
	}
	r.tainted = true
	r.span.AddEvent("tool result held instructions", trace.WithAttributes(attribute.String("gen_ai.tool.name", res.Tool),
		attribute.String("recado.guard.verdict", s.worst.String()), attribute.StringSlice("recado.guard.findings", s.codes)))
	if s.worst == guard.Block {
		if data, err := json.Marshal(clean); err == nil {
			res.JSON = data
		}
	}
	return res
}

// screening walks a result's texts.
type screening struct {
	worst guard.Verdict
	codes []string
}

func (s *screening) clean(v any) any {
	switch x := v.(type) {
	case string:
		if x == removed { // by an earlier attempt at this turn: the journal holds what it was shown
			s.worst = guard.Block
			return v
		}
		result := guard.Screen(x, guard.ToolResult)
		s.worst = max(s.worst, result.Verdict)
		for _, f := range result.Findings {
			s.codes = append(s.codes, f.Code)
		}
		if result.Verdict == guard.Block {
			return removed
		}
	case []any:
		for i := range x {
			x[i] = s.clean(x[i])
		}
	case map[string]any:
		for key := range x {
			x[key] = s.clean(x[key])
		}
	}
	return v
}

// canary is a word of a tenant's prompt that nothing else says; it changes with the settings only, so that prompts stay cached.
func (r *run) canary() string {
	sum := sha256.Sum256([]byte("canary\x00" + string(r.conv.Tenant) + "\x00" + r.settings.Name + "\x00" + strconv.FormatInt(r.settings.Version, 10)))
	return "rc" + hex.EncodeToString(sum[:6])
}

// secret knows the system sections of the thread.
func (r *run) secret() *guard.Secret {
	if r.hidden == nil {
		var texts []string
		for _, m := range r.thread {
			if m.Role == llm.RoleSystem {
				texts = append(texts, m.Text)
			}
		}
		r.hidden = guard.NewSecret(r.canary(), texts...)
	}
	return r.hidden
}

// leaked says whether a remote model's words tell the prompt.
func (r *run) leaked(text string) bool {
	how := r.secret().Sparing(r.public()...).Leak(text)
	if how != "" {
		r.span.AddEvent("draft told the prompt", trace.WithAttributes(attribute.String("recado.guard.leak", how)))
	}
	return how != ""
}

// public is what the business says of itself: it may be told, whatever else holds it. Of the assistant's own instructions that is
// what they put into its mouth.
func (r *run) public() []string {
	return slices.Concat(r.found, r.persona.Critical, quoted(r.persona.Instructions))
}

// quotes are the pairs of marks around words that are to be said.
var quotes = regexp.MustCompile(`"([^"]*)"|“([^”]*)”|«([^»]*)»`)

// quoted lists what stands between quotation marks.
func quoted(text string) (out []string) {
	for _, match := range quotes.FindAllStringSubmatch(text, -1) {
		out = append(out, strings.Join(match[1:], ""))
	}
	return out
}

// links are those that a reply may hold.
func (r *run) links() guard.Links {
	return guard.NewLinks(r.settings.Guard.AllowedLinks, r.settings.Guard.OwnLinks)
}

// unlinked is a draft without links to where the business does not send its customers.
func (r *run) unlinked(text string) string {
	text, n := r.links().Strip(text)
	if n > 0 {
		r.span.AddEvent("links removed", trace.WithAttributes(attribute.Int("recado.links", n)))
	}
	return strings.TrimSpace(text)
}

// refused is the fixed text instead of a draft that told what it must not.
func (r *run) refused(reason string) *draft {
	return &draft{text: say(textBlocked, r.language), outcome: recadov1.TurnOutcome_TURN_OUTCOME_REPLIED, ended: "replied", reason: reason}
}
