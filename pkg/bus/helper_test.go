package bus_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func meta(conversation string, n int) *recadov1.Meta {
	return &recadov1.Meta{
		EventId: fmt.Sprintf("%s-%04d", conversation, n), TenantId: "clinic", Channel: "whatsapp", ConversationKey: conversation,
		MessageId: fmt.Sprintf("wamid.%d", n),
	}
}

func received(conversation string, n int) *recadov1.MessageReceived {
	return &recadov1.MessageReceived{Meta: meta(conversation, n), Content: text("hola")}
}

func text(s string) *recadov1.Content {
	return &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: s}}}
}

func publish(t testing.TB, b *bus.Bus, events ...bus.Event) {
	t.Helper()
	for _, e := range events {
		if err := b.Publish(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
}

// start runs a hop until the test or the returned stop ends it.
func start[E bus.Event](t *testing.T, b *bus.Bus, h bus.Hop[E]) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- h.Run(ctx, b) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := <-done; err != nil {
				t.Errorf("hop: %v", err)
			}
		})
	}
	t.Cleanup(stop)
	return stop
}

// sanitize is a hop over message.received.
func sanitize(handle func(context.Context, *recadov1.MessageReceived) error) bus.Hop[*recadov1.MessageReceived] {
	return bus.Hop[*recadov1.MessageReceived]{Name: "sanitize", From: "message.received", Handle: handle}
}

// journal records what handlers did, in order.
type journal struct {
	mu   sync.Mutex
	done []string
}

func (j *journal) add(e bus.Event) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.done = append(j.done, e.GetMeta().GetEventId())
}

func (j *journal) all() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]string(nil), j.done...)
}

func (j *journal) await(t testing.TB, n int) {
	t.Helper()
	bustest.Eventually(t, fmt.Sprintf("%d handled messages", n), func() bool { return len(j.all()) >= n })
}

// settled waits until a consumer has nothing pending and nothing unacknowledged.
func settled(t testing.TB, s *bustest.Server, stream, consumer string) {
	t.Helper()
	js := jetStream(t, s)
	bustest.Eventually(t, consumer+" to have acknowledged everything", func() bool {
		c, err := js.Consumer(t.Context(), stream, consumer)
		if err != nil {
			return false
		}
		info := c.CachedInfo()
		return info.NumPending == 0 && info.NumAckPending == 0
	})
}

func jetStream(t testing.TB, s *bustest.Server) jetstream.JetStream {
	t.Helper()
	js, err := jetstream.New(s.Conn(t))
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// letters waits for n dead letters.
func letters(t testing.TB, b *bus.Bus, n int) []bus.DeadLetter {
	t.Helper()
	var got []bus.DeadLetter
	bustest.Eventually(t, fmt.Sprintf("%d dead letters", n), func() bool {
		var err error
		got, err = b.DeadLetters(t.Context(), bus.DeadLetterFilter{})
		return err == nil && len(got) >= n
	})
	if len(got) != n {
		t.Fatalf("got %d dead letters, want %d: %+v", len(got), n, got)
	}
	return got
}

// logbook is a log that tests read.
type logbook struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func (l *logbook) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// proxy stands between a client and its server, and can hold everything back or cut the line.
type proxy struct {
	listener net.Listener
	target   string
	mu       sync.Mutex
	frozen   chan struct{} // closed when traffic may pass
	cut      bool
	conns    []net.Conn
	wg       sync.WaitGroup
}

func newProxy(t testing.TB, s *bustest.Server) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, target: s.URL()[len("nats://"):], frozen: make(chan struct{})}
	close(p.frozen)
	p.wg.Go(p.accept)
	t.Cleanup(func() {
		_ = l.Close()
		p.thaw()
		p.drop()
		p.wg.Wait()
	})
	return p
}

func (p *proxy) accept() {
	for {
		in, err := p.listener.Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		refused := p.cut
		p.mu.Unlock()
		out, err := net.Dial("tcp", p.target)
		if err != nil || refused {
			_ = in.Close()
			if out != nil {
				_ = out.Close()
			}
			continue
		}
		p.mu.Lock()
		p.conns = append(p.conns, in, out)
		p.mu.Unlock()
		p.wg.Go(func() { p.copy(out, in) })
		p.wg.Go(func() { p.copy(in, out) })
	}
}

func (p *proxy) copy(dst, src net.Conn) {
	buf := make([]byte, 32<<10)
	for {
		n, err := src.Read(buf)
		p.mu.Lock()
		frozen := p.frozen
		p.mu.Unlock()
		<-frozen
		if n > 0 {
			if _, err := dst.Write(buf[:n]); err != nil {
				break
			}
		}
		if err != nil {
			break
		}
	}
	_ = dst.Close()
	_ = src.Close()
}

// freeze holds back everything that comes from now on.
func (p *proxy) freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frozen = make(chan struct{})
}

func (p *proxy) thaw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.frozen:
	default:
		close(p.frozen)
	}
}

// sever cuts the line and refuses new ones until restore.
func (p *proxy) sever() {
	p.mu.Lock()
	p.cut = true
	p.mu.Unlock()
	p.drop()
}

func (p *proxy) restore() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = false
}

func (p *proxy) drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		_ = c.Close()
	}
	p.conns = nil
}

// bus opens a service's bus through the proxy.
func (p *proxy) bus(t testing.TB, opts bus.Options) (*bus.Bus, *nats.Conn) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	conn, err := bus.Dial(ctx, bus.Config{URL: "nats://" + p.listener.Addr().String(), Service: opts.Service})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	b, err := bus.New(ctx, conn, opts)
	if err != nil {
		t.Fatal(err)
	}
	bustest.SealDeadLetters(t, b)
	return b, conn
}

var _ io.Writer = (*logbook)(nil)
