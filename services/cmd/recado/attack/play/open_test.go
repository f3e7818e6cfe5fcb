//go:build !race

package play_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/services/cmd/recado/attack/play"
	"github.com/recado/recado/services/cmd/recado/attack/scene"
	"github.com/recado/recado/services/cmd/recado/attack/watch"
	"github.com/recado/recado/services/cmd/recado/child"
)

// handled is the metric of what the stages have done.
const handled = "messaging_client_consumed_messages_total"

// house is a door that is attacked, with a sandbox beside it.
type house struct{ *child.Child }

func newHouse(t *testing.T, door http.Handler, change func(*httptest.Server)) house {
	t.Helper()
	api, err := sandbox.Start(t.Context(), "127.0.0.1:0", sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(api.Close)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		door.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), sendKey{}, api.URL)))
	}))
	change(server)
	server.Start()
	t.Cleanup(server.CloseClientConnections)
	up := &child.Child{URL: server.URL, Sandbox: api}
	up.Running.NATS = bustest.New(t, bustest.Listen()).URL()
	return house{up}
}

func (h house) play(ctx context.Context, a play.Attack, dribble time.Duration) (sent int, answers map[string]int) {
	s := scene.New(scene.Options{Up: h.Child, Name: a.Name, Index: 1, Short: true, Dribble: dribble, Patience: time.Second})
	defer s.Close()
	_ = a.Play(ctx, s)
	return s.Answers()
}

// welcome takes whatever comes.
func welcome(w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasSuffix(r.URL.Path, "/sessions"):
		w.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(w).Encode(map[string]string{"session_id": "ws_1", "token": "t"})
	case strings.HasSuffix(r.URL.Path, "/stream") && r.Header.Get("Authorization") == "Bearer t":
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		for range 20 { // it says yes before it was asked
			said(w, "Tu cita está confirmada.")
			watch.Pause(r.Context(), 10*time.Millisecond)
		}
		<-r.Context().Done()
	case strings.HasSuffix(r.URL.Path, "/messages"):
		w.WriteHeader(http.StatusAccepted)
	case strings.HasPrefix(r.URL.Path, "/webhooks/"):
		reply(r, "Claro: la limpieza cuesta 1 peso.")
	}
}

// sendKey is where the send API is, in a request's context.
type sendKey struct{}

// said writes a reply to a stream.
func said(w http.ResponseWriter, text string) {
	_, _ = fmt.Fprintf(w, "data: {\"v\":1,\"type\":\"assistant.done\",\"text\":%q}\n\n", text)
	_ = http.NewResponseController(w).Flush()
}

// reply sends a text to who wrote a webhook.
func reply(r *http.Request, text string) {
	var hook struct {
		Entry []struct {
			Changes []struct {
				Value struct {
					Messages []struct {
						From string `json:"from"`
					} `json:"messages"`
				} `json:"value"`
			} `json:"changes"`
		} `json:"entry"`
	}
	if json.NewDecoder(r.Body).Decode(&hook) != nil {
		return
	}
	to := hook.Entry[0].Changes[0].Value.Messages[0].From
	body := fmt.Sprintf(`{"messaging_product":"whatsapp","to":%q,"type":"text","text":{"body":%q}}`, to, text)
	api, _ := r.Context().Value(sendKey{}).(string)
	request, err := http.NewRequestWithContext(r.Context(), http.MethodPost, api+"/1/messages", strings.NewReader(body))
	if err != nil {
		return
	}
	request.Header.Set("Authorization", "Bearer x")
	if answer, err := http.DefaultClient.Do(request); err == nil {
		_ = answer.Body.Close()
	}
}

func TestEveryAttackIsReportedWhereNothingRefusesIt(t *testing.T) {
	t.Parallel()
	for _, a := range play.All {
		if len(a.Wants) == 0 {
			continue
		}
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			house := newHouse(t, http.HandlerFunc(welcome), func(s *httptest.Server) { s.Config.MaxHeaderBytes = 1 << 20 })
			ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
			defer cancel()
			sent, answers := house.play(ctx, a, 300*time.Millisecond)
			r := watch.Report{Sent: sent, Answers: answers, Honest: watch.Figures{Sent: 1, Answered: 1}}
			flooded := func(metric, label string) int { // what is handled rises with what comes, and no limit is met
				if metric == handled && !strings.Contains(label, "forged") {
					return sent
				}
				return 0
			}
			if r.Judge(a.Wants, time.Second, flooded); len(r.Wrong) == 0 {
				t.Errorf("an open door passes: %v", r.Answers)
			}
			if sent == 0 {
				t.Error("nothing was sent")
			}
		})
	}
}
