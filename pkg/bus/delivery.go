package bus

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/recado/recado/pkg/bus/topology"
)

var (
	ackOK       = []byte("+ACK")
	ackNak      = []byte("-NAK")
	ackTerm     = []byte("+TERM")
	ackProgress = []byte("+WPI")
)

// Delivery describes the message that a handler is working on.
type Delivery struct {
	Stream    string
	Consumer  string
	Sequence  uint64 // of the stream: orders an inbox
	Attempt   uint64 // 1 for the first delivery
	Partition uint32
	Stored    time.Time
	Wait      time.Duration // from stored to received
	MessageID string
	Subject   string
}

type deliveryKey struct{}

func withDelivery(ctx context.Context, d Delivery) context.Context {
	return context.WithValue(ctx, deliveryKey{}, d)
}

// Info returns the delivery that a handler's context belongs to; zero outside a handler.
func Info(ctx context.Context) Delivery {
	d, _ := ctx.Value(deliveryKey{}).(Delivery)
	return d
}

// delivery is one message in hand.
type delivery struct {
	Delivery
	msg      *nats.Msg
	conn     *nats.Conn
	stage    topology.Stage
	service  string
	event    Event
	tenant   string
	excused  bool
	forged   bool
	received time.Time
	ackWait  time.Duration
	limit    time.Duration
	pulse    *pulse
	late     bool // the process had stalled when it received this

	touched atomic.Int64 // monotonic nanoseconds since received: when the server last knew that we are at work
	timer   *time.Timer
	quit    chan struct{}
	running sync.WaitGroup
	mu      sync.Mutex
}

func (w *worker) delivery(m *nats.Msg) (*delivery, error) {
	md, err := m.Metadata()
	if err != nil {
		return nil, fmt.Errorf("read metadata: %w", err)
	}
	now := time.Now()
	d := &delivery{
		Delivery: Delivery{
			Stream: md.Stream, Consumer: md.Consumer, Sequence: md.Sequence.Stream, Attempt: md.NumDelivered,
			Stored: md.Timestamp, Wait: max(0, now.Sub(md.Timestamp)), MessageID: m.Header.Get(nats.MsgIdHdr), Subject: m.Subject,
		},
		msg: m, conn: w.bus.conn, stage: w.stage, service: w.service, tenant: tenantOfSubject(m.Subject),
		received: now, ackWait: w.durable.AckWait, limit: w.timeout, pulse: w.pulse,
		late: w.pulse.stalled(w.durable.AckWait), quit: make(chan struct{}),
	}
	if strings.HasPrefix(w.stage.Name, "gateway.") && d.MessageID != "" { // a stranger's id may be somebody's number
		d.MessageID = digestOf([]byte(d.MessageID))
	}
	if w.stage.Partitioned {
		d.Partition = partitionOfSubject(m.Subject, w.stage.Name)
	}
	return d, nil
}

func partitionOfSubject(subj, stage string) uint32 {
	token, _, _ := strings.Cut(strings.TrimPrefix(subj, stage+"."), ".")
	p, _ := strconv.ParseUint(token, 10, 32)
	return uint32(p)
}

func (d *delivery) heldKey() string {
	return d.Stream + "." + d.Consumer + "." + strconv.FormatUint(d.Sequence, 10)
}

// keep tells the server from a third of AckWait on that the message is being worked on.
func (d *delivery) keep() {
	d.timer = time.AfterFunc(d.ackWait/3, func() {
		d.mu.Lock()
		select {
		case <-d.quit:
			d.mu.Unlock()
			return
		default:
		}
		d.running.Add(1)
		d.mu.Unlock()
		defer d.running.Done()
		d.progress()
	})
}

func (d *delivery) progress() {
	tick := time.NewTicker(d.ackWait / 3)
	defer tick.Stop()
	for {
		d.touch()
		select {
		case <-d.quit:
			return
		case <-tick.C:
		}
	}
}

// touch counts only what the server has confirmed: a progress note that is stuck on the way keeps nothing.
func (d *delivery) touch() {
	if d.lost() {
		return
	}
	at := time.Since(d.received)
	if _, err := d.conn.Request(d.msg.Reply, ackProgress, d.ackWait/4); err == nil {
		d.touched.Store(int64(at))
	}
}

func (d *delivery) release() {
	d.mu.Lock()
	d.timer.Stop()
	close(d.quit)
	d.mu.Unlock()
	d.running.Wait()
}

// lost reports whether AckWait may have passed without the server hearing of us: somebody else may have the message now.
func (d *delivery) lost() bool {
	return d.late || time.Since(d.received)-time.Duration(d.touched.Load()) > d.ackWait*9/10
}

// answer tells the server what becomes of the message. An answer that does not arrive means a redelivery, which is harmless.
func (d *delivery) answer(answer []byte) { _ = d.conn.Publish(d.msg.Reply, answer) }

// answerUnlessLost keeps a stalled process from answering for somebody else's delivery.
func (d *delivery) answerUnlessLost(answer []byte) {
	if !d.lost() {
		d.answer(answer)
	}
}

// pulse notices that the whole process stood still: then a message may have waited in a buffer for longer than AckWait.
type pulse struct {
	last atomic.Int64
	quit chan struct{}
	done chan struct{}
}

const pulseEvery = 250 * time.Millisecond

func startPulse() *pulse {
	p := &pulse{quit: make(chan struct{}), done: make(chan struct{})}
	p.last.Store(time.Now().UnixNano())
	go func() {
		defer close(p.done)
		tick := time.NewTicker(pulseEvery)
		defer tick.Stop()
		for {
			select {
			case <-p.quit:
				return
			case <-tick.C:
				p.last.Store(time.Now().UnixNano())
			}
		}
	}()
	return p
}

func (p *pulse) stop() {
	close(p.quit)
	<-p.done
}

// stalled uses wall time on purpose: it also grows while a machine sleeps.
func (p *pulse) stalled(limit time.Duration) bool {
	return time.Duration(time.Now().UnixNano()-p.last.Load()) > limit/2
}
