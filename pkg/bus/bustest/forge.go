package bustest

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
)

// Forge stores an event on another stage's stream as a service that may only park messages: the server does not look at the rights of
// a request's reply subject. The event keeps the subject under which it was parked.
func Forge(t testing.TB, s *Server, service string, e bus.Event, target string) {
	t.Helper()
	conn, err := s.Dial(t.Context(), bus.Config{Service: service})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	data, err := proto.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	name := "e" + nats.NewInbox()[7:]
	subj := "message.parked.victim." + name
	config, err := json.Marshal(map[string]any{"stream_name": "MESSAGE_PARKED", "config": map[string]any{
		"name": name, "deliver_policy": "all", "ack_policy": "none", "filter_subject": subj, "mem_storage": true, "num_replicas": 1,
	}})
	if err != nil {
		t.Fatal(err)
	}
	stage := strings.Join(strings.Split(target, ".")[:2], ".")
	before := Count(t, s, stage)
	ask(t, conn, subj, data)
	ask(t, conn, "$JS.API.CONSUMER.CREATE.MESSAGE_PARKED."+name+"."+subj, config)
	if err := conn.PublishRequest("$JS.API.CONSUMER.MSG.NEXT.MESSAGE_PARKED."+name, target, []byte(`{"batch":1}`)); err != nil {
		t.Fatal(err)
	}
	Eventually(t, "the forged event in "+target, func() bool { return Count(t, s, stage) > before })
}

func ask(t testing.TB, conn *nats.Conn, subj string, data []byte) {
	t.Helper()
	m, err := conn.Request(subj, data, 3*time.Second)
	if err != nil {
		t.Fatalf("%s: %v", subj, err)
	}
	if strings.Contains(string(m.Data), `"error"`) {
		t.Fatalf("%s: %s", subj, m.Data)
	}
}
