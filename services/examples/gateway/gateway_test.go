package main

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func newGateway(t *testing.T, server *bustest.Server) gateway {
	t.Helper()
	js, err := jetstream.New(server.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	return gateway{js: js, tenant: "acme", channel: "pigeon", account: "coop"}
}

func TestReceivePublishesAMessageOnce(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	g := newGateway(t, server)
	for range 2 {
		if err := g.receive(t.Context(), "loft-9", "p-1", "coo"); err != nil {
			t.Fatal(err)
		}
	}
	m := bustest.Collect[*recadov1.MessageReceived](t, server, subject.GatewayInbound, 1)[0]
	if m.GetMeta().GetContact().GetContactId() != "loft-9" || m.GetContent().GetText().GetBody() != "coo" {
		t.Errorf("got %v", m)
	}
	if n := bustest.Count(t, server, subject.GatewayInbound); n != 1 {
		t.Errorf("got %d messages, want 1", n)
	}
}

func TestServeSaysRepliesInOrderAndReportsThem(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	g := newGateway(t, server)
	for _, id := range []string{"r-1", "r-2"} {
		draft(t, server, id)
	}
	ctx, stop := context.WithCancel(t.Context())
	said := make(chan string, 2)
	served := make(chan error, 1)
	go func() {
		served <- g.serve(ctx, func(person, text string) error { said <- person + ":" + text; return nil })
	}()
	for _, want := range []string{"loft-9:reply r-1", "loft-9:reply r-2"} {
		if got := <-said; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	reports := bustest.Collect[*recadov1.ReceiptReceived](t, server, subject.GatewayReceipt, 2)
	if reports[0].GetCallbackData() != "r-1" || reports[1].GetStatus() != recadov1.ReceiptStatus_RECEIPT_STATUS_SENT {
		t.Errorf("got %v", reports)
	}
	stop()
	if err := <-served; !errors.Is(err, jetstream.ErrMsgIteratorClosed) {
		t.Errorf("stopped with %v", err)
	}
}

// draft publishes a reply as outbound-sender does for a channel that it does not serve itself.
func draft(t *testing.T, server *bustest.Server, id string) {
	t.Helper()
	err := server.Bus(t, "outbound-sender").PublishTo(t.Context(), subject.GatewayOutbound+".pigeon.acme", &recadov1.ReplyDrafted{
		Meta: &recadov1.Meta{
			EventId: id, TenantId: "acme", Channel: "pigeon", AccountId: "coop", ConversationKey: "c-1",
			Contact: &recadov1.Contact{ContactId: "loft-9"},
		},
		ReplyId: id, Content: &recadov1.ReplyContent{Text: "reply " + id},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestRunReadsLinesUntilTheyEnd(t *testing.T) {
	t.Parallel()
	server := bustest.New(t, bustest.Listen())
	var out strings.Builder
	if err := run(t.Context(), []string{server.URL(), "acme", "pigeon", "coop"}, strings.NewReader("loft-9 coo coo\n"), &out); err != nil {
		t.Fatal(err)
	}
	m := bustest.Collect[*recadov1.MessageReceived](t, server, subject.GatewayInbound, 1)[0]
	if m.GetContent().GetText().GetBody() != "coo coo" {
		t.Errorf("got %v", m)
	}
}

func TestTheDocumentShowsThisGateway(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile("../../../docs/gateways.md")
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile("gateway.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(document), "```go\n"+string(code)+"```\n") {
		t.Error("docs/gateways.md does not show gateway.go as it is: copy it into the go block")
	}
}
