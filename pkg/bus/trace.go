package bus

import (
	"context"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/telemetry"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Attributes of the messaging conventions; "nats" is a custom value of the system.
var (
	attrSystem  = attribute.String("messaging.system", "nats")
	attrPublish = attribute.String("messaging.operation.name", "publish")
	attrSend    = attribute.String("messaging.operation.type", "send")
	attrHandle  = attribute.String("messaging.operation.name", "process")
	attrProcess = attribute.String("messaging.operation.type", "process")
)

func (b *Bus) startPublish(ctx context.Context, st topology.Stage, m *recadov1.Meta) (context.Context, trace.Span) {
	return b.tracer.Start(ctx, "publish "+st.Name, trace.WithSpanKind(trace.SpanKindProducer), trace.WithAttributes(
		attrSystem, attrPublish, attrSend,
		attribute.String("messaging.destination.name", st.Stream()),
		attribute.String("messaging.destination.template", st.Template()),
		attribute.String("messaging.message.id", st.Name+":"+m.GetEventId()),
		attribute.String("messaging.message.conversation_id", m.GetConversationKey()),
		attribute.String(telemetry.KeyTenant, m.GetTenantId()),
		attribute.String(telemetry.KeyMessage, m.GetMessageId()),
		attribute.String(telemetry.KeyConversation, m.GetConversationKey()),
	))
}

// startProcess opens the span of one attempt: child of the publish span, and linked to it. Redeliveries are siblings.
func (b *Bus) startProcess(ctx context.Context, d *delivery) (context.Context, trace.Span) {
	ctx = telemetry.ExtractFrom(ctx, d.msg.Header)
	opts := []trace.SpanStartOption{
		trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithAttributes(
			attrSystem, attrHandle, attrProcess,
			attribute.String("messaging.destination.name", d.Stream),
			attribute.String("messaging.destination.template", d.stage.Template()),
			attribute.String("messaging.destination.partition.id", strconv.FormatUint(uint64(d.Partition), 10)),
			attribute.String("messaging.consumer.group.name", d.Consumer),
			attribute.String("messaging.message.id", d.MessageID),
			attribute.Int64("messaging.nats.stream_sequence", int64(d.Sequence)),
			attribute.Int64(telemetry.KeyAttempt, int64(d.Attempt)),
			attribute.Float64(telemetry.KeyWait, float64(time.Since(d.received))/float64(time.Millisecond)),
			attribute.Float64("recado.queue_wait_ms", float64(d.Wait)/float64(time.Millisecond)),
		),
	}
	if parent := trace.SpanContextFromContext(ctx); parent.IsValid() {
		opts = append(opts, trace.WithLinks(trace.Link{SpanContext: parent}))
	}
	return b.tracer.Start(ctx, "process "+d.stage.Name, opts...)
}

// rootOf keeps the first two tokens of a subject: what may stand in an error or a metric.
func rootOf(subj string) string {
	first := strings.IndexByte(subj, '.')
	if first < 0 {
		return subj
	}
	if second := strings.IndexByte(subj[first+1:], '.'); second >= 0 {
		return subj[:first+1+second]
	}
	return subj
}
