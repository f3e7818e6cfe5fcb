package relay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
)

// pullRequest is the one that a Hop sends.
const pullRequest = `{"batch":1,"expires":30000000000,"idle_heartbeat":2000000000}`

// relay moves one partition's messages to the next hop: publish, wait for the acknowledgement, ack.
func (r *run) relay(ctx context.Context, hop, partition int) error {
	inbox := r.conn.NewInbox()
	sub, err := r.conn.SubscribeSync(inbox)
	if err != nil {
		return fmt.Errorf("subscribe: %w", err)
	}
	defer func() { _ = sub.Unsubscribe() }()
	api := "$JS.API.CONSUMER.MSG.NEXT." + r.stream(hop) + ".relay-" + strconv.Itoa(partition)
	for {
		if err := r.conn.PublishRequest(api, inbox, []byte(pullRequest)); err != nil {
			return fmt.Errorf("pull: %w", err)
		}
		m, err := nextMessage(ctx, sub)
		if err != nil {
			return err
		}
		if m == nil { // the request expired
			continue
		}
		if err := r.move(ctx, hop, m); err != nil {
			return err
		}
		if err := m.Respond([]byte("+ACK")); err != nil {
			return fmt.Errorf("ack: %w", err)
		}
	}
}

func nextMessage(ctx context.Context, sub *nats.Subscription) (*nats.Msg, error) {
	for {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return nil, fmt.Errorf("next message: %w", err)
		}
		switch m.Header.Get("Status") {
		case "":
			return m, nil
		case "100":
		case "404", "408":
			return nil, nil
		default:
			return nil, errors.New("pull: " + m.Header.Get("Description"))
		}
	}
}

func (r *run) move(ctx context.Context, hop int, m *nats.Msg) error {
	n, err := strconv.Atoi(m.Header.Get(nats.MsgIdHdr))
	if err != nil || n < 0 || n >= r.Messages {
		return fmt.Errorf("message id %q: expected a number below %d", m.Header.Get(nats.MsgIdHdr), r.Messages)
	}
	nanos, err := strconv.ParseInt(m.Header.Get(headerSent), 10, 64)
	if err != nil {
		return fmt.Errorf("header %s: expected nanoseconds", headerSent)
	}
	sent := time.Unix(0, nanos)
	if hop+1 < r.Hops {
		return r.publish(ctx, hop+1, n, sent)
	}
	r.took[n] = time.Since(sent)
	if r.left.Add(-1) == 0 {
		close(r.done)
	}
	return nil
}

func (r *run) result(took, used time.Duration) Result {
	slices.Sort(r.took)
	at := func(q float64) time.Duration { return r.took[int(q*float64(len(r.took)-1))] }
	return Result{
		MsgPerSec: float64(r.Messages) / took.Seconds(), P50: at(.5), P95: at(.95), P99: at(.99),
		CPUPerMsg: used / time.Duration(r.Messages),
	}
}

// cpu is what the process has used so far, user and system.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
