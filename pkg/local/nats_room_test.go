package local

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// roomy starts a server with a stream that keeps one message, and tells when it was started again.
func roomy(t *testing.T, dir string) (n *NATS, js jetstream.JetStream, again <-chan struct{}) {
	t.Helper()
	restarted := make(chan struct{}, 8)
	restart := func(context.Context) error {
		restarted <- struct{}{}
		return nil
	}
	n, err := StartNATS(t.Context(), dir, NATSOptions{TCP: true, Log: slog.New(slog.DiscardHandler), Restarted: restart})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	conn, err := nats.Connect("", append(n.Options(), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	if js, err = jetstream.New(conn); err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "KEPT", Subjects: []string{"kept"}}); err != nil {
		t.Fatal(err)
	}
	put(t, js)
	return n, js, restarted
}

// put publishes until it is stored: the client may be on its way back.
func put(t *testing.T, js jetstream.JetStream) {
	t.Helper()
	for {
		if _, err := js.Publish(t.Context(), "kept", []byte("x")); err == nil {
			return
		}
		if t.Context().Err() != nil {
			t.Fatal("nothing is stored")
		}
	}
}

func stored(t *testing.T, js jetstream.JetStream) uint64 {
	t.Helper()
	stream, err := js.Stream(t.Context(), "KEPT")
	if err != nil {
		t.Fatal(err)
	}
	return stream.CachedInfo().State.Msgs
}

func TestServerIsOpenedAgainWhenItsFullDiskHasRoom(t *testing.T) {
	t.Parallel()
	n, js, again := roomy(t, t.TempDir())
	url := n.URL()
	n.log.Errorf("JetStream failed to store a msg on stream 'KEPT': write 1.blk: %v", errors.New("no space left on device"))
	select {
	case <-again:
	case <-time.After(3 * time.Minute):
		t.Fatal("it was not started again")
	}
	put(t, js)
	if got := stored(t, js); got != 2 {
		t.Errorf("%d messages, want the one from before and one more", got)
	}
	if n.URL() != url {
		t.Errorf("it moved from %s to %s", url, n.URL())
	}
	if _, err := os.Stat(filepath.Join(n.dir, ".room")); err == nil {
		t.Error("the file that looked for room was left behind")
	}
}

func TestServerStaysAsItIsWhileThereIsNoRoom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	n, js, again := roomy(t, dir)
	if err := os.Mkdir(filepath.Join(dir, ".room"), 0o700); err != nil { // nothing can be written there
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".room", "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	n.log.Errorf("write: no space left on device")
	put(t, js)
	select {
	case <-again:
		t.Error("it was started again on a full disk")
	case <-time.After(1500 * time.Millisecond):
	}
	if err := os.RemoveAll(filepath.Join(dir, ".room")); err != nil {
		t.Fatal(err)
	}
	select {
	case <-again:
	case <-time.After(3 * time.Minute):
		t.Fatal("it was not started again when there was room")
	}
	n.log.Errorf("something else") // is no reason
	put(t, js)
	if got := stored(t, js); got != 3 {
		t.Errorf("%d messages, want 3", got)
	}
}
