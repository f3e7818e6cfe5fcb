package play

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/recado/recado/services/cmd/recado/attack/scene"
	"github.com/recado/recado/services/cmd/recado/attack/watch"
)

// dribble is a connection that begins with a text and goes on byte by byte.
type dribble struct {
	from, begin string
}

// dribbleEvery is when the next byte comes.
const dribbleEvery = 250 * time.Millisecond

// dribbles holds all connections until each is answered or closed, and counts which.
func dribbles(ctx context.Context, s *scene.Scene, all []dribble) error {
	var work sync.WaitGroup
	for _, d := range all {
		work.Go(func() { s.Note(hold(ctx, s, d)) })
	}
	work.Wait()
	return ctx.Err()
}

// hold says how a connection ended; "open" when nobody ended it.
func hold(ctx context.Context, s *scene.Scene, d dribble) string {
	conn, err := scene.DialerFrom(d.from).DialContext(ctx, "tcp", s.Door())
	if err != nil {
		return "not connected"
	}
	defer func() { _ = conn.Close() }()
	began := time.Now()
	_ = conn.SetReadDeadline(began.Add(s.Dribble))
	if _, err := fmt.Fprint(conn, d.begin); err != nil {
		return "closed"
	}
	stop := make(chan struct{})
	defer close(stop)
	go trickle(conn, stop)
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if e, ok := err.(net.Error); ok && e.Timeout() { //nolint:errorlint // of the connection itself
		return "open"
	}
	if err != nil {
		return fmt.Sprintf("closed after %.0f s", time.Since(began).Seconds())
	}
	_ = answer.Body.Close()
	return fmt.Sprint(answer.StatusCode)
}

// trickle writes a byte now and then until stop is closed.
func trickle(conn net.Conn, stop <-chan struct{}) {
	tick := time.NewTicker(dribbleEvery)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			if _, err := conn.Write([]byte("a")); err != nil {
				return
			}
		}
	}
}

// crowd opens connections that say only how they begin, holds them all for a while, and counts what became of them.
func crowd(ctx context.Context, s *scene.Scene, n int, from func(n int) string, begin string) error {
	conns := make([]net.Conn, n)
	each(ctx, n, func(i int) {
		conn, err := scene.DialerFrom(from(i)).DialContext(ctx, "tcp", s.Door())
		if err != nil {
			s.Note("not connected")
			return
		}
		conns[i] = conn
		_, _ = fmt.Fprint(conn, begin)
	})
	watch.Pause(ctx, s.Dribble/8)
	each(ctx, n, func(i int) {
		if conns[i] != nil {
			s.Note(state(conns[i]))
			_ = conns[i].Close()
		}
	})
	return ctx.Err()
}

// state is what a connection was told, "open" where it was told nothing and is open still.
func state(conn net.Conn) string {
	_ = conn.SetReadDeadline(time.Now().Add(time.Millisecond))
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if e, ok := err.(net.Error); ok && e.Timeout() { //nolint:errorlint // of the connection itself
		return "open"
	}
	if err != nil {
		return "closed"
	}
	defer func() { _ = answer.Body.Close() }()
	body, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
	return scene.Brief(answer.StatusCode, body)
}

func idleAddress(ctx context.Context, s *scene.Scene) error {
	return crowd(ctx, s, s.N(2000, 1000), func(int) string { return s.Address(0) }, "")
}

// idleAddresses opens more than the door keeps, each in the middle of its headers.
func idleAddresses(ctx context.Context, s *scene.Scene) error {
	from := func(n int) string { return s.Address(n / 400) }
	return crowd(ctx, s, 5000, from, "POST /webhooks/whatsapp/1 HTTP/1.1\r\nHost: x\r\n")
}

// slowBodies announces large bodies at the doors that take some: signed in appearance, unsigned, and of a page.
func slowBodies(ctx context.Context, s *scene.Scene) error {
	v, err := s.Visit(ctx, s.Client(0))
	if err != nil {
		return err
	}
	post := "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n\r\n{"
	seeming := fmt.Sprintf(post, webhookPath(s.Number), 4<<20, "X-Hub-Signature-256: sha256="+strings.Repeat("0", 64))
	unsigned := fmt.Sprintf(post, webhookPath(s.Number), 4<<20, "X-Nothing: 1")
	frame := fmt.Sprintf(post, "/chat/"+s.Tenant+"/messages", 60_000, "Authorization: Bearer "+v.Token())
	var all []dribble
	for n := range s.N(60, 20) {
		from := s.Address(n / 20)
		all = append(all, dribble{from: from, begin: seeming}, dribble{from: from, begin: unsigned})
		if n < s.N(20, 0) {
			all = append(all, dribble{from: from, begin: frame})
		}
	}
	return dribbles(ctx, s, all)
}

// slowHeaders never ends its headers, whatever it asks for.
func slowHeaders(ctx context.Context, s *scene.Scene) error {
	doors := []string{
		"POST " + webhookPath(s.Number), "GET " + webhookPath(s.Number), "POST /chat/" + s.Tenant + "/sessions",
		"POST /chat/" + s.Tenant + "/messages", "GET /chat/" + s.Tenant + "/stream", "GET /healthz", "GET /nothing",
	}
	var all []dribble
	for n := range s.N(400, 100) {
		begin := doors[n%len(doors)] + " HTTP/1.1\r\nHost: x\r\nX-Slow: "
		if n%3 == 0 {
			begin = "PO" // not even its method
		}
		all = append(all, dribble{from: s.Address(n / 50), begin: begin})
	}
	return dribbles(ctx, s, all)
}
