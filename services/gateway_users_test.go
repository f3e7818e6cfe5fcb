package services_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// The gateways of two tenants on one channel.
const (
	ourGateway   = "gateway_telegram_clinica-sol"
	theirGateway = "gateway_telegram_bistro"
	ourReplies   = subject.GatewayOutbound + ".telegram.clinica-sol"
	theirReplies = subject.GatewayOutbound + ".telegram.bistro"
	theirDoor    = subject.GatewayInbound + ".telegram.bistro"
)

func TestAGatewaysDeployedUserServesItsTenantOnly(t *testing.T) {
	t.Parallel()
	s := deployedGateways(t)
	operator := s.Bus(t, "recado")
	for _, where := range []string{ourReplies, theirReplies} {
		check(t, "leave a reply", operator.PublishRaw(t.Context(), where, where, []byte(where)))
	}
	conn := gatewayConn(t, s, ourGateway)
	for _, door := range []string{subject.GatewayInbound, subject.GatewayReceipt} {
		if got := tell(conn, door+".telegram.clinica-sol", []byte("ours")); !stored(got) {
			t.Errorf("%s: a gateway cannot write: %q", door, got)
		}
		for _, foreign := range []string{".telegram.bistro", ".sms.clinica-sol", ".telegram"} {
			if got := tell(conn, door+foreign, []byte("forged")); got != "" {
				t.Errorf("%s%s: a gateway may write there: %q", door, foreign, got)
			}
		}
	}
	for _, foreign := range []string{ourReplies, theirReplies, "message.received.0.bistro", "reply.sent.0.bistro", "$KV.tenants.bistro"} {
		if got := tell(conn, foreign, []byte("forged")); got != "" {
			t.Errorf("%s: a gateway may write there: %q", foreign, got)
		}
	}
	if n := bustest.Count(t, s, subject.GatewayInbound); n != 1 {
		t.Errorf("the door holds %d messages, want the gateway's own", n)
	}
	readReplies(t, conn)
}

// readReplies takes the gateway's own reply, and tries every way to another's.
func readReplies(t *testing.T, conn *nats.Conn) {
	create := "$JS.API.CONSUMER.CREATE.GATEWAY_OUTBOUND." + ourGateway + "." + ourReplies
	next := "$JS.API.CONSUMER.MSG.NEXT.GATEWAY_OUTBOUND." + ourGateway
	for what, config := range map[string]map[string]any{
		"another filter":  {"name": ourGateway, "durable_name": ourGateway, "filter_subject": theirReplies},
		"two filters":     {"name": ourGateway, "durable_name": ourGateway, "filter_subjects": []string{ourReplies, theirReplies}},
		"no filter":       {"name": ourGateway, "durable_name": ourGateway},
		"another's name":  {"name": theirGateway, "durable_name": theirGateway, "filter_subject": ourReplies},
		"a push consumer": {"name": ourGateway, "durable_name": ourGateway, "filter_subject": theirReplies, "deliver_subject": "_INBOX_" + ourGateway + ".x"},
	} {
		if got := tell(conn, create, consumerOf(t, config)); !strings.Contains(got, `"error"`) {
			t.Errorf("%s: a gateway made a consumer: %q", what, got)
		}
	}
	for _, api := range []string{
		"CONSUMER.CREATE.GATEWAY_OUTBOUND", "CONSUMER.CREATE.GATEWAY_OUTBOUND." + ourGateway + "." + theirReplies, "CONSUMER.DURABLE.CREATE.GATEWAY_OUTBOUND." + ourGateway,
		"CONSUMER.MSG.NEXT.GATEWAY_OUTBOUND." + theirGateway, "CONSUMER.INFO.GATEWAY_OUTBOUND." + theirGateway, "CONSUMER.DELETE.GATEWAY_OUTBOUND." + theirGateway,
		"STREAM.MSG.GET.GATEWAY_OUTBOUND", "DIRECT.GET.GATEWAY_OUTBOUND." + theirReplies, "STREAM.INFO.GATEWAY_OUTBOUND", "STREAM.PURGE.GATEWAY_OUTBOUND",
	} {
		if got := tell(conn, "$JS.API."+api, consumerOf(t, map[string]any{"name": ourGateway, "filter_subject": theirReplies})); got != "" {
			t.Errorf("%s: a gateway is answered %q", api, got)
		}
	}
	own := map[string]any{"name": ourGateway, "durable_name": ourGateway, "filter_subject": ourReplies, "max_ack_pending": 1}
	if got := tell(conn, create, consumerOf(t, own)); strings.Contains(got, `"error"`) || got == "" {
		t.Fatalf("a gateway cannot read its replies: %q", got)
	}
	m, err := conn.Request(next, []byte(`{"batch":1}`), 5*time.Second)
	if err != nil || string(m.Data) != ourReplies {
		t.Fatalf("the gateway reads %v, %v", m, err)
	}
	check(t, "acknowledge", conn.Publish(m.Reply, []byte("+ACK")))
}

// A request's reply subject is nobody's right: what a gateway is told it may have sent to another's door, under the subject that it had.
func TestAGatewayCannotForgeAnotherTenantsMessages(t *testing.T) {
	t.Parallel()
	s := deployedGateways(t)
	operator := s.Bus(t, "recado")
	foreign := fill(&recadov1.MessageReceived{}, forged, false)
	foreign.GetMeta().TenantId = "bistro"
	data, err := proto.Marshal(foreign)
	check(t, "encode", err)
	check(t, "leave a reply", operator.PublishRaw(t.Context(), ourReplies, "r1", data))
	conn := gatewayConn(t, s, ourGateway)
	own := map[string]any{"name": ourGateway, "durable_name": ourGateway, "filter_subject": ourReplies, "ack_policy": "none"}
	create := "$JS.API.CONSUMER.CREATE.GATEWAY_OUTBOUND." + ourGateway + "." + ourReplies
	if got := tell(conn, create, consumerOf(t, own)); strings.Contains(got, `"error"`) || got == "" {
		t.Fatalf("make the gateway's consumer: %q", got)
	}
	check(t, "pull", conn.PublishRequest("$JS.API.CONSUMER.MSG.NEXT.GATEWAY_OUTBOUND."+ourGateway, theirDoor, []byte(`{"batch":1}`)))
	bustest.Eventually(t, "the forged message at the door", func() bool { return bustest.Count(t, s, subject.GatewayInbound) == 1 })
	genuine := fill(&recadov1.MessageReceived{}, "genuine", false)
	genuine.GetMeta().TenantId = "bistro"
	check(t, "knock", operator.PublishTo(t.Context(), theirDoor, genuine))
	take[*recadov1.MessageReceived]("ingest", theirDoor)(t, s.Bus(t, "ingest"))
}

// deployedGateways runs deploy/nats with the user of its last comment, for two tenants.
func deployedGateways(t *testing.T) *bustest.Server {
	t.Helper()
	dir := t.TempDir()
	files, err := filepath.Glob("../deploy/nats/*.conf")
	check(t, "list", err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(t, "read", err)
		if filepath.Base(file) == "accounts.conf" {
			text = []byte(withGateways(t, string(text)))
		}
		check(t, "write", os.WriteFile(filepath.Join(dir, filepath.Base(file)), text, 0o600))
	}
	users := map[string]string{"recado": "operator", "topology": "operator", "ingest": "ingest", ourGateway: ourGateway, theirGateway: theirGateway}
	return bustest.New(t, bustest.Conf(filepath.Join(dir, "nats.conf"), users))
}

func withGateways(t *testing.T, accounts string) string {
	t.Helper()
	_, comment, found := strings.Cut(accounts, "# A gateway of one tenant")
	if !found {
		t.Fatal("accounts.conf shows no user of a gateway")
	}
	comment, _, _ = strings.Cut(comment, "    ]\n  }")
	_, comment, _ = strings.Cut(comment, "\n")
	user := regexp.MustCompile(`(?m)^ +# ?`).ReplaceAllString(comment, "")
	var users strings.Builder
	for _, id := range []string{"clinica-sol", "bistro"} {
		users.WriteString(strings.NewReplacer("CHANNEL", "telegram", "TENANT", id).Replace(user))
	}
	end := strings.LastIndex(accounts, "    ]\n  }")
	return accounts[:end] + users.String() + accounts[end:]
}

func gatewayConn(t *testing.T, s *bustest.Server, user string) *nats.Conn {
	t.Helper()
	conn, err := s.Dial(t.Context(), bus.Config{Service: user})
	check(t, "connect", err)
	t.Cleanup(conn.Close)
	return conn
}

// tell publishes and returns the answer; none where the server refuses, which it says to nobody in particular.
func tell(conn *nats.Conn, subj string, data []byte) string {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	conn.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		if strings.Contains(err.Error(), "Permissions Violation") {
			cancel()
		}
	})
	m, err := conn.RequestWithContext(ctx, subj, data)
	if err != nil {
		return ""
	}
	return string(m.Data)
}

func stored(answer string) bool {
	return strings.Contains(answer, `"seq"`) && !strings.Contains(answer, `"error"`)
}

func consumerOf(t *testing.T, config map[string]any) []byte {
	t.Helper()
	if config["ack_policy"] == nil {
		config["ack_policy"] = "explicit"
	}
	data, err := json.Marshal(map[string]any{"stream_name": "GATEWAY_OUTBOUND", "config": config})
	check(t, "encode", err)
	return slices.Clip(data)
}
