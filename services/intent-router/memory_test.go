package intentrouter

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/metric/noop"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/bus"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/intent-router/intent"
)

// shelf is a bucket that can be unavailable.
type shelf struct {
	values      map[string][]byte
	unavailable bool
	gets, puts  int
}

func newShelf() *shelf { return &shelf{values: map[string][]byte{}} }

func (s *shelf) Get(_ context.Context, _, key string) ([]byte, error) {
	s.gets++
	if s.unavailable {
		return nil, errors.New("unavailable")
	}
	if v, ok := s.values[key]; ok {
		return v, nil
	}
	return nil, bus.ErrNotFound
}

func (s *shelf) Put(_ context.Context, _, key string, value []byte) error {
	s.puts++
	if s.unavailable {
		return errors.New("unavailable")
	}
	s.values[key] = value
	return nil
}

// outbox keeps what the router publishes, unless it is full.
type outbox struct {
	sent []*recadov1.MessageRouted
	full bool
}

func (o *outbox) Publish(_ context.Context, e bus.Event) error {
	if o.full {
		return errors.New("no room")
	}
	o.sent = append(o.sent, e.(*recadov1.MessageRouted))
	return nil
}

// replica is a router with its own memory.
type replica struct {
	*router
	outbox
}

func newReplica(t testing.TB, store dialogueStore) *replica {
	t.Helper()
	counts, err := newCounts(noop.NewMeterProvider().Meter(""))
	if err != nil {
		t.Fatal(err)
	}
	other := dental()
	other.ID = "other"
	p := &replica{router: newRouter(directory{"big": dental(), "other": other}, 0.35)}
	p.publish, p.counts, p.dialogues = &p.outbox, counts, newDialogues(store, counts)
	return p
}

var monday = time.Date(2026, 11, 23, 16, 0, 0, 0, time.UTC)

// event is a message of one conversation, a while after monday.
func event(id, body string, later time.Duration) *recadov1.MessageScreened {
	e := envelope(body)
	e.Meta.EventId, e.Meta.ConversationKey, e.Meta.ReceivedAt = id, "c1", timestamppb.New(monday.Add(later))
	return e
}

func (p *replica) reads(t *testing.T, e *recadov1.MessageScreened) *recadov1.MessageRouted {
	t.Helper()
	if err := p.route(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	return p.sent[len(p.sent)-1]
}

func TestAnotherReplicaContinuesTheDialogue(t *testing.T) {
	t.Parallel()
	bucket := newShelf()
	newReplica(t, bucket).reads(t, event("1", "I'd like to book an appointment please", 0))
	m := newReplica(t, bucket).reads(t, event("2", "ok", time.Minute))
	if wants(m) != intent.Booking || m.GetLanguage() != "en" {
		t.Errorf("got %v in %s", m.GetIntents(), m.GetLanguage())
	}
}

func TestTenantsWithTheSameConversationKeyShareNoDialogue(t *testing.T) {
	t.Parallel()
	bucket := newShelf()
	p := newReplica(t, bucket)
	p.reads(t, event("1", "quiero una cita", 0))
	stranger := event("2", "a las 5", time.Minute)
	stranger.Meta.TenantId = "other"
	if m := p.reads(t, stranger); m.GetContinued() {
		t.Errorf("the other tenant's message is %v", m.GetIntents())
	}
	if len(bucket.values) != 2 {
		t.Errorf("the bucket has %d values, want 2", len(bucket.values))
	}
	for key, value := range bucket.values {
		if len(value) > 400 || strings.Contains(key+string(value), "cita") || strings.Contains(key+string(value), "big") || strings.Contains(key+string(value), "c1") {
			t.Errorf("%s: %s", key, value)
		}
	}
}

func TestBucketIsWrittenOnlyWhenADialogueChanges(t *testing.T) {
	t.Parallel()
	bucket := newShelf()
	p := newReplica(t, bucket)
	for i, step := range []struct {
		body  string
		later time.Duration
		puts  int
	}{
		{"hola", 0, 1},
		{"hola", time.Second, 1},
		{"quiero una cita", 2 * time.Second, 2},
		{"mañana", 3 * time.Second, 2},
		{"a las 5", time.Minute, 2},
		{"sí", 6 * time.Minute, 3},
		{"¿cuánto cuesta la limpieza?", 7 * time.Minute, 4},
		{"gracias", 8 * time.Minute, 5},
		{"ok", 9 * time.Minute, 5},
	} {
		p.reads(t, event(fmt.Sprint(i), step.body, step.later))
		if bucket.puts != step.puts {
			t.Errorf("after %q: %d writes, want %d", step.body, bucket.puts, step.puts)
		}
	}
	if bucket.gets != 1 {
		t.Errorf("the bucket was read %d times, want once", bucket.gets)
	}
}

func TestRedeliveredMessageIsUnderstoodAsTheFirstTime(t *testing.T) {
	t.Parallel()
	for name, again := range map[string]func(p *replica, bucket *shelf) *replica{
		"to the same replica":    func(p *replica, _ *shelf) *replica { return p },
		"to another one":         func(_ *replica, bucket *shelf) *replica { return newReplica(t, bucket) },
		"to a third, twice over": func(_ *replica, bucket *shelf) *replica { return newReplica(t, bucket) },
	} {
		bucket := newShelf()
		p := newReplica(t, bucket)
		var first []*recadov1.MessageRouted
		for i, body := range []string{"quiero una cita", "a las 5", "gracias", "sí"} {
			e := event(fmt.Sprint(i), body, time.Duration(i)*time.Minute)
			first = append(first, p.reads(t, e))
			p = again(p, bucket)
			for range 2 {
				if diff := cmp.Diff(first[i], p.reads(t, e), protocmp.Transform()); diff != "" {
					t.Errorf("%s: %q: %s", name, body, diff)
				}
			}
		}
		if wants(first[1]) != intent.Booking || first[3].GetContinued() {
			t.Errorf("%s: %v", name, first)
		}
	}
}

func TestMessageThatWasNotPublishedLeavesTheDialogue(t *testing.T) {
	t.Parallel()
	bucket := newShelf()
	p := newReplica(t, bucket)
	p.full = true
	if err := p.route(t.Context(), event("1", "quiero una cita", 0)); err == nil {
		t.Fatal("no error")
	}
	if p.full = false; bucket.puts != 0 {
		t.Errorf("%d writes", bucket.puts)
	}
	if m := p.reads(t, event("2", "a las 5", time.Minute)); m.GetContinued() {
		t.Errorf("got %v", m.GetIntents())
	}
}

func TestUnavailableBucketCostsOnlyThePriorAndIsAskedSeldom(t *testing.T) {
	t.Parallel()
	bucket := newShelf()
	bucket.unavailable = true
	p := newReplica(t, bucket)
	now := monday
	p.dialogues.clock = func() time.Time { return now }
	p.reads(t, event("1", "quiero una cita", 0))
	if m := p.reads(t, event("2", "a las 5", time.Second)); wants(m) != intent.Booking {
		t.Errorf("its own memory: %v", m.GetIntents())
	}
	for i := range 10 {
		e := event(fmt.Sprint("other", i), "hola", 0)
		e.Meta.ConversationKey = fmt.Sprint("k", i)
		p.reads(t, e)
	}
	if bucket.gets+bucket.puts != 1 {
		t.Errorf("asked %d times while it was unavailable, want once", bucket.gets+bucket.puts)
	}
	bucket.unavailable, now = false, now.Add(dialogueRest)
	p.reads(t, event("3", "sí", 2*time.Second))
	if m := newReplica(t, bucket).reads(t, event("4", "mañana", 3*time.Second)); wants(m) != intent.Booking {
		t.Errorf("what could not be kept was not kept later: %v", m.GetIntents())
	}
}

func TestReplicaFollowsTheDialoguesOfAnother(t *testing.T) {
	t.Parallel()
	bucket := newShelf()
	here, there := newReplica(t, bucket), newReplica(t, bucket)
	key := dialogueKeyOf(event("", "", 0).GetMeta())
	here.reads(t, event("1", "quiero una cita", 0))
	old := bucket.values[key.String()]
	there.reads(t, event("2", "¿cuánto cuesta la limpieza?", time.Minute))
	here.dialogues.follow(key.String(), bucket.values[key.String()], false)
	for name, value := range map[string][]byte{key.String(): old, "sessions": old, strings.Repeat("z", 32): old, key.String()[:30]: old, key.String() + "ab": old} {
		here.dialogues.follow(name, value, false) // what is older, or of nobody, is no news
	}
	for _, value := range []string{"", "null", "[]", `{"seen":7}`, "\xff"} {
		here.dialogues.follow(key.String(), []byte(value), false)
	}
	if m := here.reads(t, event("3", "sí", 2*time.Minute)); wants(m) != intent.Pricing {
		t.Errorf("got %v", m.GetIntents())
	}
	here.dialogues.follow(key.String(), nil, true)
	if _, ok := here.dialogues.find(key); ok {
		t.Error("a dialogue whose value has ended is remembered")
	}
}

func TestBucketsContentIsNotTrusted(t *testing.T) {
	t.Parallel()
	bucket := newShelf()
	key := dialogueKeyOf(event("", "", 0).GetMeta()).String()
	for _, value := range []string{"", "x", "[]", `{"intent":"drop_tables","at":"2026-11-23T16:00:00Z"}`, `{"intent":"booking","at":"soon"}`, `{"intent":"booking","at":"2099-01-01T00:00:00Z"}`, `{"language":"xx"}`} {
		bucket.values[key] = []byte(value)
		if m := newReplica(t, bucket).reads(t, event("1", "5", 0)); m.GetContinued() || m.GetLanguage() != "es" {
			t.Errorf("%q: %v in %s", value, m.GetIntents(), m.GetLanguage())
		}
	}
}

func TestNumberOfRememberedDialoguesIsBounded(t *testing.T) {
	t.Parallel()
	d := newReplica(t, newShelf()).dialogues
	for i := range 3 * maxDialogues {
		var key dialogueKey
		binary.BigEndian.PutUint64(key[:], uint64(i))
		d.remember(key, remembered{dialogue: dialogue{Prior: Prior{Intent: intent.Booking}}})
	}
	if n := len(d.young) + len(d.old); n > maxDialogues || n < maxDialogues/2 {
		t.Errorf("%d are remembered, want at most %d", n, maxDialogues)
	}
}

func BenchmarkRouteInADialogue(b *testing.B) {
	p := newReplica(b, newShelf())
	events := []*recadov1.MessageScreened{event("1", "quiero una cita", 0), event("2", "a las 5", time.Second)}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p.sent = p.sent[:0]
		if err := p.route(b.Context(), events[i%2]); err != nil {
			b.Fatal(err)
		}
	}
}
