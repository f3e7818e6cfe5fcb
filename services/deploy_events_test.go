package services_test

import (
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/recado/recado/pkg/bus"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// everyEvent is one of each kind.
var everyEvent = []bus.Event{
	&recadov1.MessageReceived{}, &recadov1.MessageScreened{}, &recadov1.MessageRouted{}, &recadov1.ReceiptReceived{},
	&recadov1.ToolRequested{Tool: "list_services"}, &recadov1.ToolCompleted{Owner: "agent-runner-1"}, &recadov1.ReplyDrafted{},
	&recadov1.ReplySent{}, &recadov1.ReplyDelivered{}, &recadov1.ReplyRead{}, &recadov1.ReplyFailed{}, &recadov1.DocumentSubmitted{},
	&recadov1.DocumentRemoved{}, &recadov1.DocumentPending{}, &recadov1.DocumentProcessing{}, &recadov1.DocumentIndexed{},
	&recadov1.DocumentFailed{}, &recadov1.TurnCompleted{},
	&recadov1.HandoffRequested{}, &recadov1.HandoffReturned{}, &recadov1.BudgetReached{}, &recadov1.FeedbackGiven{},
	&recadov1.AppointmentChanged{}, &recadov1.OrderChanged{}, &recadov1.UsageReported{},
	&recadov1.MessageDue{},
}

// fill returns a copy of e that is fit for the bus; a large one has a body for the object store.
func fill(e bus.Event, id string, large bool) bus.Event {
	e = proto.CloneOf(e)
	meta := &recadov1.Meta{EventId: id, TenantId: "clinica-sol", ConversationKey: "c1"}
	if large {
		meta.MessageId = strings.Repeat(id, 300<<10/len(id))
	}
	e.ProtoReflect().Set(e.ProtoReflect().Descriptor().Fields().ByName("meta"), protoreflect.ValueOfMessage(meta.ProtoReflect()))
	return e
}
