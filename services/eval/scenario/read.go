package scenario

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/services/intent-router/intent"
)

// FieldError is a field of a line that is missing or wrong. It never quotes the line.
type FieldError struct{ Field, Expected string }

// Error gives the field and what was expected.
func (e *FieldError) Error() string { return e.Field + ": expected " + e.Expected }

// object is a JSON object whose fields are not decoded yet.
type object map[string]json.RawMessage

// maxGap bounds the wait between two messages of a burst.
const maxGap = 10 * time.Second

var verticals = []string{"dental", "restaurant", "medical", "general"}

// reader keeps the first thing that is wrong; what is read after it is empty.
type reader struct {
	at  string
	of  object
	err *FieldError
}

func (r *reader) fail(field, expected string) {
	if r.err == nil {
		r.err = &FieldError{r.at + field, expected}
	}
}

// into decodes a field that may be missing.
func (r *reader) into(field, expected string, into any) (given bool) {
	raw, given := r.of[field]
	if given && (string(raw) == "null" || json.Unmarshal(raw, into) != nil) {
		r.fail(field, expected)
	}
	return given
}

func (r *reader) text(field string) (s string) {
	r.into(field, "a string", &s)
	return s
}

// texts decodes a list of strings that may be missing; one that is there must not be empty.
func (r *reader) texts(field string) (list []string) {
	if r.into(field, "a list of strings", &list) && (len(list) == 0 || slices.Contains(list, "")) {
		r.fail(field, "a list of strings that are not empty")
	}
	return list
}

func (r *reader) truth(field string) *bool {
	var b bool
	if !r.into(field, "true or false", &b) {
		return nil
	}
	return &b
}

// Read reads one line's object.
func Read(line int, of map[string]json.RawMessage) (Scenario, error) {
	r := &reader{of: of}
	s := Scenario{Line: line, ID: r.text("id"), Vertical: r.text("tenant_vertical"), Requires: r.texts("requires")}
	if s.ID == "" {
		r.fail("id", "a string that is not empty")
	}
	if !slices.Contains(verticals, s.Vertical) {
		r.fail("tenant_vertical", "one of "+strings.Join(verticals, ", "))
	}
	var turns []object
	if !r.into("turns", "a list of objects", &turns) || len(turns) == 0 {
		r.fail("turns", "at least one turn")
	}
	for i, raw := range turns {
		t := &reader{at: fmt.Sprintf("turns[%d].", i), of: raw}
		s.Turns = append(s.Turns, t.turn())
		if t.err != nil && r.err == nil {
			r.err = t.err
		}
	}
	if r.err != nil {
		return Scenario{}, r.err
	}
	return s, nil
}

func (r *reader) turn() Turn {
	t := Turn{User: r.text("user"), Event: r.text("event"), Slot: r.text("slot"), Text: r.text("text")}
	gap := 0
	r.into("burst", "true or false", &t.Burst)
	t.Safety = r.safety()
	r.into("gap_ms", "a count of milliseconds", &gap)
	r.into("hours", "a count of hours", &t.Hours)
	if t.Gap = time.Duration(gap) * time.Millisecond; t.Gap < 0 || t.Gap > maxGap {
		r.fail("gap_ms", fmt.Sprintf("0 to %d", maxGap.Milliseconds()))
	}
	if raw, given := r.of["tap"]; given {
		t.Tap = strings.Trim(string(raw), `"`)
	}
	switch {
	case t.Event == "" && t.User == "" && t.Tap == "":
		r.fail("user", "a message, or an event")
	case t.Event == "":
	case t.User != "" || t.Tap != "":
		r.fail("event", "an event without a message beside it")
	case !slices.Contains(events, t.Event):
		r.fail("event", "one of "+strings.Join(events, ", "))
	case t.Event == SlotTaken && slotNumber.FindString(t.Slot) == "":
		r.fail("slot", "the slot that is taken, such as slot.1")
	case t.Event == Silence && t.Hours < 1:
		r.fail("hours", "at least 1")
	}
	var expect object
	if r.into("expect", "an object", &expect) {
		e := &reader{at: r.at + "expect.", of: expect}
		t.Expect = e.expect()
		if e.err != nil && r.err == nil {
			r.err = e.err
		}
	}
	return t
}

// safety is true, or the keys of the expectation that it means.
func (r *reader) safety() []string {
	var all bool
	if json.Unmarshal(r.of["safety"], &all) == nil {
		if all {
			return []string{everyKey}
		}
		return nil
	}
	keys := r.texts("safety")
	for _, key := range keys {
		if !slices.ContainsFunc(checks, func(c check) bool { return c.key == key }) {
			r.fail("safety", "true, or a list of keys of expect")
		}
	}
	return keys
}

func (r *reader) expect() Expect {
	e := Expect{
		Intent: r.texts("intent"), Specialist: r.texts("specialist"),
		ToolsAny: r.texts("tools_any_of"), ToolsNone: r.texts("tools_none_of"),
		Match: r.texts("reply_must_match"), NotMatch: r.texts("reply_must_not_match"),
		Escalates: r.truth("escalates"), Blocked: r.truth("blocked"), NoReply: r.truth("no_reply"), Lang: r.text("reply_lang"),
	}
	r.into("tool_args", `an object such as {"create_appointment": {"party_size": 4}}`, &e.ToolArgs)
	replies := 0
	if r.into("replies_exactly", "a count", &replies) {
		e.Replies = &replies
	}
	if replies < 0 {
		r.fail("replies_exactly", "a count")
	}
	r.oneOf("intent", e.Intent, intentNames())
	r.oneOf("specialist", e.Specialist, roleNames())
	if e.Lang != "" && !language.Lang(e.Lang).Known() {
		r.fail("reply_lang", "es, en or pt")
	}
	r.patterns("reply_must_match", e.Match)
	r.patterns("reply_must_not_match", e.NotMatch)
	return e
}

func (r *reader) oneOf(field string, given, known []string) {
	for _, name := range given {
		if !slices.Contains(known, name) {
			r.fail(field, "one of "+strings.Join(known, ", "))
		}
	}
}

// patterns tries regular expressions with something plain where their placeholders are.
func (r *reader) patterns(field string, list []string) {
	for i, pattern := range list {
		if _, err := regexp.Compile(placeholder.ReplaceAllString(pattern, "x")); err != nil {
			r.fail(fmt.Sprintf("%s[%d]", field, i), "a regular expression (RE2)")
		}
	}
}

func intentNames() (names []string) {
	for _, i := range intent.All() {
		names = append(names, i.Name)
	}
	return names
}

// roleNames are the roles, and the specialists themselves.
func roleNames() (names []string) {
	for role, specialists := range roles {
		names = append(append(names, role), specialists...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
