package send

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/recado/recado/services/agent-runner/handoff"
	"github.com/recado/recado/services/agent-runner/temperature"
)

// Whose words a message is said as.
const (
	asPerson    = "person"
	asAssistant = "assistant"
)

// wish is what a program wants said: to a contact or in a conversation.
type wish struct{ contact, conversation, message, as, temperature string }

// fields are those of a body, in the order in which they are told.
var fields = []struct {
	name string
	of   func(w *wish) *string
}{
	{"contact_id", func(w *wish) *string { return &w.contact }},
	{"conversation_id", func(w *wish) *string { return &w.conversation }},
	{"message", func(w *wish) *string { return &w.message }},
	{"as", func(w *wish) *string { return &w.as }},
	{"temperature", func(w *wish) *string { return &w.temperature }},
}

func field(name string) func(w *wish) *string {
	for _, f := range fields {
		if f.name == name {
			return f.of
		}
	}
	return nil
}

// parse reads a body strictly: one object of known fields, each once and a text.
func parse(data []byte) (w wish, wrong *refusal) {
	if !utf8.Valid(data) {
		return w, invalid("", "one JSON object in UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return w, invalid("", "one JSON object")
	}
	seen := map[string]bool{}
	for d.More() {
		if wrong := w.read(d, seen); wrong != nil {
			return wish{}, wrong
		}
	}
	if end, err := d.Token(); err != nil || end != json.Delim('}') {
		return wish{}, invalid("", "one JSON object")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return wish{}, invalid("", "one JSON object and nothing after it")
	}
	return w, w.check(seen)
}

// read takes one field.
func (w *wish) read(d *json.Decoder, seen map[string]bool) *refusal {
	key, err := d.Token()
	name, isName := key.(string)
	if err != nil || !isName {
		return invalid("", "one JSON object")
	}
	of := field(name)
	switch {
	case of == nil:
		return invalid(tellable(name), "only contact_id or conversation_id, message, as, and temperature")
	case seen[name]:
		return invalid(name, "it once")
	}
	seen[name] = true
	value, err := d.Token()
	if err != nil {
		return invalid("", "one JSON object")
	}
	text, isText := value.(string)
	if !isText {
		return invalid(name, "a string")
	}
	*of(w) = text
	return nil
}

// tellable is the name of an unknown field where it looks like one: it is told back.
func tellable(name string) string {
	if len(name) > 40 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") != "" {
		return ""
	}
	return name
}

// check brings the values into one form, and says which of them cannot be.
func (w *wish) check(seen map[string]bool) *refusal {
	_, known := temperature.Parse(w.temperature)
	switch {
	case (w.contact == "") == (w.conversation == ""):
		return invalid("contact_id", "either contact_id or conversation_id")
	case w.contact != "" && !canonical(&w.contact):
		return invalid("contact_id", "a UUID")
	case w.conversation != "" && !canonical(&w.conversation):
		return invalid("conversation_id", "a UUID")
	case w.as != asPerson && w.as != asAssistant:
		return invalid("as", "person or assistant")
	case seen["temperature"] && !known:
		return invalid("temperature", "HOT, WARM or COLD")
	}
	text, err := handoff.Clean(w.message)
	if err != nil {
		return invalid("message", "1 to 4000 characters")
	}
	w.message = text
	return nil
}

// canonical writes a UUID as the database does, and reports whether it is one.
func canonical(id *string) bool {
	parsed, err := uuid.Parse(*id)
	if err != nil || len(*id) != len(parsed.String()) {
		return false
	}
	*id = parsed.String()
	return true
}

// maxKey bounds an idempotency key, in bytes.
const maxKey = 200

// keyOf is the idempotency key of a request.
func keyOf(h http.Header) (string, *refusal) {
	keys := h.Values("Idempotency-Key")
	if len(keys) != 1 || keys[0] == "" || len(keys[0]) > maxKey {
		return "", invalid("Idempotency-Key", "one header of 1 to 200 bytes: the same key sends the same message once")
	}
	return keys[0], nil
}
