package bus_test

import (
	"bufio"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// victim is a server in a process of its own, so that it can be killed.
type victim struct {
	cmd *exec.Cmd
	url string
}

func spawn(t *testing.T, dir, port string) *victim {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envServerDir+"="+dir, "BUS_TEST_SERVER_PORT="+port)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	v := &victim{cmd: cmd}
	t.Cleanup(v.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	v.url = strings.TrimSpace(line)
	return v
}

// kill is kill -9.
func (v *victim) kill() {
	_ = v.cmd.Process.Kill()
	_ = v.cmd.Wait()
}

// After kill -9 the server delivers acknowledged messages again: the next stage must not see them twice, and order must hold.
func TestKilledServerLosesNothingAndTheNextStageSeesNothingTwice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	v := spawn(t, dir, "")
	conn, err := bus.Dial(t.Context(), bus.Config{URL: v.url, Service: "sanitize"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	bustest.Eventually(t, "the server to listen", conn.IsConnected)
	if err := bus.Apply(t.Context(), conn, small); err != nil {
		t.Fatal(err)
	}
	b, err := bus.New(t.Context(), conn, bus.Options{Service: "sanitize"})
	if err != nil {
		t.Fatal(err)
	}
	bustest.SealDeadLetters(t, b)
	var j journal
	start(t, b, sanitize(func(ctx context.Context, e *recadov1.MessageReceived) error {
		if err := b.Publish(ctx, &recadov1.MessageScreened{Meta: e.GetMeta()}); err != nil {
			return err
		}
		j.add(e)
		return nil
	}))
	const half = 100
	for i := range half {
		publish(t, b, received(fmt.Sprint("c", i%6), i))
	}
	j.await(t, half/2)
	v.kill()
	u, err := url.Parse(v.url)
	if err != nil {
		t.Fatal(err)
	}
	spawn(t, dir, u.Port())
	for i := half; i < 2*half; i++ {
		e := received(fmt.Sprint("c", i%6), i)
		bustest.Eventually(t, "a publish to work", func() bool { return b.Publish(t.Context(), e) == nil })
	}
	bustest.Eventually(t, "every message to be screened", func() bool { return distinct(j.all()) == 2*half })
	inOrder(t, screened(t, b, 2*half))
	letters(t, b, 0)
}

func distinct(ids []string) int {
	seen := map[string]bool{}
	for _, id := range ids {
		seen[id] = true
	}
	return len(seen)
}

// screened reads the next stage and checks that it holds n messages, each once.
func screened(t *testing.T, b *bus.Bus, n int) []string {
	t.Helper()
	js, err := jetstream.New(bus.ConnOf(b))
	if err != nil {
		t.Fatal(err)
	}
	cons, err := js.OrderedConsumer(t.Context(), subject.Stream(subject.MessageScreened), jetstream.OrderedConsumerConfig{})
	if err != nil {
		t.Fatal(err)
	}
	info, err := cons.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if info.NumPending != uint64(n) {
		t.Errorf("the next stage holds %d messages, want %d", info.NumPending, n)
	}
	var out []string
	batch, err := cons.Fetch(int(info.NumPending))
	if err != nil {
		t.Fatal(err)
	}
	for m := range batch.Messages() {
		out = append(out, strings.TrimPrefix(m.Headers().Get("Nats-Msg-Id"), "message.screened:"))
	}
	return out
}
