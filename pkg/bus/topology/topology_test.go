package topology_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

var small = topology.Topology{Partitions: bustest.Partitions, MaxBytes: 64 << 20}

func TestApplyingTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	s.Apply(small)
	diff, err := topology.Verify(t.Context(), s.Conn(t), small)
	if err != nil || len(diff) > 0 {
		t.Errorf("%v, %v", diff, err)
	}
}

func TestVerifyNamesEveryDifference(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	js, err := jetstream.New(s.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteConsumer(t.Context(), "MESSAGE_ROUTED", "agent-runner-3"); err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "REPLY_SENT")
	if err != nil {
		t.Fatal(err)
	}
	cfg := stream.CachedInfo().Config
	cfg.MaxAge /= 2
	if _, err := js.UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteKeyValue(t.Context(), subject.BucketTools); err != nil {
		t.Fatal(err)
	}
	diff, err := topology.Verify(t.Context(), s.Conn(t), small)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"agent-runner-3", "REPLY_SENT: max age is 36h", "KV_tools: missing"} {
		if !slices.ContainsFunc(diff, func(line string) bool { return strings.Contains(line, want) }) {
			t.Errorf("no difference tells %q: %q", want, diff)
		}
	}
	if len(diff) != 3 {
		t.Errorf("got %q", diff)
	}
	s.Apply(small)
	if diff, err := topology.Verify(t.Context(), s.Conn(t), small); err != nil || len(diff) > 0 {
		t.Errorf("after apply: %v, %v", diff, err)
	}
}

func TestApplyRefusesTooManyPartitions(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.Bare())
	err := topology.Apply(t.Context(), s.Conn(t), topology.Topology{Partitions: 1000})
	if err == nil || !strings.Contains(err.Error(), "partitions") {
		t.Errorf("got %v", err)
	}
}

func TestSeveralOwnersAtOnceAgree(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.Bare())
	conn := s.Conn(t)
	errs := make(chan error, 3)
	for range 3 {
		go func() { errs <- topology.Apply(t.Context(), conn, small) }()
	}
	for range 3 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

func TestDescribeListsEveryStreamAndReader(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := topology.Laptop().Describe(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"MESSAGE_RECEIVED", "message.received.{partition}.{tenant}", "sanitize-0..3", "DEADLETTERS", "720h", "KV_tenants", "OBJ_objects",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, out.String())
		}
	}
}

func TestAnotherNumberOfPartitionsIsRefusedWhileMessagesWait(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "ingest")
	publish(t, b, 1)
	err := topology.Apply(t.Context(), s.Conn(t), topology.Topology{Partitions: 8, MaxBytes: 64 << 20})
	if !errors.Is(err, topology.ErrPending) || !strings.Contains(err.Error(), "message.received: 1 messages") {
		t.Fatalf("got %v", err)
	}
	publish(t, b, 2) // the streams are open again, as they were
	if diff, err := topology.Verify(t.Context(), s.Conn(t), small); err != nil || len(diff) > 0 {
		t.Errorf("the refusal changed something: %v, %v", diff, err)
	}
}

func publish(t *testing.T, b *bus.Bus, n int) {
	t.Helper()
	err := b.Publish(t.Context(), &recadov1.MessageReceived{Meta: &recadov1.Meta{
		EventId: fmt.Sprint("c-", n), TenantId: "clinic", ConversationKey: "c",
	}})
	if err != nil {
		t.Fatal(err)
	}
}

func jetStream(t *testing.T, s *bustest.Server) jetstream.JetStream {
	t.Helper()
	js, err := jetstream.New(s.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	return js
}

func TestDrainedStagesGetAnotherNumberOfPartitions(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	other := topology.Topology{Partitions: 2, MaxBytes: 64 << 20}
	s.Apply(other)
	if diff, err := topology.Verify(t.Context(), s.Conn(t), other); err != nil || len(diff) > 0 {
		t.Errorf("%v, %v", diff, err)
	}
	if parts, err := topology.PartitionsOf(t.Context(), jetStream(t, s), topology.ProbeStage); err != nil || parts != 2 {
		t.Errorf("%d partitions, %v", parts, err)
	}
	_, err := jetStream(t, s).Consumer(t.Context(), "MESSAGE_RECEIVED", "sanitize-3")
	if !errors.Is(err, jetstream.ErrConsumerNotFound) {
		t.Errorf("the fourth partition's consumer: %v", err)
	}
}

func TestEveryStreamAndBucketHasABound(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	forEver := []string{"KV_tenants", "KV_tools", "KV_keys", "OBJ_objects"} // what they hold ends by a command
	seen := 0
	list := jetStream(t, s).ListStreams(t.Context())
	for info := range list.Info() {
		seen++
		cfg := info.Config
		if cfg.MaxBytes <= 0 {
			t.Errorf("%s: no bound of bytes", cfg.Name)
		}
		if cfg.MaxAge <= 0 && !slices.Contains(forEver, cfg.Name) {
			t.Errorf("%s: no age at which a message ends", cfg.Name)
		}
	}
	if err := list.Err(); err != nil || seen < len(topology.Stages) {
		t.Errorf("%d streams, %v", seen, err)
	}
}

func TestApplyKeepsWhereAConsumerStarted(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	js := jetStream(t, s)
	if err := js.DeleteConsumer(t.Context(), "MESSAGE_RECEIVED", "sanitize-0"); err != nil {
		t.Fatal(err)
	}
	cfg := topology.Durable("sanitize-0", "message.received.0.>", 1, 7*time.Second)
	cfg.DeliverPolicy, cfg.OptStartSeq = jetstream.DeliverByStartSequencePolicy, 40
	if _, err := js.CreateConsumer(t.Context(), "MESSAGE_RECEIVED", cfg); err != nil {
		t.Fatal(err)
	}
	s.Apply(small)
	consumer, err := js.Consumer(t.Context(), "MESSAGE_RECEIVED", "sanitize-0")
	if err != nil {
		t.Fatal(err)
	}
	if got := consumer.CachedInfo().Config; got.OptStartSeq != 40 || got.AckWait != topology.AckWait {
		t.Errorf("starts at %d, ack wait %s", got.OptStartSeq, got.AckWait)
	}
}

func TestStagesAreFoundByNameAndByWhatStandsBelow(t *testing.T) {
	t.Parallel()
	for subj, want := range map[string]string{
		"message.routed": "message.routed", "gateway.inbound.telegram": "gateway.inbound", "webchat.reply.c": "webchat.reply",
		"message": "", "message.routedly": "", "no.such": "",
	} {
		if st, ok := topology.StageNamed(subj); ok != (want != "") || st.Name != want {
			t.Errorf("%s: got %q", subj, st.Name)
		}
	}
}

func TestATenantIsFoundInEveryStageWhoseSubjectsNameIt(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		subject.MessageRouted: "message.routed.*.clinic", subject.MessageParked: "message.parked.clinic.*",
		subject.GatewayInbound: "gateway.inbound.*.clinic", subject.DeadLetters: "deadletters.*.*.clinic", subject.ToolRequested: "",
	} {
		st, _ := topology.StageNamed(name)
		if got, ok := st.OfTenant("clinic"); got != want || ok != (want != "") {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

func TestReadersOfOrderedStagesHaveOneConsumerAPartition(t *testing.T) {
	t.Parallel()
	for _, st := range topology.Stages {
		for _, r := range st.Readers {
			got := st.Consumers(r, 3, time.Second)
			if want := map[bool]int{true: 3, false: 1}[r.Ordered]; len(got) != want {
				t.Errorf("%s of %s: %d consumers, want %d", r.Service, st.Name, len(got), want)
			}
			for _, cfg := range got {
				if r.Ordered && (cfg.MaxAckPending != 1 || cfg.FilterSubject == "") {
					t.Errorf("%s of %s: %+v", cfg.Durable, st.Name, cfg)
				}
			}
		}
	}
}

func TestApplyGivesAnOlderInstallationTheSharesAndKeepsItsLetters(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	js := jetStream(t, s)
	name := subject.Stream(subject.DeadLetters)
	if err := js.DeleteStream(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{ // as it was made before
		Name: name, Subjects: []string{"deadletters.>"}, MaxAge: 720 * time.Hour, MaxBytes: 8 << 20, Discard: jetstream.DiscardNew,
		MaxMsgSize: 1 << 20, Duplicates: 2 * time.Minute, MaxMsgsPerSubject: -1, AllowDirect: true,
		Metadata: map[string]string{"partitions": fmt.Sprint(bustest.Partitions)},
	}); err != nil {
		t.Fatal(err)
	}
	b := s.Bus(t, "ingest")
	letter := bus.NewDeadLetter{Stage: subject.MessageReceived, Tenant: "clinic", Payload: []byte("x"), Reason: "test"}
	if err := b.DeadLetter(t.Context(), letter); err != nil {
		t.Fatal(err)
	}
	s.Apply(small)
	if diff, err := topology.Verify(t.Context(), s.Conn(t), small); err != nil || len(diff) > 0 {
		t.Errorf("after apply: %v, %v", diff, err)
	}
	if n := bustest.Count(t, s, subject.DeadLetters); n != 1 {
		t.Errorf("%d letters are left", n)
	}
	stream, err := js.Stream(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if cfg := stream.CachedInfo().Config; cfg.Discard != jetstream.DiscardOld || cfg.MaxMsgsPerSubject != 1000 {
		t.Errorf("discard %v, %d a subject", cfg.Discard, cfg.MaxMsgsPerSubject)
	}
}

func TestApplyMakesNoVaultSmaller(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	size := func() int64 {
		stream, err := jetStream(t, s).Stream(t.Context(), "KV_"+subject.BucketVault)
		if err != nil {
			t.Fatal(err)
		}
		return stream.CachedInfo().Config.MaxBytes
	}
	for _, step := range []topology.Topology{{Partitions: bustest.Partitions, MaxBytes: 64 << 20, VaultBytes: 90 << 20}, small} {
		s.Apply(step)
		if got := size(); got != 90<<20 {
			t.Errorf("%d bytes", got)
		}
	}
}

func TestStreamsThatMustNotLagAreReadAtTheirLeader(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	for name, direct := range map[string]bool{"WEBCHAT_REPLY": false, "MESSAGE_PARKED": false, "MESSAGE_ROUTED": true} {
		stream, err := jetStream(t, s).Stream(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if got := stream.CachedInfo().Config.AllowDirect; got != direct {
			t.Errorf("%s: direct reads %v", name, got)
		}
	}
}
