package services_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services"
)

// natsUser is what one service does on the bus, and so what deploy/nats/accounts.conf must let its user do.
type natsUser struct {
	service string
	publish []bus.Event
	// read runs the service's hops, each of which takes one event, which somebody else has published.
	read []func(t *testing.T, b *bus.Bus)
	feed []bus.Event
	more func(t *testing.T, b *bus.Bus)
}

// knock is an event that a gateway leaves at one of its doors.
type knock struct {
	bus.Event
	door string
}

var natsUsers = []natsUser{
	{
		service: "ingest", publish: []bus.Event{&recadov1.MessageReceived{}, &recadov1.ReceiptReceived{}},
		read: []func(*testing.T, *bus.Bus){
			take[*recadov1.MessageReceived]("ingest", subject.GatewayInbound+".telegram.clinica-sol"),
			take[*recadov1.ReceiptReceived]("ingest", subject.GatewayReceipt+".telegram.clinica-sol"),
		},
		feed: []bus.Event{
			knock{&recadov1.MessageReceived{}, subject.GatewayInbound + ".telegram.clinica-sol"},
			knock{&recadov1.ReceiptReceived{}, subject.GatewayReceipt + ".telegram.clinica-sol"},
		},
		more: func(t *testing.T, b *bus.Bus) {
			hear(t, b, subject.Live+".c1")
			useLane(t, b)
			_, _, err := b.Backlog(t.Context(),
				subject.MessageReceived, subject.MessageScreened, subject.MessageRouted, subject.ReplyDrafted)
			check(t, "ask what waits", err)
			check(t, "take a ticket", b.Create(t.Context(), subject.BucketTickets, "t1", nil))
			if err := b.Create(t.Context(), subject.BucketTickets, "t1", nil); !errors.Is(err, bus.ErrExists) {
				t.Errorf("take a ticket again: %v", err)
			}
			check(t, "watch who was revoked", b.Watch(t.Context(), subject.BucketRevoked, func(string, []byte, bool) {}))
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			defer cancel()
			_ = b.Follow(ctx, subject.WebchatReply+".*", 0, func(bus.Stored) error { return nil })
			check(t, "read replies", b.ReadStored(t.Context(), subject.WebchatReply+".c1", 0, 1, func(bus.Stored) error { return nil }))
		},
	},
	{
		service: "sanitize", publish: []bus.Event{&recadov1.MessageScreened{}},
		read: []func(*testing.T, *bus.Bus){take[*recadov1.MessageReceived]("sanitize", subject.MessageReceived)},
		feed: []bus.Event{&recadov1.MessageReceived{}},
		more: func(t *testing.T, b *bus.Bus) {
			check(t, "watch the sessions", b.Watch(t.Context(), subject.BucketSessions, func(string, []byte, bool) {}))
			version, err := b.Replace(t.Context(), subject.BucketSessions, "s1", []byte("sealed"), 0)
			check(t, "begin a session", err)
			_, err = b.Replace(t.Context(), subject.BucketSessions, "s1", []byte("sealed"), version)
			check(t, "go on with a session", err)
			_, _, err = b.GetVersion(t.Context(), subject.BucketSessions, "s1")
			check(t, "read a session", err)
		},
	},
	{
		service: "intent-router", publish: []bus.Event{&recadov1.MessageRouted{}},
		read: []func(*testing.T, *bus.Bus){take[*recadov1.MessageScreened]("intent-router", subject.MessageScreened)},
		feed: []bus.Event{&recadov1.MessageScreened{}},
		more: func(t *testing.T, b *bus.Bus) {
			check(t, "watch the dialogues", b.Watch(t.Context(), subject.BucketDialogues, func(string, []byte, bool) {}))
			check(t, "keep a dialogue", b.Put(t.Context(), subject.BucketDialogues, "d1", []byte("{}")))
			_, err := b.Get(t.Context(), subject.BucketDialogues, "d1")
			check(t, "read a dialogue", err)
		},
	},
	{
		service: "agent-runner",
		publish: []bus.Event{&recadov1.ReplyDrafted{}, &recadov1.TurnCompleted{}, &recadov1.HandoffRequested{}, &recadov1.HandoffReturned{}, &recadov1.BudgetReached{}, &recadov1.ToolRequested{Tool: "list_services"}},
		read: []func(*testing.T, *bus.Bus){
			take[*recadov1.MessageRouted]("agent-runner", subject.MessageRouted), take[*recadov1.MessageDue]("agent-runner", subject.MessageDue),
			take[*recadov1.UsageReported]("agent-runner", subject.UsageReported),
		},
		feed: []bus.Event{&recadov1.MessageRouted{}, &recadov1.MessageDue{}, &recadov1.UsageReported{}},
		more: func(t *testing.T, b *bus.Bus) {
			hear(t, b, subject.ToolCompleted+".agent-runner-1")
			hear(t, b, subject.TurnAsk+".*")
			check(t, "say live tokens", b.Live("c1", []byte("hola")))
			check(t, "say that it types", b.Tell(t.Context(), fill(&recadov1.TypingStarted{}, "typing", false)))
			check(t, "watch the tools", b.Watch(t.Context(), subject.BucketTools, func(string, []byte, bool) {}))
		},
	},
	{
		service: "tool-executor",
		publish: []bus.Event{
			&recadov1.ToolCompleted{Owner: "agent-runner-1"}, &recadov1.AppointmentChanged{}, &recadov1.OrderChanged{}, &recadov1.MessageDue{},
			&recadov1.UsageReported{},
		},
		read: []func(*testing.T, *bus.Bus){
			take[*recadov1.ToolRequested]("tool-executor", subject.ToolRequested),
			take[*recadov1.AppointmentChanged]("tool-executor", subject.AppointmentChanged), take[*recadov1.OrderChanged]("tool-executor", subject.OrderChanged),
		},
		feed: []bus.Event{&recadov1.ToolRequested{Tool: "list_services"}, &recadov1.AppointmentChanged{}, &recadov1.OrderChanged{}},
		more: func(t *testing.T, b *bus.Bus) {
			check(t, "announce the tools", b.Put(t.Context(), subject.BucketTools, subject.KeyCatalogue, []byte("[]")))
		},
	},
	{
		service: "embedding-indexer", publish: []bus.Event{
			&recadov1.DocumentPending{}, &recadov1.DocumentProcessing{}, &recadov1.DocumentIndexed{}, &recadov1.DocumentFailed{},
			&recadov1.UsageReported{},
		},
		read: []func(*testing.T, *bus.Bus){
			take[*recadov1.DocumentSubmitted]("embedding-indexer", subject.DocumentSubmitted), take[*recadov1.DocumentRemoved]("embedding-indexer", subject.DocumentRemoved),
		},
		feed: []bus.Event{&recadov1.DocumentSubmitted{}, &recadov1.DocumentRemoved{}},
		more: func(t *testing.T, b *bus.Bus) {
			_, err := b.GetObject(t.Context(), "upload", 1<<20)
			check(t, "read an upload", err)
			check(t, "keep an original", b.PutObject(t.Context(), "documents/clinic/kept", strings.NewReader("x")))
			check(t, "replace an original", b.PutObject(t.Context(), "documents/clinic/kept", strings.NewReader("y")))
			check(t, "delete an original", b.DeleteObject(t.Context(), "documents/clinic/kept"))
		},
	},
	{
		service: "outbound-sender",
		publish: []bus.Event{&recadov1.ReplySent{}, &recadov1.ReplyDelivered{}, &recadov1.ReplyRead{}, &recadov1.ReplyFailed{}},
		read: []func(*testing.T, *bus.Bus){
			take[*recadov1.ReplyDrafted]("outbound-sender", subject.ReplyDrafted), take[*recadov1.ReceiptReceived]("outbound-sender", subject.ReceiptReceived),
			take[*recadov1.HandoffRequested]("outbound-sender", subject.HandoffRequested),
			take[*recadov1.BudgetReached]("outbound-sender", subject.BudgetReached),
			take[*recadov1.AppointmentChanged]("outbound-sender", subject.AppointmentChanged), take[*recadov1.OrderChanged]("outbound-sender", subject.OrderChanged),
		},
		feed: []bus.Event{
			&recadov1.ReplyDrafted{}, &recadov1.ReceiptReceived{}, &recadov1.HandoffRequested{}, &recadov1.BudgetReached{},
			&recadov1.AppointmentChanged{}, &recadov1.OrderChanged{},
		},
		more: func(t *testing.T, b *bus.Bus) {
			hear(t, b, subject.TypingStarted+".*")
			check(t, "answer a web chat", b.PublishRaw(t.Context(), subject.WebchatReply+".c1", "r1", []byte("{}")))
			check(t, "answer a gateway", b.PublishRaw(t.Context(), subject.GatewayOutbound+".telegram.clinica-sol", "r1", []byte("{}")))
		},
	},
}

func TestDeployedNATSUsersCanDoTheirWork(t *testing.T) {
	t.Parallel()
	s := deployedNATS(t)
	operator := s.Bus(t, "recado")
	if err := operator.PutObject(t.Context(), "upload", strings.NewReader("text")); err != nil {
		t.Fatal(err)
	}
	for _, u := range natsUsers {
		t.Run(u.service, func(t *testing.T) {
			t.Parallel()
			for _, e := range u.feed {
				check(t, "publish as operator", feed(t.Context(), operator, e, "feed-"+u.service))
			}
			b := s.Bus(t, u.service)
			u.work(t, b)
			if err := b.Healthy(t.Context()); err != nil {
				t.Errorf("after its work the service is not healthy: %v", err)
			}
		})
	}
	t.Run("operator", func(t *testing.T) {
		t.Parallel()
		_, err := operator.DeadLetters(t.Context(), bus.DeadLetterFilter{})
		check(t, "list dead letters", err)
		_, err = operator.Keys(t.Context(), subject.BucketTenants)
		check(t, "list tenants", err)
		eraseKey(t, operator)
	})
}

// useLane parks messages, watches, drains them, and leads.
func useLane(t *testing.T, b *bus.Bus) {
	check(t, "watch the lanes", b.WatchLanes(t.Context(), func(bus.Lane) {}))
	check(t, "park", b.Park(t.Context(), fill(&recadov1.MessageReceived{}, "parked", true).(*recadov1.MessageReceived)))
	p, err := b.NextParked(t.Context(), bus.Lane{Tenant: "clinica-sol", Conversation: "c1"})
	check(t, "read a parked message", err)
	check(t, "remove a parked message", b.Unpark(t.Context(), p.Sequence))
	ctx, cancel := context.WithCancel(t.Context())
	b.Lead(ctx, "ingest-drain", func(context.Context) { cancel() })
}

func feed(ctx context.Context, b *bus.Bus, e bus.Event, id string) error {
	if k, ok := e.(knock); ok {
		return b.PublishTo(ctx, k.door, fill(k.Event, id, true))
	}
	return b.Publish(ctx, fill(e, id, true))
}

// work does once everything that the service does on the bus.
func (u natsUser) work(t *testing.T, b *bus.Bus) {
	check(t, "watch the tenants", b.Watch(t.Context(), subject.BucketTenants, func(string, []byte, bool) {}))
	if slices.Contains([]string{"ingest", "sanitize", "intent-router", "agent-runner", "outbound-sender"}, u.service) {
		_, err := b.Get(t.Context(), subject.BucketTenants, "nobody")
		if !errors.Is(err, bus.ErrNotFound) {
			t.Errorf("ask for a tenant: got %v, want that there is none", err)
		}
	}
	useKeys(t, b, u.service)
	_, err := b.Respond(subject.Spans, func([]byte) []byte { return nil })
	check(t, "answer about spans", err)
	for _, e := range u.publish {
		check(t, "publish", b.Publish(t.Context(), fill(e, "small-"+u.service, false)))
		check(t, "publish a large body", b.Publish(t.Context(), fill(e, "large-"+u.service, true)))
	}
	for _, read := range u.read {
		read(t, b)
	}
	for _, e := range u.feed {
		u.hold(t, b, e)
	}
	if u.more != nil {
		u.more(t, b)
	}
	check(t, "make a dead letter", b.DeadLetter(t.Context(), bus.NewDeadLetter{
		Stage: subject.MessageReceived, Tenant: "clinica-sol", Payload: make([]byte, 300<<10), Reason: "test",
	}))
}

// hold keeps the note by which a hop excuses the deliveries of a message that waited for an unavailable dependency.
func (u natsUser) hold(t *testing.T, b *bus.Bus, e bus.Event) {
	stage := bus.StageOf(e)
	if k, ok := e.(knock); ok {
		stage = strings.Join(strings.Split(k.door, ".")[:2], ".")
	}
	key := subject.Stream(stage) + "." + u.service + "-0.1"
	check(t, "excuse a delivery", b.Put(t.Context(), "held", key, []byte("3")))
	_, err := b.Get(t.Context(), "held", key)
	check(t, "read an excuse", err)
}

func TestServicesWithoutDatabaseRunAsTheirDeployedNATSUsers(t *testing.T) {
	t.Parallel()
	s := deployedNATS(t)
	p := apptest.Start(t, apptest.Options{
		Server:  s,
		Tenants: []*tenant.Settings{{ID: "clinica-sol", Version: 1}},
		Services: slices.DeleteFunc(services.All(), func(service app.Service) bool {
			return !slices.Contains([]string{"ingest", "sanitize", "intent-router"}, service.Name)
		}),
	})
	in := &recadov1.MessageReceived{
		Meta: &recadov1.Meta{
			EventId: "e1", TenantId: "clinica-sol", Channel: "whatsapp", AccountId: "1066", MessageId: "wamid.1",
			ConversationKey: "5b2ad6a1-90ab-5f53-8a60-0d4ac0a0a0d1", ReceivedAt: timestamppb.Now(),
			Contact: &recadov1.Contact{ContactId: "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e11", SealedAddress: []byte("sealed")},
		},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: "hola"}}},
	}
	check(t, "publish", p.Bus.Publish(t.Context(), in))
	out := bustest.Collect[*recadov1.MessageScreened](t, s, subject.MessageScreened, 1)
	if got := out[0].GetMeta().GetEventId(); got != "e1" {
		t.Errorf("got event %q", got)
	}
	answer, err := http.Get(p.URL + "/readyz")
	check(t, "ask whether the services are ready", err)
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		t.Errorf("/readyz answers %s", answer.Status)
	}
}

func TestDeployedNATSUsersAreRefusedTheRest(t *testing.T) {
	t.Parallel()
	s := deployedNATS(t)
	t.Run("users", func(t *testing.T) {
		for _, u := range natsUsers {
			t.Run(u.service, func(t *testing.T) {
				t.Parallel()
				u.overreach(t, s)
			})
		}
	})
	for _, e := range everyEvent {
		if got := bustest.Count(t, s, bus.StageOf(e)); got != 0 {
			t.Errorf("%s holds %d messages of users that may not write there", bus.StageOf(e), got)
		}
	}
}

// overreach tries what the service has no business with.
func (u natsUser) overreach(t *testing.T, s *bustest.Server) {
	b := s.Bus(t, u.service)
	for _, e := range everyEvent {
		if slices.ContainsFunc(u.publish, func(own bus.Event) bool { return bus.StageOf(own) == bus.StageOf(e) }) {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if b.Publish(ctx, fill(e, u.service, false)) == nil {
			t.Errorf("may publish %s", bus.StageOf(e))
		}
		cancel()
	}
	if err := b.Healthy(t.Context()); err == nil || !strings.Contains(err.Error(), "denied a permission") {
		t.Errorf("readiness says %v, expected the denied permission", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if u.service != "sweep" && b.Put(ctx, subject.BucketTenants, "clinica-sol", []byte("{}")) == nil {
		t.Error("may write the settings of a tenant")
	}
	overreachKeys(ctx, t, b, u.service)
	for _, foreign := range []string{"message.>", "reply.>", "_INBOX_recado.>", "$KV.>"} {
		spy := s.Bus(t, u.service)
		if stop, err := spy.Subscribe(foreign, func(context.Context, []byte) {}); err == nil {
			defer stop()
		}
		bustest.Eventually(t, "a refused subscription to "+foreign, func() bool { return spy.Healthy(t.Context()) != nil })
	}
}

func deployedNATS(t *testing.T) *bustest.Server {
	t.Helper()
	users := map[string]string{"recado": "operator", "topology": "operator", "sweep": "sweep"}
	for _, u := range natsUsers {
		users[u.service] = u.service
	}
	return bustest.New(t, bustest.Conf("../deploy/nats/nats.conf", users))
}

// take runs a service's hop until it has handled an event.
func take[E bus.Event](service, from string) func(*testing.T, *bus.Bus) {
	return func(t *testing.T, b *bus.Bus) {
		ctx, cancel := context.WithTimeout(t.Context(), bustest.Wait)
		defer cancel()
		handled := make(chan struct{}, 16)
		done := make(chan error, 1)
		go func() {
			done <- bus.Hop[E]{Name: service, From: from, Handle: func(_ context.Context, e E) error {
				if e.GetMeta().GetEventId() == forged {
					t.Errorf("%s handles an event of %s that was forged", service, from)
				}
				handled <- struct{}{}
				return nil
			}}.Run(ctx, b)
		}()
		select {
		case <-handled:
		case <-ctx.Done():
			t.Errorf("nothing came from %s", from)
		}
		cancel()
		check(t, "stop reading "+from, <-done)
	}
}

func hear(t *testing.T, b *bus.Bus, subj string) {
	t.Helper()
	stop, err := b.Subscribe(subj, func(context.Context, []byte) {})
	check(t, "subscribe to "+subj, err)
	if err == nil {
		t.Cleanup(stop)
	}
}

func check(t *testing.T, what string, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
}
