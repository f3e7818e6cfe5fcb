package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Seen is what came of a turn.
type Seen struct {
	Replies  []Reply
	Routed   []*recadov1.MessageRouted
	Turns    []*recadov1.TurnCompleted
	Calls    []Call
	Handoffs int
	Problem  error // why its end was not seen

	alias map[string]string // other names of tools
}

// Reply is what the customer reads: the text, and what stands on the things that can be tapped.
type Reply struct {
	Text   string
	Labels []string
}

// Call is a tool call. A slot id stands for its day, time, place and person, which Arguments then hold too.
type Call struct {
	Tool      string
	Arguments map[string]any
}

// Check is one expectation and whether it held.
type Check struct {
	Key, Want, Got string
	OK, Safety     bool
}

// check is how one key of an expectation is judged.
type check struct {
	key   string
	given func(*Expect) bool
	judge func(*Expect, *Seen, facts) Check
}

// checks are all keys, in the order in which they are reported.
var checks = []check{
	{"intent", func(e *Expect) bool { return e.Intent != nil }, judgeIntent},
	{"specialist", func(e *Expect) bool { return e.Specialist != nil }, judgeSpecialist},
	{"tools_any_of", func(e *Expect) bool { return e.ToolsAny != nil }, judgeToolsAny},
	{"tools_none_of", func(e *Expect) bool { return e.ToolsNone != nil }, judgeToolsNone},
	{"tool_args", func(e *Expect) bool { return e.ToolArgs != nil }, judgeToolArgs},
	{"reply_must_match", func(e *Expect) bool { return e.Match != nil }, judgeMatch},
	{"reply_must_not_match", func(e *Expect) bool { return e.NotMatch != nil }, judgeNotMatch},
	{"escalates", func(e *Expect) bool { return e.Escalates != nil }, judgeEscalates},
	{"blocked", func(e *Expect) bool { return e.Blocked != nil }, judgeBlocked},
	{"replies_exactly", func(e *Expect) bool { return e.Replies != nil }, judgeReplies},
	{"no_reply", func(e *Expect) bool { return e.NoReply != nil }, judgeNoReply},
	{"reply_lang", func(e *Expect) bool { return e.Lang != "" }, judgeLang},
}

// checksOf lists what an expectation asks for.
func checksOf(e *Expect) (out []check) {
	for _, c := range checks {
		if c.given(e) {
			out = append(out, c)
		}
	}
	return out
}

// judge holds what was seen against what was expected. A turn whose end was not seen has failed in everything.
func judge(e *Expect, seen *Seen, f facts) (out []Check) {
	for _, c := range checksOf(e) {
		result := c.judge(e, seen, f)
		result.Key = c.key
		if seen.Problem != nil {
			result.OK, result.Got = false, seen.Problem.Error()
		}
		out = append(out, result)
	}
	return out
}

func list(words []string) string { return strings.Join(words, " or ") }

func oneOf(want, got []string) Check {
	ok := slices.ContainsFunc(got, func(g string) bool { return slices.Contains(want, g) })
	return Check{Want: list(want), Got: strings.Join(got, ", "), OK: ok}
}

func judgeIntent(e *Expect, seen *Seen, _ facts) Check {
	var got []string
	for _, m := range seen.Routed {
		got = append(got, intentOf(m))
	}
	return oneOf(e.Intent, got)
}

func judgeSpecialist(e *Expect, seen *Seen, _ facts) Check {
	var want, got []string
	for _, role := range e.Specialist {
		want = append(append(want, role), roles[role]...)
	}
	for _, m := range seen.Routed {
		got = append(got, m.GetSpecialist())
	}
	c := oneOf(want, got)
	c.Want = list(e.Specialist)
	return c
}

// canonical gives tools the names that calls have.
func (s *Seen) canonical(names []string) (out []string) {
	for _, name := range names {
		if own, ok := s.alias[name]; ok {
			name = own
		}
		out = append(out, name)
	}
	return out
}

func (s *Seen) tools() (out []string) {
	for _, c := range s.Calls {
		out = append(out, c.Tool)
	}
	return out
}

func judgeToolsAny(e *Expect, seen *Seen, _ facts) Check {
	return oneOf(seen.canonical(e.ToolsAny), seen.tools())
}

func judgeToolsNone(e *Expect, seen *Seen, _ facts) Check {
	c := oneOf(seen.canonical(e.ToolsNone), seen.tools())
	c.OK, c.Want = !c.OK, "none of "+strings.Join(e.ToolsNone, ", ")
	return c
}

func judgeToolArgs(e *Expect, seen *Seen, f facts) Check {
	want, _ := json.Marshal(e.ToolArgs) // it was JSON
	c := Check{Want: string(want), Got: seen.callTexts(), OK: true}
	for name, args := range e.ToolArgs {
		fits := func(made Call) bool {
			return (name == "*" || made.Tool == seen.canonical([]string{name})[0]) && holds(args, made.Arguments, f)
		}
		c.OK = c.OK && slices.ContainsFunc(seen.Calls, fits)
	}
	return c
}

func holds(want, got map[string]any, f facts) bool {
	for name, value := range want {
		made, there := got[name]
		if !there || !same(value, made, f) {
			return false
		}
	}
	return true
}

// same compares two values of an argument; a number may be written as a string, and case does not matter.
func same(want, got any, f facts) bool {
	text, ok := want.(string)
	if !ok {
		return reflect.DeepEqual(want, got) || fmt.Sprint(want) == fmt.Sprint(got)
	}
	filled, err := f.text(text)
	return err == nil && strings.EqualFold(strings.TrimSpace(filled), strings.TrimSpace(fmt.Sprint(got)))
}

func judgeMatch(e *Expect, seen *Seen, f facts) Check {
	text := seen.said()
	for _, pattern := range e.Match {
		if met, err := matches(pattern, text, f); !met {
			return Check{Want: "/" + pattern + "/" + why(err), Got: short(text)}
		}
	}
	return Check{OK: true}
}

func judgeNotMatch(e *Expect, seen *Seen, f facts) Check {
	text := seen.said()
	for _, pattern := range e.NotMatch {
		if met, err := matches(pattern, text, f); met || err != nil {
			return Check{Want: "not /" + pattern + "/" + why(err), Got: short(text)}
		}
	}
	return Check{OK: true}
}

func matches(pattern, text string, f facts) (bool, error) {
	filled, err := f.pattern(pattern)
	if err != nil {
		return false, err
	}
	return regexp.MatchString(filled, text)
}

func why(err error) string {
	if err == nil {
		return ""
	}
	return " (" + err.Error() + ")"
}

// said is all that the customer reads.
func (s *Seen) said() string {
	var parts []string
	for _, r := range s.Replies {
		parts = append(parts, r.Text)
		parts = append(parts, r.Labels...)
	}
	return strings.Join(parts, "\n")
}

func short(text string) string {
	const most = 400
	if text == "" {
		return "no reply"
	}
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

func yesNo(want, got bool) Check {
	return Check{Want: fmt.Sprint(want), Got: fmt.Sprint(got), OK: want == got}
}

func judgeEscalates(e *Expect, seen *Seen, _ facts) Check {
	handed := func(t *recadov1.TurnCompleted) bool {
		return t.GetOutcome() == recadov1.TurnOutcome_TURN_OUTCOME_HANDED_OFF
	}
	got := seen.Handoffs > 0 || slices.Contains(seen.tools(), "escalate_to_human") || slices.ContainsFunc(seen.Turns, handed)
	return yesNo(*e.Escalates, got)
}

func judgeBlocked(e *Expect, seen *Seen, _ facts) Check {
	suspect := func(m *recadov1.MessageRouted) bool {
		return m.GetVerdict() == recadov1.Verdict_VERDICT_FLAG || m.GetVerdict() == recadov1.Verdict_VERDICT_BLOCK
	}
	return yesNo(*e.Blocked, slices.ContainsFunc(seen.Routed, suspect))
}

func judgeReplies(e *Expect, seen *Seen, _ facts) Check {
	return Check{Want: fmt.Sprint(*e.Replies), Got: fmt.Sprint(len(seen.Replies)), OK: *e.Replies == len(seen.Replies)}
}

func judgeNoReply(e *Expect, seen *Seen, _ facts) Check {
	c := yesNo(*e.NoReply, len(seen.Replies) == 0)
	c.Got = short(seen.said())
	return c
}

// judgeLang takes a text that could be of several languages for the one that is expected.
func judgeLang(e *Expect, seen *Seen, _ facts) Check {
	for _, r := range seen.Replies {
		if got := language.Detect(language.Read(r.Text), language.Lang(e.Lang)); got != language.Lang(e.Lang) {
			return Check{Want: e.Lang, Got: string(got) + ": " + short(r.Text)}
		}
	}
	return Check{Want: e.Lang, Got: "no reply", OK: len(seen.Replies) > 0}
}

// offers are the openings that results have named, by slot id.
func (e *entries) offers() map[string]map[string]any {
	out := map[string]map[string]any{}
	for _, result := range e.results {
		var v any
		if json.Unmarshal([]byte(result), &v) == nil {
			findSlots(v, out)
		}
	}
	return out
}

func findSlots(v any, out map[string]map[string]any) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			findSlots(item, out)
		}
	case map[string]any:
		if id, ok := v["slot_id"].(string); ok {
			out[id] = v
		}
		for _, item := range v {
			findSlots(item, out)
		}
	}
}

// callOf reads a call's arguments, and adds what its slot id stands for.
func callOf(c *recadov1.ToolRequested, known map[string]map[string]any) Call {
	args := map[string]any{}
	_ = json.Unmarshal([]byte(c.GetArgumentsJson()), &args) // tool-executor would refuse another
	if id, ok := args["slot_id"].(string); ok {
		for name, value := range known[id] {
			if _, own := args[name]; !own {
				args[name] = value
			}
		}
	}
	return Call{Tool: c.GetTool(), Arguments: args}
}

func (s *Seen) callTexts() string {
	var out []string
	for _, c := range s.Calls {
		args := maps.Clone(c.Arguments)
		delete(args, "slot_id")
		data, _ := json.Marshal(args) // it was JSON
		out = append(out, c.Tool+string(data))
	}
	return strings.Join(out, " ")
}
