package wipe_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/bus/wipe"
	"github.com/recado/recado/pkg/subject"
)

// ours and theirs are tenants whose names one inside the other must not mix up.
const ours, theirs = "clinic", "my-clinic"

// unnamed are the stages whose subjects name no tenant.
var unnamed = map[string]string{
	subject.ToolRequested: "in memory for 5 minutes", subject.ToolCompleted: "in memory for 5 minutes", subject.WebchatReply: "by conversation: Replies",
}

func publish(t *testing.T, js jetstream.JetStream, subj string) {
	t.Helper()
	if _, err := js.Publish(t.Context(), subj, []byte("x")); err != nil {
		t.Fatalf("%s: %v", subj, err)
	}
}

func TestATenantsMessagesGoFromEveryStreamAndNoOthers(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	conn := s.Conn(t)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{}
	for _, st := range topology.Stages {
		filter, ok := st.OfTenant(ours)
		if ok != (unnamed[st.Name] == "") {
			t.Errorf("%s: say how what it holds of a tenant is found", st.Name)
		}
		if !ok {
			continue
		}
		foreign, _ := st.OfTenant(theirs)
		want[st.Stream()] = 1
		for _, one := range []string{filter, foreign} {
			publish(t, js, strings.ReplaceAll(one, "*", "0"))
		}
	}
	w, err := wipe.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	w.Dry = true
	for range 2 {
		if got, err := w.Messages(t.Context(), ours); err != nil || !maps.Equal(got, want) {
			t.Errorf("looking: %v, %v; want one in each of %v", got, err, want)
		}
	}
	w.Dry = false
	if got, err := w.Messages(t.Context(), ours); err != nil || !maps.Equal(got, want) {
		t.Errorf("removing: %v, %v", got, err)
	}
	if got, err := w.Messages(t.Context(), ours); err != nil || len(got) != 0 {
		t.Errorf("again: %v, %v", got, err)
	}
	if got, err := w.Messages(t.Context(), theirs); err != nil || !maps.Equal(got, want) {
		t.Errorf("the other tenant has %v, %v", got, err)
	}
}

func TestRepliesDocumentsKeysAndConsumersOfOneTenantGo(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "recado")
	js, err := jetstream.New(s.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	w, err := wipe.New(b.Conn())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{ours, theirs} {
		publish(t, js, subject.WebchatReply+".conversation-of-"+id)
		if err := b.PutObject(t.Context(), bus.ObjectKey(id, "menu"), strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
		if err := b.Put(t.Context(), subject.BucketTenants, id, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		_, err := js.CreateConsumer(t.Context(), "GATEWAY_INBOUND", jetstream.ConsumerConfig{
			Durable: id, FilterSubject: subject.Gateway(subject.GatewayInbound, "sms", id),
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for what, remove := range map[string]func() (int, error){
		"replies":   func() (int, error) { return w.Replies(t.Context(), map[string]bool{"conversation-of-clinic": true}) },
		"documents": func() (int, error) { return w.Documents(t.Context(), ours) },
		"gateways":  func() (int, error) { return w.Gateways(t.Context(), ours) },
		"keys": func() (int, error) {
			return w.Keys(t.Context(), subject.BucketTenants, func(key string) bool { return key == ours }, func(key string) error {
				return b.Delete(t.Context(), subject.BucketTenants, key)
			})
		},
	} {
		for _, want := range []int{1, 0} {
			if got, err := remove(); err != nil || got != want {
				t.Errorf("%s: %d went, %v; want %d", what, got, err, want)
			}
		}
	}
	if _, err := js.Consumer(t.Context(), "GATEWAY_INBOUND", theirs); err != nil {
		t.Errorf("the other tenant's gateway: %v", err)
	}
	if _, err := b.GetObject(t.Context(), bus.ObjectKey(theirs, "menu"), 10); err != nil {
		t.Errorf("the other tenant's document: %v", err)
	}
	if n := bustest.Count(t, s, subject.WebchatReply); n != 1 {
		t.Errorf("%d replies are left", n)
	}
}
