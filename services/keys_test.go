package services_test

import (
	"slices"
	"testing"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	"github.com/recado/recado/services"
)

// holders says which services hold what is sealed for a purpose; docs/keys.md has the same table.
var holders = map[string][]string{
	seal.PurposeAccountIn:   {"ingest"},
	seal.PurposeWebchat:     {"ingest"},
	seal.PurposeAccountOut:  {"outbound-sender"},
	seal.PurposeNotify:      {"outbound-sender"},
	seal.PurposeIdentity:    {"ingest", "outbound-sender"},
	seal.PurposeAddress:     {"ingest", "outbound-sender"},
	seal.PurposeVault:       {"ingest", "sanitize", "tool-executor", "outbound-sender"},
	seal.PurposeDeadLetters: {"ingest", "sanitize"},
	seal.PurposeSession:     {"sanitize"},
	seal.PurposeSlot:        {"tool-executor"},
	seal.PurposeTools:       {"tool-executor"},
}

func installation(t *testing.T) seal.Key {
	t.Helper()
	root, err := seal.ParseKey(bustest.Key)
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// keysOf is what recado secret derive prints for a service, as the service reads it.
func keysOf(t *testing.T, service app.Service) seal.Key {
	t.Helper()
	text, err := installation(t).Bundle(service.Name, service.Keys...)
	if err != nil {
		t.Fatal(err)
	}
	key, err := seal.ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestAServicesKeysOpenWhatItNeedsAndNothingElse(t *testing.T) {
	t.Parallel()
	root := installation(t)
	for _, service := range services.All() {
		if len(service.Keys) == 0 {
			continue
		}
		key := keysOf(t, service)
		for purpose, names := range holders {
			sealed := root.Derive(purpose, "clinica-sol").Seal([]byte("hush"), []byte("bound"))
			_, err := key.Derive(purpose, "clinica-sol").Open(sealed, []byte("bound"))
			if holds := slices.Contains(names, service.Name); holds != (err == nil) {
				t.Errorf("%s, purpose %q: holds it %v, opening says %v", service.Name, purpose, holds, err)
			}
		}
		for _, purpose := range service.Keys {
			if _, known := holders[purpose]; !known {
				t.Errorf("%s declares the purpose %q, which the table does not have", service.Name, purpose)
			}
		}
	}
}

// Whoever takes ingest has no access token, whoever takes sanitize no secret of any account.
func TestNoServiceOpensSecretsOfAnothersWork(t *testing.T) {
	t.Parallel()
	root := installation(t)
	account := tenant.Account{Channel: "whatsapp", ID: "1066", Secrets: map[string][]byte{}}
	for _, name := range []string{channel.SecretApp, channel.SecretAppPrevious, channel.SecretVerifyToken, channel.SecretAccessToken} {
		account.Secrets[name] = root.Derive(seal.OfSecret(name)).Seal([]byte(name), account.SecretBound("clinica-sol", name))
	}
	for _, service := range services.All() {
		if len(service.Keys) == 0 {
			continue
		}
		key := keysOf(t, service)
		signing, err := channel.OpenSigning(key, "clinica-sol", &account)
		if opened := err == nil && len(signing.Signing) == 2 && signing.VerifyToken == channel.SecretVerifyToken; opened != (service.Name == "ingest") {
			t.Errorf("%s opens signing secrets: %v, %v", service.Name, opened, err)
		}
		access, err := channel.OpenAccess(key, "clinica-sol", &account)
		if opened := err == nil && access.AccessToken == channel.SecretAccessToken; opened != (service.Name == "outbound-sender") {
			t.Errorf("%s opens access tokens: %v, %v", service.Name, opened, err)
		}
		if signing.AccessToken != "" || len(access.Signing) > 0 {
			t.Errorf("%s gets secrets that it did not ask for", service.Name)
		}
	}
}

func TestServicesWithoutTheVaultsKeyReadNoPersonalData(t *testing.T) {
	t.Parallel()
	const contact = "7d1f2c0e-2a51-5c7b-9a57-5f0d6a1c9e11"
	s := bustest.New(t)
	b := s.Bus(t, "recado")
	whole, err := vault.New(installation(t), b)
	if err != nil {
		t.Fatal(err)
	}
	found := []guard.Found{{Type: guard.TypePhone, Token: "[TEL_1]", Value: "55 1234 5678"}}
	values, err := whole.Seal(t.Context(), "clinica-sol", contact, found)
	if err != nil {
		t.Fatal(err)
	}
	for _, service := range services.All() {
		if len(service.Keys) == 0 {
			continue
		}
		v, err := vault.New(keysOf(t, service), b)
		if !slices.Contains(service.Keys, seal.PurposeVault) {
			if err == nil {
				t.Errorf("%s has a vault", service.Name)
			}
			continue
		}
		if got, err := v.Open(t.Context(), "clinica-sol", contact, values); err != nil || len(got) != 1 {
			t.Errorf("%s: %v, %v", service.Name, got, err)
		}
	}
}

func TestServicesThatReadTheKeyDeclareItsPurposes(t *testing.T) {
	t.Parallel()
	for _, service := range services.All() {
		reads := false
		if service.Config != nil {
			reads = slices.ContainsFunc(config.Variables(service.Config), func(v config.Variable) bool { return v.Name == app.SecretKey })
		}
		if reads != (len(service.Keys) > 0) {
			t.Errorf("%s reads %s: %v, and declares %d purposes", service.Name, app.SecretKey, reads, len(service.Keys))
		}
	}
}
