package services_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/services/cmd/recado/rekey"
)

// unkey makes a tenant one from before there were identity keys.
func (l *lab) unkey(t *testing.T, key seal.Key) {
	t.Helper()
	l.db.Exec(t, `UPDATE core.tenants SET settings = settings - 'identity' WHERE tenant_id = 'shop-a'`)
	if err := (&apply.Applier{Store: l.db.Open(t, "recado_console"), Bus: l.Bus, Key: key}).Publish(t.Context(), "shop-a"); err != nil {
		t.Fatal(err)
	}
}

// crowd are customers who write on and on, each message once the door has the one before.
type crowd struct {
	lab  *lab
	stop chan struct{}
	work sync.WaitGroup

	mu   sync.Mutex
	said map[string][]string // a phone's message ids, in order
}

func (l *lab) crowd(t *testing.T, people int, every time.Duration) *crowd {
	t.Helper()
	c := &crowd{lab: l, stop: make(chan struct{}), said: map[string][]string{}}
	for i := range people {
		c.work.Go(func() { c.write(t, fmt.Sprintf("52155500090%02d", i), every) })
	}
	return c
}

// crowdAsks is what each says in turn: who repeats the same often and fast is left without an answer.
var crowdAsks = [...]string{"¿Cuánto cuesta la limpieza dental?", "¿A qué hora abren mañana?", "¿Dónde están?", "¿Aceptan tarjeta?"}

func (c *crowd) write(t *testing.T, phone string, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for n := 1; ; n++ {
		own := fmt.Sprintf("wamid.%s.crowd%03d", phone, n)
		body, err := json.Marshal(textBody(phone, own, crowdAsks[n%len(crowdAsks)]))
		if err != nil {
			t.Error(err)
			return
		}
		for c.lab.post(t, shopA, appSecret, body) != http.StatusOK { // as a provider does
			<-tick.C
		}
		c.mu.Lock()
		c.said[phone] = append(c.said[phone], own)
		c.mu.Unlock()
		select {
		case <-c.stop:
			return
		case <-tick.C:
		}
	}
}

// end stops the crowd and returns what each of them said.
func (c *crowd) end() map[string][]string {
	close(c.stop)
	c.work.Wait()
	return c.said
}

// killed is how a process dies at a step: nothing of what it would have done afterwards is done.
type killed struct{ step string }

// rekeyUntil runs the command, and kills it at a step.
func rekeyUntil(t *testing.T, r rekey.Rekeyer, step string, also func(step string)) (sum rekey.Summary, died bool) {
	t.Helper()
	r.Reached = func(now string) {
		also(now)
		if now == step {
			panic(killed{step})
		}
	}
	defer func() {
		if dead, ok := recover().(killed); ok {
			died = dead.step == step
		}
	}()
	sum, err := r.Run(t.Context(), "shop-a")
	if err != nil {
		t.Fatalf("to be killed at %q: %v", step, err)
	}
	return sum, false
}

func TestReKeyingARunningTenantLosesNothingWhereverItIsKilled(t *testing.T) {
	t.Parallel()
	key, err := seal.ParseKey(apptest.Key)
	if err != nil {
		t.Fatal(err)
	}
	l := newLab(t, "testdata/shop-a.yaml")
	l.unkey(t, key)
	const talker, told = "5215550008001", "mi teléfono es 55 8147 2963"
	if text := l.ask(t, talker, 1, told).Text; !strings.Contains(text, "55 8147 2963") {
		t.Fatalf("before: %q", text)
	}
	if id := l.contact(t); id != identity.Bare("shop-a").ContactID("whatsapp", shopA, talker) {
		t.Fatalf("before: contact %s, want a bare id", id)
	}
	people := l.crowd(t, 5, 500*time.Millisecond)
	owner, err := store.Open(t.Context(), store.Options{URL: config.Secret(l.db.URL), Role: "recado_owner", MaxConns: 2, StatementTimeout: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close()
	r := rekey.Rekeyer{Store: owner, Bus: l.Bus, Key: key, Grace: 300 * time.Millisecond, Patience: 2 * time.Minute}
	look := func(step string) {
		if step == "held" {
			bustest.Eventually(t, "the web chat asks to come again", func() bool {
				status, later := l.openSession(t)
				return status == http.StatusServiceUnavailable && later != ""
			})
		}
	}
	for _, step := range []string{"held", "keys copied", "rows changed", "changed", "published", "keys destroyed", "released"} {
		if sum, died := rekeyUntil(t, r, step, look); !died {
			t.Errorf("never reached %q: %+v", step, sum)
		}
	}
	if sum, _ := rekeyUntil(t, r, "", look); !sum.Already {
		t.Errorf("once more: %+v", sum)
	}
	said := people.end()
	if text := l.ask(t, talker, 2, told).Text; !strings.Contains(text, "55 8147 2963") {
		t.Errorf("after: %q", text)
	}
	if n := l.count(t, `SELECT jsonb_array_length(names->'values') FROM chat.names`); n != 1 {
		t.Errorf("the number has %d names in its conversation, want the one from before", n)
	}
	l.checkRekeyed(t, said)
	if status, _ := l.openSession(t); status != http.StatusCreated {
		t.Errorf("the web chat answers %d", status)
	}
}

// openSession asks for a web chat session.
func (l *lab) openSession(t *testing.T) (status int, retryAfter string) {
	t.Helper()
	req, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), http.MethodPost, l.URL+"/chat/shop-a-site/sessions", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode, answer.Header.Get("Retry-After")
}

// checkRekeyed expects each person's messages in one conversation under its new id, in order and answered, and no bare id anywhere.
func (l *lab) checkRekeyed(t *testing.T, said map[string][]string) {
	t.Helper()
	ids, bare := l.ids(t, "shop-a"), identity.Bare("shop-a")
	needles := []string{"wamid."}
	for phone, own := range said {
		needles = append(needles, bare.ConversationID("whatsapp", shopA, phone), bare.ContactID("whatsapp", shopA, phone))
		conversation := ids.ConversationID("whatsapp", shopA, phone)
		bustest.Eventually(t, "every message has its end", func() bool {
			const ended = `SELECT count(*) FROM chat.messages WHERE conversation_id = $1 AND ended IN ('replied', 'silent')`
			return l.count(t, ended, conversation) == len(own)
		})
		var got []string
		l.db.QueryRow(t, `SELECT array_agg(message_id ORDER BY sequence) FROM chat.messages WHERE conversation_id = $1`, []any{conversation}, &got)
		want := make([]string, len(own))
		for i := range own {
			want[i] = ids.MessageID(own[i])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s said %d messages, in its conversation are %d, or in another order", phone, len(want), len(got))
		}
	}
	if n := l.count(t, `SELECT count(*) FROM chat.conversations`); n != len(said)+1 {
		t.Errorf("%d conversations, want %d", n, len(said)+1)
	}
	bustest.Eventually(t, "every reply has left", func() bool {
		return l.count(t, `SELECT count(*) FROM delivery.deliveries WHERE state IN ('pending', 'sending')`) == 0
	})
	for _, table := range l.tables(t) {
		rows := string(l.table(t, table))
		for _, needle := range needles {
			if strings.Contains(rows, needle) || strings.Contains(rows, hex.EncodeToString([]byte(needle))) {
				t.Errorf("%s holds %s", table, needle)
			}
		}
	}
}
