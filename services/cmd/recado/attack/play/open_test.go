package play_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

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
	server := httptest.NewUnstartedServer(door)
	change(server)
	server.Start()
	t.Cleanup(server.CloseClientConnections)
	api, err := sandbox.Start(t.Context(), "127.0.0.1:0", sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(api.Close)
	return house{&child.Child{URL: server.URL, Sandbox: api}}
}

func (h house) play(ctx context.Context, a play.Attack, dribble time.Duration) (sent int, answers map[string]int) {
	s := scene.New(scene.Options{Up: h.Child, Name: a.Name, Index: 1, Short: true, Dribble: dribble})
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
		<-r.Context().Done()
	case strings.HasSuffix(r.URL.Path, "/messages"):
		w.WriteHeader(http.StatusAccepted)
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
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			sent, answers := house.play(ctx, a, 300*time.Millisecond)
			r := watch.Report{Sent: sent, Answers: answers, Honest: watch.Figures{Sent: 1, Answered: 1}}
			flooded := func(metric, _ string) int { // what is handled rises with what comes, and no limit is met
				if metric == handled {
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
