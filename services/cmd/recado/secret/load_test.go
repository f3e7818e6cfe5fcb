//go:build !race

package secret_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/pkg/vault"
	"github.com/recado/recado/services"
	"github.com/recado/recado/services/cmd/recado/clitest"
	"github.com/recado/recado/services/cmd/recado/secret"
)

var long = flag.Bool("long", false, "change the key under load for a minute, with 20,000 contacts")

const (
	account   = "551900334420178"
	appSecret = "syn_app_secret_whatsapp_5d41"
	perSecond = 20
	maxBehind = 100
)

// installation runs every service as a process of its own would: with the keys that recado secret derive prints.
type installation struct {
	env     map[string]string
	server  *bustest.Server
	db      *storetest.DB
	sandbox *sandbox.Server
	running []*apptest.Process
	door    atomic.Pointer[string]
}

func newInstallation(t *testing.T, root string) *installation {
	t.Helper()
	i := &installation{db: storetest.New(t), server: bustest.New(t, bustest.Listen())}
	var err error
	i.sandbox, err = sandbox.Start(t.Context(), "127.0.0.1:0", sandbox.Options{MinDelay: time.Millisecond, MaxDelay: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(i.sandbox.Close)
	i.env = map[string]string{
		"RECADO_NATS_URL": i.server.URL(), "RECADO_POSTGRES_URL": i.db.URL, "RECADO_WHATSAPP_API_URL": i.sandbox.URL,
		"RECADO_PRIVATE_WEBHOOKS": "true", app.SecretKey: root,
	}
	file, err := tenantfile.LoadFile("../../../testdata/shop-a.yaml", func(name string) string {
		return map[string]string{"TENANT_APP_SECRET": appSecret, "TENANT_VERIFY_TOKEN": "synthetic-verify-token-01", "TENANT_ACCESS_TOKEN": "synthetic-access-token"}[name]
	})
	if err == nil {
		applier := &apply.Applier{Store: i.db.Open(t, "recado_console"), Bus: i.server.Bus(t, "console"), Key: keyOf(t, root)}
		_, err = applier.Apply(t.Context(), file)
	}
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// restart starts each service that holds keys again, with those that come from a ring, one after another.
func (i *installation) restart(t *testing.T, ring string) {
	t.Helper()
	i.env[app.SecretKey] = ring
	first := len(i.running) == 0
	for n, s := range services.All() {
		if !first && len(s.Keys) == 0 {
			continue
		}
		env := maps.Clone(i.env)
		env[app.SecretKey] = ""
		if len(s.Keys) > 0 {
			env[app.SecretKey] = derive(t, ring, s.Name)
		}
		if first {
			i.running = append(i.running, nil)
		} else {
			i.running[n].Stop(t)
		}
		i.running[n] = apptest.Start(t, apptest.Options{Server: i.server, Services: []app.Service{s}, Env: env})
		if s.Name == "ingest" {
			i.door.Store(&i.running[n].URL)
			i.sandbox.AddAccount(sandbox.Account{ID: account, WebhookURL: i.running[n].URL + "/webhooks/whatsapp/" + account, AppSecret: appSecret})
		}
	}
}

// say posts until the door takes it, as the channel does.
func (i *installation) say(ctx context.Context, phone, text string) {
	body, err := json.Marshal(map[string]any{"object": "whatsapp_business_account", "entry": []any{map[string]any{"id": "1", "changes": []any{map[string]any{
		"field": "messages",
		"value": map[string]any{
			"messaging_product": "whatsapp", "metadata": map[string]string{"phone_number_id": account, "display_phone_number": "1"},
			"contacts": []any{map[string]any{"profile": map[string]string{"name": "Prueba"}, "wa_id": phone}},
			"messages": []any{map[string]any{
				"from": phone, "id": "wamid." + uuid.NewString(), "timestamp": fmt.Sprint(time.Now().Unix()), "type": "text", "text": map[string]string{"body": text},
			}},
		},
	}}}}})
	for again := time.NewTicker(100 * time.Millisecond); err == nil && ctx.Err() == nil; <-again.C {
		req, _ := http.NewRequestWithContext(ctx, http.MethodPost, *i.door.Load()+"/webhooks/whatsapp/"+account, bytes.NewReader(body))
		req.Header.Set("X-Hub-Signature-256", sandbox.Sign(appSecret, body))
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			continue
		}
		_ = answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			return
		}
	}
}

// load says something from another phone, perSecond times a second, until stop is called, which returns the phones.
func (i *installation) load(ctx context.Context) (stop func() []string) {
	done, ended := make(chan struct{}), make(chan []string, 1)
	go func() {
		var phones []string
		var group sync.WaitGroup
		tick := time.NewTicker(time.Second / perSecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				group.Wait()
				ended <- phones
				return
			case <-tick.C:
			}
			if len(phones)-len(i.sandbox.Sent()) > maxBehind { // a machine at its limit: nothing is gained by a longer queue
				continue
			}
			phone := fmt.Sprintf("52155%08d", 10_000_000+len(phones))
			phones = append(phones, phone)
			group.Go(func() { i.say(ctx, phone, "Hola, mi correo es prueba"+phone+"@example.com, ¿a qué hora abren?") })
		}
	}()
	return func() []string { close(done); return <-ended }
}

func anything(sandbox.Sent) bool { return true }

// answered waits until so many more have their reply.
func (i *installation) answered(t *testing.T, more int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if _, err := i.sandbox.Wait(ctx, len(i.sandbox.Sent())+more, anything); err != nil {
		t.Fatalf("%d more replies: %v", more, err)
	}
}

// settle waits until every phone has its reply.
func (i *installation) settle(t *testing.T, phones []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if sent, err := i.sandbox.Wait(ctx, len(phones), anything); err != nil {
		t.Errorf("%d of %d replies: %v", len(sent), len(phones), err)
	}
	got := map[string]int{}
	for _, m := range i.sandbox.Sent() {
		got[m.To]++
	}
	for _, phone := range phones {
		if got[phone] != 1 {
			t.Errorf("%s got %d replies", phone, got[phone])
		}
	}
}

// contacts makes keys of contacts, so that changing them takes a while.
func (i *installation) contacts(t *testing.T, root string, n int) {
	t.Helper()
	v, err := vault.New(keyOf(t, root), i.server.Bus(t, "sanitize"))
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		found := []guard.Found{{Type: guard.TypePhone, Token: "[TEL_1]", Value: "55 1234 5678"}}
		if _, err := v.Seal(t.Context(), "shop-a", uuid.NewString(), found); err != nil {
			t.Fatal(err)
		}
	}
}

// killed runs rotate in a process that gets a kill -9 when it has changed some contacts' keys.
func (i *installation) killed(t *testing.T, b *bus.Bus, root seal.Key) {
	t.Helper()
	enough := make(chan struct{})
	var changed atomic.Int64
	err := b.Watch(t.Context(), subject.BucketVault, func(_ string, sealed []byte, deleted bool) {
		if !deleted && root.Current(sealed) && changed.Add(1) == 50 {
			close(enough)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), os.Args[0], "secret", "rotate")
	child.Env = append(os.Environ(), asRecado+"=1")
	for name, value := range i.env {
		child.Env = append(child.Env, name+"="+value)
	}
	child.Stderr = os.Stderr
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	<-enough
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait()
}

// rotated is what rotate prints with --json.
type rotated struct {
	Places []struct {
		Name              string
		Seen, Older, Lost int
	}
	MayDrop bool `json:"older_may_be_dropped"`
}

func (i *installation) rotate(t *testing.T, ring string, args ...string) (code int, out rotated) {
	t.Helper()
	env := maps.Clone(i.env)
	env[app.SecretKey] = ring
	code, errs := clitest.RunJSON(t, secret.Secret, env, &out, append([]string{"rotate", "--json"}, args...)...)
	if code > 1 {
		t.Fatalf("rotate: exit %d, %s", code, errs)
	}
	return code, out
}

func (r rotated) sum() (seen, older, lost int) {
	for _, at := range r.Places {
		seen, older, lost = seen+at.Seen, older+at.Older, lost+at.Lost
	}
	return seen, older, lost
}

func TestTheRootKeyIsChangedUnderLoadAndNothingIsLost(t *testing.T) {
	t.Parallel()
	contacts, between := 400, 10
	if *long {
		contacts, between = 20_000, 15*perSecond
	}
	older, newer := seal.Generate(), seal.Generate()
	i := newInstallation(t, older)
	i.contacts(t, older, contacts)
	i.restart(t, older)
	stop := i.load(t.Context())
	for _, ring := range []string{older + "," + newer, newer + "," + older} {
		i.answered(t, between)
		i.restart(t, ring)
	}
	i.answered(t, between)
	b := i.server.Bus(t, "recado")
	i.killed(t, b, keyOf(t, newer))
	_, first := i.rotate(t, newer+","+older)
	if seen, changed, lost := first.sum(); changed == 0 || changed >= seen || lost > 0 {
		t.Errorf("after the kill: %d values, %d of an older key, %d lost", seen, changed, lost)
	}
	code, check := i.rotate(t, newer+","+older, "--check")
	if _, old, lost := check.sum(); code != 1 || old+lost > 0 || check.MayDrop {
		t.Errorf("check: exit %d, %+v", code, check)
	}
	before := stop()
	i.settle(t, before)
	i.restart(t, newer)
	code, check = i.rotate(t, newer, "--check")
	if seen, old, lost := check.sum(); code != 0 || old+lost > 0 || seen < contacts+len(before) {
		t.Errorf("with the new key alone: exit %d, %+v", code, check)
	}
	i.samePeople(t, before)
}

// samePeople lets some write again, with the new key alone: they are who they were.
func (i *installation) samePeople(t *testing.T, phones []string) {
	t.Helper()
	some := phones[:min(len(phones), 20)]
	for _, phone := range some {
		i.say(t.Context(), phone, "¿Y los domingos?")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := i.sandbox.Wait(ctx, len(phones)+len(some), anything); err != nil {
		t.Fatalf("replies with the new key alone: %v", err)
	}
	var n int
	i.db.QueryRow(t, `SELECT count(*) FROM chat.contacts`, nil, &n)
	if n != len(phones) {
		t.Errorf("%d people are %d contacts", len(phones), n)
	}
	if letters, err := i.server.Bus(t, "recado").DeadLetters(t.Context(), bus.DeadLetterFilter{}); err != nil || len(letters) > 0 {
		t.Errorf("dead letters: %v, %v", letters, err)
	}
}
