package bus

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Event is a message of the wire contract.
type Event interface {
	proto.Message
	GetMeta() *recadov1.Meta
}

// StageOf returns the stage of an event, from its name: MessageRouted is message.routed.
func StageOf(e Event) string {
	name := string(e.ProtoReflect().Descriptor().Name())
	for i := 1; i < len(name); i++ {
		if name[i] >= 'A' && name[i] <= 'Z' {
			return strings.ToLower(name[:i]) + "." + strings.ToLower(name[i:])
		}
	}
	return strings.ToLower(name)
}

// subjectOf returns where an event is published.
func subjectOf(e Event, st topology.Stage, parts uint32) string {
	switch t := e.(type) {
	case *recadov1.ToolRequested:
		return subject.ToolRequested + "." + t.GetTool()
	case *recadov1.ToolCompleted:
		return subject.ToolCompleted + "." + t.GetOwner()
	}
	m := e.GetMeta()
	return subject.Event(st.Name, subject.Partition(m.GetTenantId(), orderKey(m), parts), m.GetTenantId())
}

// orderKey is what an event is ordered by: its conversation, or itself where it belongs to none.
func orderKey(m *recadov1.Meta) string {
	if key := m.GetConversationKey(); key != "" {
		return key
	}
	return m.GetEventId()
}

// checkEvent names the field that makes an event unfit for the bus.
func checkEvent(e Event, st topology.Stage) error {
	required := []meta.Field{meta.EventID}
	if st.Conversational {
		required = append(required, meta.ConversationKey)
	}
	if err := meta.Check(e.GetMeta(), required...); err != nil {
		return err
	}
	return checkTokens(e)
}

func checkTokens(e Event) error {
	switch t := e.(type) {
	case *recadov1.ToolRequested:
		return checkToken("tool", t.GetTool())
	case *recadov1.ToolCompleted:
		return checkToken("owner", t.GetOwner())
	}
	return nil
}

// checkToken admits what may stand between two dots of a subject.
func checkToken(field, s string) error {
	if s == "" || len(s) > 128 {
		return fmt.Errorf("%s: expected 1 to 128 characters, got %d", field, len(s))
	}
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return fmt.Errorf("%s: expected only letters, digits, - and _", field)
		}
	}
	return nil
}

// newEvent returns an empty E.
func newEvent[E Event]() E {
	var zero E
	return zero.ProtoReflect().New().Interface().(E)
}
