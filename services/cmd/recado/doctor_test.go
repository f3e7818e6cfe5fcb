package main

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
)

func TestDoctorFindsSecretsOfAnotherKey(t *testing.T) {
	t.Parallel()
	server := bustest.New(t)
	key, err := seal.ParseKey(someKey)
	if err != nil {
		t.Fatal(err)
	}
	sealed := key.Derive("account").Seal([]byte("hush"), []byte("clinic/whatsapp/42/app_secret"))
	value, err := json.Marshal(tenant.Settings{ID: "clinic", Accounts: []tenant.Account{
		{Channel: "whatsapp", ID: "42", Secrets: map[string][]byte{"app_secret": sealed}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	b := server.Bus(t, "recado")
	if err := b.Put(context.WithoutCancel(t.Context()), subject.BucketTenants, "clinic", value); err != nil {
		t.Fatal(err)
	}
	examine := func(key string) error {
		env := map[string]string{"RECADO_SECRET_KEY": key, "RECADO_POSTGRES_URL": "postgres://", "RECADO_NATS_URL": "nats://127.0.0.1"}
		return (&examination{cli: &cli{getenv: func(name string) string { return env[name] }}}).checkSecrets(t.Context(), b)
	}
	if err := examine(someKey); err != nil {
		t.Errorf("with the key that sealed them: %v", err)
	}
	if err := examine(seal.Generate()); err == nil || !strings.Contains(err.Error(), "tenant clinic") || strings.Contains(err.Error(), "hush") {
		t.Errorf("with another key: %v", err)
	}
}
