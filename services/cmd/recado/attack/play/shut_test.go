//go:build !race

package play_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/services/cmd/recado/attack/play"
	"github.com/recado/recado/services/cmd/recado/attack/scene"
	"github.com/recado/recado/services/cmd/recado/attack/watch"
)

// guarded is a door with the limits that the attacks are refused by, as simple as they can be.
type guarded struct {
	mu       sync.Mutex
	sessions map[string]int // opened, by account and by address
	streams  []context.CancelFunc
	opened   int
	said     int
	hooks    int
}

const guardedSessions, guardedStreams, guardedMessages, guardedReplies, guardedBookings = 250, 3, 20, 5, 3

func (g *guarded) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	switch {
	case len(parts) != 3 || r.Method != http.MethodPost && parts[2] != "stream":
		http.Error(w, "not found", http.StatusNotFound)
	case parts[0] == "webhooks":
		g.webhook(w, r)
	case parts[2] == "sessions":
		g.session(w, r)
	case parts[2] == "messages":
		g.message(w, r)
	case parts[2] == "stream":
		g.stream(w, r)
	}
}

const guardedBody = 4 << 20

// read takes what is announced as too large to its end, however long that lasts: who still writes would miss the answer.
func (g *guarded) read(w http.ResponseWriter, r *http.Request) ([]byte, bool) {
	if r.ContentLength > guardedBody {
		_, _ = io.Copy(io.Discard, io.LimitReader(r.Body, 2*guardedBody))
		http.Error(w, "body", http.StatusRequestEntityTooLarge)
		return nil, false
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(time.Second))
	body, err := io.ReadAll(io.LimitReader(r.Body, guardedBody))
	if err != nil {
		http.Error(w, "body: came too slowly", http.StatusRequestTimeout)
	}
	return body, err == nil
}

func (g *guarded) webhook(w http.ResponseWriter, r *http.Request) {
	signature := r.Header.Get("X-Hub-Signature-256")
	if len(signature) != len("sha256=")+64 || strings.Contains(r.URL.Path, "no-such") {
		w.Header().Set("Connection", "close")
		http.Error(w, "signature", http.StatusUnauthorized)
		return
	}
	body, ok := g.read(w, r)
	g.mu.Lock()
	g.hooks++
	hooks := g.hooks
	g.mu.Unlock()
	switch {
	case !ok:
	case !hmac.Equal([]byte(signature), []byte(sandbox.Sign(scene.Secret, body))):
		http.Error(w, "signature", http.StatusUnauthorized)
	case len(body) > 20<<10 && hooks > 20: // its lane is full
		http.Error(w, "not accepted now: try again", http.StatusServiceUnavailable)
	case hooks <= guardedReplies, strings.Contains(string(body), `"name":"X"`):
		r.Body = io.NopCloser(bytes.NewReader(body))
		reply(r, "Con gusto te ayudo.")
	}
}

func (g *guarded) session(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	from, _, _ := strings.Cut(r.RemoteAddr, ":")
	if way := r.Header.Get("X-Forwarded-For"); from == scene.ProxyAddress {
		from = way[strings.LastIndex(way, ",")+1:]
	}
	g.sessions[from]++
	g.sessions["account"]++
	switch {
	case g.sessions[from] > guardedSessions:
		http.Error(w, "too many sessions from one address", http.StatusTooManyRequests)
	case g.sessions["account"] > 2*guardedSessions:
		http.Error(w, "too many sessions of one account", http.StatusTooManyRequests)
	default:
		welcome(w, r)
	}
}

func (g *guarded) message(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	g.said++
	many := g.said > guardedMessages && !strings.Contains(r.URL.Path, "large-frames")
	g.mu.Unlock()
	if many {
		http.Error(w, `{"error":"too_many_messages"}`, http.StatusTooManyRequests)
		return
	}
	body, ok := g.read(w, r)
	switch {
	case !ok:
	case len(body) > 16<<10, !strings.Contains(string(body), `"text":"¿`) && !strings.Contains(string(body), `"client_msg_id":"c-`):
		http.Error(w, "text", http.StatusBadRequest)
	default:
		w.WriteHeader(http.StatusAccepted)
	}
}

func (g *guarded) stream(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	g.mu.Lock()
	g.opened++
	switch {
	case r.Header.Get("Authorization") != "Bearer t":
		w.WriteHeader(http.StatusUnauthorized)
		cancel()
	case g.opened > 2*guardedStreams:
		http.Error(w, "too many streams opened", http.StatusTooManyRequests)
		cancel()
	default:
		if g.streams = append(g.streams, cancel); len(g.streams) > guardedStreams {
			g.streams[len(g.streams)-1-guardedStreams]()
		}
		_ = http.NewResponseController(w).Flush()
		g.converse(w)
	}
	g.mu.Unlock()
	<-ctx.Done()
}

// crowdedListener refuses an address that was there too often.
type crowdedListener struct {
	net.Listener
	of map[string]int
}

const guardedConnections = 400

func (l *crowdedListener) Accept() (net.Conn, error) {
	if l.of == nil {
		l.of = map[string]int{}
	}
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from, _, _ := strings.Cut(conn.RemoteAddr().String(), ":")
		if l.of[from]++; l.of[from] <= guardedConnections {
			return conn, nil
		}
		_, _ = io.WriteString(conn, "HTTP/1.1 503 Full\r\nConnection: close\r\n\r\ntoo many connections of one address\n")
		_ = conn.Close()
	}
}

// converse answers what was not said yet: an offer and a booking by turns, until there are enough of them.
func (g *guarded) converse(stream http.ResponseWriter) {
	if g.opened > 1 {
		return
	}
	for n := range 5 {
		said(stream, "¿A las 8:00?")
		if n < guardedBookings {
			said(stream, "Tu cita está confirmada.")
		} else {
			said(stream, "Ya tienes tres citas.")
		}
	}
}

func TestEveryAttackPassesAtADoorThatRefusesIt(t *testing.T) {
	t.Parallel()
	for _, a := range play.All {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			house := newHouse(t, &guarded{sessions: map[string]int{}}, func(s *httptest.Server) {
				s.Config.MaxHeaderBytes = 16 << 10
				s.Config.ReadHeaderTimeout = time.Second
				s.Listener = &crowdedListener{Listener: s.Listener}
			})
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			sent, answers := house.play(ctx, a, 8*time.Second)
			r := watch.Report{Sent: sent, Answers: answers, Honest: watch.Figures{Sent: 1, Answered: 1}}
			limited := func(metric, label string) int { // what is handled stays few, and each limit is met
				switch metric {
				case handled:
					return 1 + sent*strings.Count(label, "forged")
				case "recado_bus_dead_letters_lost_total":
					return 0
				}
				return 1000
			}
			if r.Judge(a.Wants, time.Second, limited); len(r.Wrong) != 0 {
				t.Errorf("%v: %v", r.Wrong, r.Answers)
			}
		})
	}
}
