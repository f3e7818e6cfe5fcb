package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	pullExpires   = 30 * time.Second
	pullHeartbeat = 2 * time.Second
)

var (
	errPullLost    = errors.New("pull request lost")
	errNoHeartbeat = errors.New("no heartbeat")
)

// pullRequest asks for one message. Never more: a stalled process would swallow as many, one AckWait each, and bring a good
// message to its sixth delivery.
var pullRequest, _ = json.Marshal(map[string]any{"expires": pullExpires, "batch": 1, "idle_heartbeat": pullHeartbeat})

// puller keeps one waiting request at a consumer. Whenever it is unsure whether the request still stands it gives up its inbox,
// so that there are never two.
type puller struct {
	conn    *nats.Conn
	api     string
	inbox   string
	sub     *nats.Subscription
	msgs    chan *nats.Msg
	status  chan nats.Status
	waiting bool
	lost    bool
	beat    *time.Timer
}

func newPuller(conn *nats.Conn, stream, consumer string) (*puller, error) {
	p := &puller{
		conn: conn, api: "$JS.API.CONSUMER.MSG.NEXT." + stream + "." + consumer,
		inbox: conn.NewInbox(), msgs: make(chan *nats.Msg, 64), beat: time.NewTimer(time.Hour),
	}
	var err error
	if p.sub, err = conn.ChanSubscribe(p.inbox, p.msgs); err != nil {
		return nil, fmt.Errorf("subscribe to the inbox: %w", err)
	}
	p.status = conn.StatusChanged(nats.RECONNECTING, nats.CONNECTED, nats.CLOSED)
	return p, nil
}

// next waits for a message; any error but ctx's means that the consumer must be looked at again.
func (p *puller) next(ctx context.Context) (*nats.Msg, error) {
	for {
		if p.lost && len(p.msgs) == 0 {
			return nil, errPullLost
		}
		if !p.waiting {
			if err := p.conn.PublishRequest(p.api, p.inbox, pullRequest); err != nil {
				return nil, fmt.Errorf("send pull request: %w", err)
			}
			p.waiting = true
		}
		p.beat.Reset(2*pullHeartbeat + time.Second)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case m := <-p.msgs:
			if m.Header.Get("Status") == "" || len(m.Data) > 0 {
				p.waiting = false
				return m, nil
			}
			if err := p.takeStatus(m); err != nil {
				return nil, err
			}
		case <-p.status:
			p.lost = true // after what has already arrived
		case <-p.beat.C:
			return nil, errNoHeartbeat
		}
	}
}

// takeStatus reads what the server says about the request.
func (p *puller) takeStatus(m *nats.Msg) error {
	switch m.Header.Get("Status") {
	case "100": // idle heartbeat
		return nil
	case "404", "408": // expired: ask again
		p.waiting = false
		return nil
	}
	return fmt.Errorf("pull: %s %s", m.Header.Get("Status"), m.Header.Get("Description"))
}

// close gives back a message that came too late for this process; orderly means that there may be one.
func (p *puller) close(orderly bool) {
	p.conn.RemoveStatusListener(p.status)
	p.beat.Stop()
	if !orderly || !p.waiting || !p.conn.IsConnected() {
		_ = p.sub.Unsubscribe()
		p.giveBack()
		return
	}
	done := make(chan struct{})
	p.sub.SetClosedHandler(func(string) { close(done) })
	if err := p.sub.Drain(); err == nil {
		select {
		case <-done:
		case <-time.After(time.Second):
		}
	}
	p.giveBack()
}

func (p *puller) giveBack() {
	for {
		select {
		case m, ok := <-p.msgs:
			if !ok {
				return
			}
			if m.Header.Get("Status") == "" && m.Reply != "" {
				_ = p.conn.Publish(m.Reply, ackNak)
			}
		default:
			return
		}
	}
}
