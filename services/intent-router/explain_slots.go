package intentrouter

import (
	"fmt"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/recado/recado/pkg/language"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/intent-router/intent"
)

// Slot is a value of a message.
type Slot struct {
	Slot  string `json:"slot"`
	Value string `json:"value"`
	// Words are the fewest, one after the other, that give the same value by themselves; empty where only the whole message does.
	Words string `json:"words,omitempty"`

	field protoreflect.FieldDescriptor
	value protoreflect.Value
}

// Parts of a message that are read by themselves: up to maxWindow of its first windowTokens tokens.
const (
	windowTokens = 48
	maxWindow    = 20
)

// windows gives each part of a message to ask, the shortest first, until that returns false.
func (m *message) windows(ask func(part language.Text) bool) {
	tokens := m.text.Tokens[:min(len(m.text.Tokens), windowTokens)]
	for n := 1; n <= min(maxWindow, len(tokens)); n++ {
		for i := range len(tokens) - n + 1 {
			if !ask(language.Read(m.text.Raw[tokens[i].Start:tokens[i+n-1].End])) {
				return
			}
		}
	}
}

// explainSlots lists the values of a message with the words that they were read from.
func (m *message) explainSlots(b *business, routed *recadov1.MessageRouted) []Slot {
	dominant := routed.GetIntents()[0].GetName()
	slots := listSlots(routed.GetSlots())
	left := len(slots)
	var ev intent.Evidence
	m.windows(func(part language.Text) bool {
		if left == 0 {
			return false
		}
		ev.Read(part)
		alone := message{text: part, lang: m.lang, now: m.now, evidence: &ev}
		found := alone.slots(b)
		alone.readBare(found, dominant == intent.Other)
		for i := range slots {
			if slots[i].Words == "" && slots[i].in(found) {
				slots[i].Words = part.Raw
				left--
			}
		}
		return true
	})
	return slots
}

// listSlots lists the values in the order of their fields.
func listSlots(s *recadov1.Slots) []Slot {
	out := []Slot{}
	m := s.ProtoReflect()
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		if !m.Has(field) {
			continue
		}
		for _, value := range valuesOf(m, field) {
			out = append(out, Slot{Slot: string(field.Name()), Value: textOf(field, value), field: field, value: value})
		}
	}
	return out
}

// valuesOf returns the items of a list, and one value of every other field.
func valuesOf(m protoreflect.Message, field protoreflect.FieldDescriptor) (values []protoreflect.Value) {
	if !field.IsList() {
		return append(values, m.Get(field))
	}
	list := m.Get(field).List()
	for i := range list.Len() {
		values = append(values, list.Get(i))
	}
	return values
}

// in reports whether a value is among others.
func (s *Slot) in(other *recadov1.Slots) bool {
	for _, value := range valuesOf(other.ProtoReflect(), s.field) {
		if s.field.Message() != nil {
			if proto.Equal(value.Message().Interface(), s.value.Message().Interface()) {
				return true
			}
		} else if value.Equal(s.value) {
			return true
		}
	}
	return false
}

// textOf writes a value on one line: a message as its fields that are set.
func textOf(field protoreflect.FieldDescriptor, value protoreflect.Value) string {
	if field.Message() == nil {
		return fmt.Sprint(value.Interface())
	}
	m := value.Message()
	var parts []string
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		inner := fields.Get(i)
		for _, v := range valuesOf(m, inner) {
			if text := textOf(inner, v); m.Has(inner) {
				parts = append(parts, string(inner.Name())+"="+quoted(text))
			}
		}
	}
	return strings.Join(parts, " ")
}

func quoted(s string) string {
	if strings.ContainsAny(s, " \"\n=") {
		return strconv.Quote(s)
	}
	return s
}
