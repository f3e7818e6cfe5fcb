package topology_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/subject"
)

const oldBucket = "vault"

// oldVault makes what a version before had: a bucket of the library's, with keys, one that ends and one that was deleted.
func oldVault(t *testing.T, s *bustest.Server, keys int) jetstream.JetStream {
	t.Helper()
	js := jetStream(t, s)
	if err := js.DeleteKeyValue(t.Context(), subject.BucketVault); err != nil && !errors.Is(err, jetstream.ErrBucketNotFound) {
		t.Fatal(err)
	}
	kv, err := js.CreateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: oldBucket, MaxBytes: 96 << 20, LimitMarkerTTL: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	for n := range keys {
		if _, err := kv.Put(t.Context(), fmt.Sprintf("clinic.c%d", n), fmt.Appendf(nil, "key %d", n)); err != nil {
			t.Fatal(err)
		}
	}
	_, err = kv.Create(t.Context(), "clinic.visitor", []byte("visitor's key"), jetstream.KeyTTL(72*time.Hour))
	if err == nil {
		_, err = kv.Put(t.Context(), "clinic.erased", []byte("erased key"))
	}
	if err == nil {
		err = kv.Purge(t.Context(), "clinic.erased")
	}
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// checkMoved: every key is in the vault, and the old bucket is nowhere.
func checkMoved(t *testing.T, s *bustest.Server, keys int) {
	t.Helper()
	b := s.Bus(t, "recado")
	for n := range keys {
		if got, err := b.Get(t.Context(), subject.BucketVault, fmt.Sprintf("clinic.c%d", n)); err != nil || string(got) != fmt.Sprintf("key %d", n) {
			t.Fatalf("key %d: %q, %v", n, got, err)
		}
	}
	if got, err := b.Get(t.Context(), subject.BucketVault, "clinic.erased"); !errors.Is(err, bus.ErrNotFound) {
		t.Errorf("an erased key came back: %q, %v", got, err)
	}
	js := jetStream(t, s)
	stream, err := js.Stream(t.Context(), "KV_"+subject.BucketVault)
	if err != nil {
		t.Fatal(err)
	}
	visitor, err := stream.GetLastMsgForSubject(t.Context(), "$KV."+subject.BucketVault+".clinic.visitor")
	if err != nil {
		t.Fatal(err)
	}
	ends, err := time.ParseDuration(visitor.Header.Get(jetstream.MsgTTLHeader))
	if err != nil || ends > 72*time.Hour || ends < 71*time.Hour {
		t.Errorf("the visitor's key ends in %s, %v", ends, err)
	}
	if cfg := stream.CachedInfo().Config; cfg.DenyDelete || cfg.MaxBytes < 96<<20 || len(cfg.Metadata["moving"]) > 0 {
		t.Errorf("deny delete %v, %d bytes, %v", cfg.DenyDelete, cfg.MaxBytes, cfg.Metadata)
	}
	if _, err := js.KeyValue(t.Context(), oldBucket); !errors.Is(err, jetstream.ErrBucketNotFound) {
		t.Errorf("the old bucket: %v", err)
	}
	if got, err := topology.Verify(t.Context(), s.Conn(t), small); err != nil || len(got) > 0 {
		t.Errorf("verify: %v, %v", got, err)
	}
}

func TestApplyCarriesTheKeysOverToWhereTheyCanBeDestroyed(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.WithTopology(small))
	oldVault(t, s, 700)
	if got, err := topology.Verify(t.Context(), s.Conn(t), small); err != nil || len(got) != 2 {
		t.Errorf("verify: %v, %v", got, err)
	}
	s.Apply(small)
	checkMoved(t, s, 700)
	s.Apply(small)
	checkMoved(t, s, 700)
}

// cutter ends a context before a connection's n-th write, and writes nothing any more.
type cutter struct {
	net.Conn
	left   atomic.Int64
	cancel context.CancelFunc
}

func (c *cutter) Write(p []byte) (int, error) {
	if c.left.Add(-1) <= 0 {
		c.cancel()
		return 0, net.ErrClosed
	}
	return c.Conn.Write(p)
}

func (c *cutter) Dial(_, address string) (net.Conn, error) {
	var err error
	c.Conn, err = net.Dial("tcp", address)
	return c, err
}

// applyUntil applies the topology until it has written so often to the server.
func applyUntil(t *testing.T, s *bustest.Server, writes int) error {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := &cutter{cancel: cancel}
	c.left.Store(math.MaxInt64)
	conn, err := nats.Connect(s.URL(), nats.SetCustomDialer(c), nats.NoReconnect(),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	c.left.Store(int64(writes))
	return topology.Apply(ctx, conn, small)
}

func TestCarryingKeysOverMayBeInterruptedAnywhere(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.WithTopology(small), bustest.Listen())
	js := oldVault(t, s, 300)
	moving := func() bool {
		stream, err := js.Stream(t.Context(), "KV_"+subject.BucketVault)
		return err == nil && stream.CachedInfo().Config.Metadata["moving"] != ""
	}
	interrupted := 0
	for writes := 1; applyUntil(t, s, writes) != nil; writes += 1 + writes/16 {
		if writes > 2000 {
			t.Fatal("no attempt came to an end")
		}
		if !moving() {
			continue
		}
		interrupted++
		_, err := s.Bus(t, "sanitize").Get(t.Context(), subject.BucketVault, "clinic.c1")
		if !bus.IsUnavailable(err) && moving() { // the server may just be doing what it was last asked
			t.Errorf("while the keys are carried over: %v, want that who needs one waits", err)
		}
	}
	if interrupted == 0 {
		t.Error("no attempt ended within the copy")
	}
	checkMoved(t, s, 300)
}

// An apply that ended between its last two steps has a whole vault, which may have changed since: nothing is copied again.
func TestAnOldBucketBesideAWholeVaultIsOnlyDestroyed(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.WithTopology(small))
	b := s.Bus(t, "sanitize")
	for n := range 3 {
		if err := b.Create(t.Context(), subject.BucketVault, fmt.Sprintf("clinic.c%d", n), fmt.Appendf(nil, "key %d", n)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := jetStream(t, s).CreateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: oldBucket}); err != nil {
		t.Fatal(err)
	}
	s.Apply(small)
	if got, err := topology.Verify(t.Context(), s.Conn(t), small); err != nil || len(got) > 0 {
		t.Errorf("verify: %v, %v", got, err)
	}
	if got, err := b.Get(t.Context(), subject.BucketVault, "clinic.c2"); err != nil || string(got) != "key 2" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestAKeyIsNotCrowdedOutOfTheVault(t *testing.T) {
	t.Parallel()
	s := bustest.New(t, bustest.WithTopology(small))
	b := s.Bus(t, "ingest")
	if err := b.Create(t.Context(), subject.BucketVault, "clinic.a", []byte("the contact's")); err != nil {
		t.Fatal(err)
	}
	if err := b.Put(t.Context(), subject.BucketVault, "clinic.a", []byte("another")); err != nil {
		t.Fatal(err)
	}
	if err := b.Put(t.Context(), subject.BucketVault, "clinic.a", []byte("a third")); !errors.Is(err, bus.ErrFull) {
		t.Errorf("a third value: %v", err)
	}
	stream, err := jetStream(t, s).Stream(t.Context(), "KV_"+subject.BucketVault)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := stream.GetMsg(t.Context(), 1); err != nil || string(m.Data) != "the contact's" {
		t.Errorf("the first is %v, %v", m, err)
	}
	kv, err := jetStream(t, s).KeyValue(t.Context(), subject.BucketVault)
	if err != nil {
		t.Fatal(err)
	}
	if err := kv.Purge(t.Context(), "clinic.a"); err == nil {
		t.Error("a publisher may remove all values of a key")
	}
}
