package inspect

import (
	"encoding/json"
	"fmt"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protopath"
	"google.golang.org/protobuf/reflect/protorange"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/recado/recado/pkg/bus"
)

// outline is an event as JSON with its ids and without anything that somebody said; nil where it is no event, or cannot be
// opened here.
func outline(letter bus.DeadLetter, payload []byte) json.RawMessage {
	event, err := bus.DecodeDeadLetter(letter, payload)
	if err != nil || len(payload) == 0 {
		return nil
	}
	if contact := event.GetMeta().GetContact(); contact != nil {
		contact.ProfileName, contact.SealedAddress = "", nil
	}
	err = protorange.Range(event.ProtoReflect(), func(p protopath.Values) error {
		if inMeta(p) {
			return nil // protorange.Break would leave out the fields after meta too
		}
		switch v := p.Index(-1).Value.Interface().(type) {
		case string:
			return blank(p, protoreflect.ValueOfString(fmt.Sprintf("(%d bytes)", len(v))), v == "")
		case []byte:
			return blank(p, protoreflect.ValueOfBytes(nil), false)
		}
		return nil
	})
	if err != nil {
		return nil
	}
	out, err := protojson.Marshal(event)
	if err != nil {
		return nil
	}
	return out
}

// inMeta reports whether a path leads into the event's meta, which holds ids.
func inMeta(p protopath.Values) bool {
	if p.Len() < 2 {
		return false
	}
	first := p.Index(1).Step
	return first.Kind() == protopath.FieldAccessStep && first.FieldDescriptor().Name() == "meta"
}

// blank replaces the value that a path ends in, where it stands in a message or a list.
func blank(p protopath.Values, with protoreflect.Value, empty bool) error {
	parent, step := p.Index(-2).Value, p.Index(-1).Step
	switch step.Kind() {
	case protopath.FieldAccessStep:
		if !empty {
			parent.Message().Set(step.FieldDescriptor(), with)
		}
	case protopath.ListIndexStep:
		parent.List().Set(step.ListIndex(), with)
	default:
	}
	return nil
}
