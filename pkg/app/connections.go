package app

import (
	"container/list"
	"context"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// connections is a listener that keeps a number of connections in all, and a share of them for one address that is no trusted proxy.
// Beyond its share an address is refused; where all are taken, the connection goes that has been without a request for the longest.
type connections struct {
	net.Listener
	most, share int
	trusted     Proxies
	refused     func(reason string)

	mu   sync.Mutex
	open map[net.Conn]*connection
	of   map[string]int
	idle *list.List // of connections without a request, the longest first
}

// connection is one of them.
type connection struct {
	net.Conn
	address string        // empty for those of trusted proxies
	waiting *list.Element // in the list of the idle; nil while it has a request
}

// Why a connection is not kept.
const (
	refusedAddress = "address" // its address has its share
	refusedAll     = "all"     // all are taken, and have requests
	refusedIdle    = "idle"    // it had no request when another one came
)

func newConnections(d door, trusted Proxies, refused func(reason string)) *connections {
	return &connections{
		Listener: d.listener, most: d.most, share: d.share, trusted: trusted, refused: refused,
		open: map[net.Conn]*connection{}, of: map[string]int{}, idle: list.New(),
	}
}

// refusals counts the connections that are not kept, by reason.
func (p *process) refusals(ctx context.Context) func(reason string) {
	counter, err := p.telemetry.Meter.Meter("http").Int64Counter("recado.http.refused",
		metric.WithDescription("connections that were not kept: of an address that has its share, over all, or idle for another one"))
	if err != nil {
		return func(string) {}
	}
	return func(reason string) {
		counter.Add(ctx, 1, metric.WithAttributes(attribute.String("reason", reason)))
	}
}

// Accept returns the next connection that is kept.
func (c *connections) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}
		reason := c.admit(conn)
		if reason == "" {
			return conn, nil
		}
		c.refused(reason)
		turnAway(conn, reason)
	}
}

// turnAway says why, as far as the other side listens, and hangs up.
func turnAway(conn net.Conn, reason string) {
	text := "too many connections"
	if reason == refusedAddress {
		text += " of one address"
	}
	_ = conn.SetWriteDeadline(time.Now().Add(100 * time.Millisecond))
	_, _ = io.WriteString(conn, "HTTP/1.1 503 Service Unavailable\r\n"+
		"Retry-After: 5\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n"+text+"\n")
	_ = conn.Close()
}

// admit notes a connection, or says why it is not kept.
func (c *connections) admit(conn net.Conn) (reason string) {
	address := c.addressOf(conn)
	c.mu.Lock()
	defer c.mu.Unlock()
	if address != "" && c.of[address] >= c.share {
		return refusedAddress
	}
	if len(c.open) >= c.most && !c.dropIdle() {
		return refusedAll
	}
	one := &connection{Conn: conn, address: address}
	one.waiting = c.idle.PushBack(one)
	c.open[conn] = one
	if address != "" {
		c.of[address]++
	}
	return ""
}

// dropIdle closes the connection that has been without a request for the longest, if any is.
func (c *connections) dropIdle() bool {
	front := c.idle.Front()
	if front == nil {
		return false
	}
	one := front.Value.(*connection)
	c.forget(one)
	_ = one.Close()
	c.refused(refusedIdle)
	return true
}

func (c *connections) forget(one *connection) {
	if _, known := c.open[one.Conn]; !known {
		return
	}
	delete(c.open, one.Conn)
	c.busy(one)
	if one.address == "" {
		return
	}
	if c.of[one.address]--; c.of[one.address] == 0 {
		delete(c.of, one.address)
	}
}

func (c *connections) busy(one *connection) {
	if one.waiting != nil {
		c.idle.Remove(one.waiting)
		one.waiting = nil
	}
}

// addressOf is empty for a trusted proxy, which has the connections of many.
func (c *connections) addressOf(conn net.Conn) string {
	at, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil {
		return conn.RemoteAddr().String()
	}
	if addr := at.Addr().Unmap().WithZone(""); !c.trusted.trust(addr) {
		return site(addr)
	}
	return ""
}

// state follows a connection: it is without a request from when it was opened, and again when it was answered.
func (c *connections) state(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one := c.open[conn]
	switch {
	case one == nil:
	case state == http.StateIdle:
		c.busy(one)
		one.waiting = c.idle.PushBack(one)
	case state == http.StateClosed, state == http.StateHijacked:
		c.forget(one)
	}
}

type connectionKey struct{}

func (c *connections) context(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, conn)
}

// serving notes that a connection has a request: its headers are there, which is not so while they dribble in.
func (c *connections) serving(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, _ := r.Context().Value(connectionKey{}).(net.Conn)
		c.mu.Lock()
		if one := c.open[conn]; one != nil {
			c.busy(one)
		}
		c.mu.Unlock()
		h.ServeHTTP(w, r)
	})
}
