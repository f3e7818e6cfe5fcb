package topology_test

import (
	"slices"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// ofOld makes the doors as they were when a subject named the channel alone, with the consumers that read them.
func ofOld(t *testing.T, js jetstream.JetStream) {
	t.Helper()
	for door, durables := range map[string]map[string]string{
		subject.GatewayInbound:  {"ingest-gateway-telegram": "gateway.inbound.telegram"},
		subject.GatewayReceipt:  {"ingest": "gateway.receipt.>"},
		subject.GatewayOutbound: {"gateway-telegram": "gateway.outbound.telegram"},
	} {
		stream, err := js.Stream(t.Context(), subject.Stream(door))
		if err != nil {
			t.Fatal(err)
		}
		cfg := stream.CachedInfo().Config
		cfg.Subjects, cfg.DiscardNewPerSubject, cfg.MaxMsgsPerSubject, cfg.Discard = []string{door + ".*"}, false, -1, jetstream.DiscardNew
		if _, err := js.UpdateStream(t.Context(), cfg); err != nil {
			t.Fatal(err)
		}
		for durable, filter := range durables {
			reader := jetstream.ConsumerConfig{Durable: durable, FilterSubject: filter, MaxAckPending: 1}
			if _, err := js.CreateConsumer(t.Context(), cfg.Name, reader); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func fly(t *testing.T, js jetstream.JetStream, subj, id string, m proto.Message) {
	t.Helper()
	data, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), subj, data, jetstream.WithMsgID(id)); err != nil {
		t.Fatal(err)
	}
}

func handleFirst(t *testing.T, js jetstream.JetStream) {
	t.Helper()
	reader, err := js.Consumer(t.Context(), "GATEWAY_INBOUND", "ingest-gateway-telegram")
	if err != nil {
		t.Fatal(err)
	}
	first, err := reader.Next()
	if err != nil {
		t.Fatal(err)
	}
	if err := first.DoubleAck(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestApplyMovesWhatGatewaysOfOldLeftToTheirTenants(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	js, err := jetstream.New(s.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	ofOld(t, js)
	for _, owner := range []string{"clinic", "bistro", "No Tenant"} {
		meta := &recadov1.Meta{TenantId: owner, Channel: "telegram"}
		fly(t, js, "gateway.inbound.telegram", "in-"+owner, &recadov1.MessageReceived{Meta: meta})
		fly(t, js, "gateway.receipt.telegram", "receipt-"+owner, &recadov1.ReceiptReceived{Meta: meta})
		fly(t, js, "gateway.outbound.telegram", "out-"+owner, &recadov1.ReplyDrafted{Meta: meta})
		fly(t, js, "gateway.outbound.unread", "unread-"+owner, &recadov1.ReplyDrafted{Meta: meta})
	}
	handleFirst(t, js)
	for range 2 {
		s.Apply(small)
	}
	for stream, want := range map[string][]string{
		"GATEWAY_INBOUND": {"gateway.inbound.telegram", "gateway.inbound.telegram", "gateway.inbound.telegram.bistro"},
		"GATEWAY_RECEIPT": {"gateway.receipt.telegram", "gateway.receipt.telegram.bistro", "gateway.receipt.telegram.clinic"},
		"GATEWAY_OUTBOUND": {
			"gateway.outbound.telegram", "gateway.outbound.telegram.bistro", "gateway.outbound.telegram.clinic",
			"gateway.outbound.unread", "gateway.outbound.unread", "gateway.outbound.unread",
		},
	} {
		var got []string
		for _, m := range bustest.CollectRaw(t, s, stream, len(want)) {
			got = append(got, m.Subject())
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s holds %v, want %v", stream, got, want)
		}
	}
	stream, err := js.Stream(t.Context(), "GATEWAY_RECEIPT")
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Purge(t.Context()); err != nil { // as its age does
		t.Fatal(err)
	}
	s.Apply(small)
	if _, err := stream.Consumer(t.Context(), "ingest"); err == nil {
		t.Error("the consumer of old is still there")
	}
	if _, err := js.Publish(t.Context(), "gateway.inbound.telegram", nil); err == nil {
		t.Error("a gateway of old may still write, and nobody reads it")
	}
}
