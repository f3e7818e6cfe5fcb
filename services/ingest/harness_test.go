package ingest_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/recado/recado/pkg/app/apptest"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/channel/channeltest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/ingest"
)

const (
	appSecret   = "syn_app_secret_whatsapp_5d41"
	verifyToken = "synthetic-verify-token-01"
	accountA    = "551900334420178"
	accountB    = "551900334429999"
	site        = "shop"
	gatewayName = "pigeon"
)

func master(t testing.TB) seal.Key {
	t.Helper()
	key, err := seal.ParseKey(apptest.Key)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// whatsapp is an account with sealed secrets.
func whatsapp(t testing.TB, id tenant.ID, account string, secrets map[string]string) tenant.Account {
	t.Helper()
	sealed := map[string][]byte{}
	for name, value := range secrets {
		sealed[name] = master(t).Derive(seal.OfSecret(name)).Seal([]byte(value), []byte(string(id)+"/whatsapp/"+account+"/"+name))
	}
	return tenant.Account{Channel: "whatsapp", ID: account, Secrets: sealed}
}

// shop is the tenant of the recorded payloads, with a web chat and a gateway beside its number.
func shop(t testing.TB) *tenant.Settings {
	t.Helper()
	return &tenant.Settings{
		ID: "shop-a", Version: 1, Language: "es", Zone: "America/Mexico_City",
		Assistants: []tenant.Assistant{{ID: "ana", Channel: "*", Active: true}},
		Accounts: []tenant.Account{
			whatsapp(t, "shop-a", accountA, map[string]string{channel.SecretApp: appSecret, channel.SecretVerifyToken: verifyToken}),
			{Channel: "webchat", ID: site, Origins: []string{"https://shop.example"}},
			{Channel: gatewayName, ID: "coop", Gateway: true},
		},
	}
}

// neighbour is the second tenant of in_text_two_tenants.json.
func neighbour(t testing.TB, secret string) *tenant.Settings {
	t.Helper()
	return &tenant.Settings{ID: "shop-b", Version: 1, Accounts: []tenant.Account{
		whatsapp(t, "shop-b", accountB, map[string]string{channel.SecretApp: secret}),
	}}
}

func start(t testing.TB, server *bustest.Server, tenants ...*tenant.Settings) *apptest.Process {
	t.Helper()
	// a loaded machine may need long to store a body; a bus that is unavailable still answers at once
	opts := apptest.Options{Server: server, Tenants: tenants, Env: map[string]string{"RECADO_INGEST_PUBLISH_TIMEOUT": "30s"}}
	opts.Services = append(opts.Services, ingest.Service())
	return apptest.Start(t, opts)
}

type response struct {
	status int
	header http.Header
	body   string
}

func send(t testing.TB, method, url string, header http.Header, body []byte) response {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if header != nil {
		req.Header = header.Clone()
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response{res.StatusCode, res.Header, string(text)}
}

// post sends a webhook to an account, signed with a secret.
func post(t testing.TB, p *apptest.Process, account string, body []byte, secret string) response {
	t.Helper()
	return send(t, http.MethodPost, p.URL+"/webhooks/whatsapp/"+account, channeltest.SignMeta(body, secret), body)
}
