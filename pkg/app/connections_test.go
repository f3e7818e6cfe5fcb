package app_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
)

// crowded starts a process whose door keeps few connections; GET /wait answers when the request's end comes.
func crowded(t *testing.T, env map[string]string) *apptest.Process {
	t.Helper()
	env["RECADO_HTTP_CONNECTIONS"] = "16"
	service := app.Service{Name: "crowded", Run: func(ctx context.Context, env *app.Env) error {
		env.HTTP.Handle("GET /wait", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}))
		env.Ready()
		<-ctx.Done()
		return nil
	}}
	return apptest.Start(t, apptest.Options{Server: bustest.New(t), Env: env, Services: []app.Service{service}})
}

// connect opens a connection from an address, sends a text and keeps it open.
func connect(t *testing.T, p *apptest.Process, from, text string) net.Conn {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := dialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(p.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn
}

// answer is what a connection is told within a time: a status, "closed" or "nothing".
func answer(t *testing.T, conn net.Conn, within time.Duration) string {
	t.Helper()
	_ = conn.SetReadDeadline(time.Now().Add(within))
	got, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if e, ok := err.(net.Error); ok && e.Timeout() { //nolint:errorlint // of the connection itself
		return "nothing"
	}
	if err != nil {
		return "closed"
	}
	_ = got.Body.Close()
	return fmt.Sprint(got.StatusCode, " ", got.Header.Get("Retry-After"))
}

const alive = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"

func TestAddressHasAShareOfTheConnections(t *testing.T) {
	t.Parallel()
	p := crowded(t, map[string]string{"RECADO_HTTP_ADDRESS_CONNECTIONS": "4", "RECADO_TRUSTED_PROXIES": "127.0.0.9"})
	for range 4 {
		connect(t, p, "127.0.0.2", "")
	}
	if got := answer(t, connect(t, p, "127.0.0.2", ""), 5*time.Second); got != "503 5" {
		t.Errorf("a fifth connection of one address: %s", got)
	}
	if got := answer(t, connect(t, p, "127.0.0.3", alive), 5*time.Second); got != "200 " {
		t.Errorf("another address: %s", got)
	}
	for range 5 {
		connect(t, p, "127.0.0.9", "")
	}
	if got := answer(t, connect(t, p, "127.0.0.9", alive), 5*time.Second); got != "200 " {
		t.Errorf("a trusted proxy: %s", got)
	}
}

func TestConnectionWithoutARequestMakesRoomAndOneWithARequestStays(t *testing.T) {
	t.Parallel()
	p := crowded(t, map[string]string{})
	held := connect(t, p, "127.0.0.2", "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
	if got := answer(t, held, 5*time.Second); got != "200 " {
		t.Fatalf("the stream: %s", got)
	}
	first := connect(t, p, "127.0.0.3", "GET /wait HTTP/1.1\r\nHo") // its headers never end
	for range 14 {
		connect(t, p, "127.0.0.4", "")
	}
	if got := answer(t, connect(t, p, "127.0.0.5", alive), 5*time.Second); got != "200 " {
		t.Errorf("one more connection: %s", got)
	}
	if got := answer(t, first, 2*time.Second); got != "closed" {
		t.Errorf("the one that waited for the longest: %s", got)
	}
	if got := answer(t, held, 100*time.Millisecond); got != "nothing" {
		t.Errorf("the stream was not kept: %s", got)
	}
}

func TestConnectionsAreRefusedWhereAllHaveRequests(t *testing.T) {
	t.Parallel()
	p := crowded(t, map[string]string{})
	var held []net.Conn
	for range 16 {
		conn := connect(t, p, "127.0.0.2", "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
		if got := answer(t, conn, 5*time.Second); got != "200 " {
			t.Fatalf("a stream: %s", got)
		}
		held = append(held, conn)
	}
	if got := answer(t, connect(t, p, "127.0.0.5", alive), 5*time.Second); got != "503 5" {
		t.Errorf("one more connection: %s", got)
	}
	_ = held[0].Close()
	bustest.Eventually(t, "the place of a connection that ended", func() bool {
		return answer(t, connect(t, p, "127.0.0.5", alive), 5*time.Second) == "200 "
	})
}
