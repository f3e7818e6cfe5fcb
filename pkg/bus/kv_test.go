package bus_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
)

// mirror is what a watcher knows of a bucket.
type mirror struct {
	mu     sync.Mutex
	values map[string]string
	calls  int
}

func (m *mirror) take(key string, value []byte, deleted bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls++
	if m.values == nil {
		m.values = map[string]string{}
	}
	if deleted {
		delete(m.values, key)
		return
	}
	m.values[key] = string(value)
}

func (m *mirror) String() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []string
	for _, key := range slices.Sorted(maps.Keys(m.values)) {
		out = append(out, key+"="+m.values[key])
	}
	return strings.Join(out, " ")
}

func (m *mirror) await(t *testing.T, want string) {
	t.Helper()
	bustest.Eventually(t, "the watcher to know "+want, func() bool { return m.String() == want })
}

func put(t *testing.T, b *bus.Bus, key, value string) {
	t.Helper()
	bustest.Eventually(t, "a put to work", func() bool { return b.Put(t.Context(), subject.BucketTenants, key, []byte(value)) == nil })
}

func TestKeysAreStoredListedAndDeleted(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "console")
	put(t, b, "clinic", "1")
	put(t, b, "bistro", "2")
	if got, err := b.Get(t.Context(), subject.BucketTenants, "clinic"); err != nil || string(got) != "1" {
		t.Errorf("get: %q, %v", got, err)
	}
	if err := b.Delete(t.Context(), subject.BucketTenants, "clinic"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Get(t.Context(), subject.BucketTenants, "clinic"); !errors.Is(err, bus.ErrNotFound) {
		t.Errorf("deleted key: %v", err)
	}
	if keys, err := b.Keys(t.Context(), subject.BucketTenants); err != nil || len(keys) != 1 || keys[0] != "bistro" {
		t.Errorf("keys: %v, %v", keys, err)
	}
	if keys, err := b.Keys(t.Context(), subject.BucketTools); err != nil || len(keys) != 0 {
		t.Errorf("empty bucket: %v, %v", keys, err)
	}
	if _, err := b.Get(t.Context(), "nosuchbucket", "a"); !bus.IsUnavailable(err) {
		t.Errorf("missing bucket: %v", err)
	}
}

func TestWatchGivesWhatIsThereAndThenEveryChange(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "ingest")
	put(t, b, "a", "1")
	put(t, b, "b", "1")
	var m mirror
	if err := b.Watch(t.Context(), subject.BucketTenants, m.take); err != nil {
		t.Fatal(err)
	}
	if got := m.String(); got != "a=1 b=1" {
		t.Errorf("after Watch returned: %s", got)
	}
	put(t, b, "a", "2")
	if err := b.Delete(t.Context(), subject.BucketTenants, "b"); err != nil {
		t.Fatal(err)
	}
	m.await(t, "a=2")
}

func TestWatchOutlivesARestartAndRepeatsOnlyWhatChanged(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "ingest")
	put(t, b, "a", "1")
	var m mirror
	if err := b.Watch(t.Context(), subject.BucketTenants, m.take); err != nil {
		t.Fatal(err)
	}
	s.Restart()
	put(t, b, "b", "1")
	m.await(t, "a=1 b=1")
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.calls != 2 {
		t.Errorf("%d calls, want 2", m.calls)
	}
}

func TestWatchFollowsABucketThatWasMadeAgain(t *testing.T) {
	t.Parallel()
	s := bustest.New(t)
	b := s.Bus(t, "ingest")
	for i := range 5 {
		put(t, b, fmt.Sprint("k", i), "old")
	}
	var m mirror
	if err := b.Watch(t.Context(), subject.BucketTenants, m.take); err != nil {
		t.Fatal(err)
	}
	if err := jetStream(t, s).DeleteKeyValue(t.Context(), subject.BucketTenants); err != nil {
		t.Fatal(err)
	}
	s.Apply(small)
	put(t, b, "k1", "new") // its revision is 1: an ordered consumer that went on would never see it
	m.await(t, "k1=new")
}

func TestWatchWaitsForItsBucketAndEndsWithItsContext(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "ingest")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Watch(ctx, "nosuchbucket", func(string, []byte, bool) {}) }()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestObjectsAreStoredWithALimit(t *testing.T) {
	t.Parallel()
	b := bustest.New(t).Bus(t, "console")
	if err := b.PutObject(t.Context(), "clinic/menu.md", strings.NewReader("# Menu")); err != nil {
		t.Fatal(err)
	}
	if got, err := b.GetObject(t.Context(), "clinic/menu.md", 100); err != nil || string(got) != "# Menu" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := b.GetObject(t.Context(), "clinic/menu.md", 3); !errors.Is(err, bus.ErrTooLarge) {
		t.Errorf("over the limit: %v", err)
	}
	for range 2 {
		if err := b.DeleteObject(t.Context(), "clinic/menu.md"); err != nil {
			t.Error(err)
		}
	}
	if _, err := b.GetObject(t.Context(), "clinic/menu.md", 100); !errors.Is(err, bus.ErrNotFound) {
		t.Errorf("deleted: %v", err)
	}
}
