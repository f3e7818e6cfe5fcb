package apply

import (
	"bytes"
	"testing"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/pkg/tenantfile/tenantfiletest"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func newKey(t *testing.T) seal.Key {
	t.Helper()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestASecretIsSealedAgainOnlyWhereItOrItsKeyChanged(t *testing.T) {
	t.Parallel()
	key, bound := newKey(t), []byte("clinic/whatsapp/1/app_secret")
	first := sealOnce(key, "hush", bound, nil)
	if plain, err := key.Open(first, bound); err != nil || string(plain) != "hush" {
		t.Fatalf("opened %q, %v", plain, err)
	}
	if again := sealOnce(key, "hush", bound, first); !bytes.Equal(again, first) {
		t.Error("the same secret is sealed again")
	}
	if changed := sealOnce(key, "shush", bound, first); bytes.Equal(changed, first) {
		t.Error("another secret keeps the old bytes")
	}
	other := newKey(t)
	if plain, err := other.Open(sealOnce(other, "hush", bound, first), bound); err != nil || string(plain) != "hush" {
		t.Errorf("under another key: opened %q, %v", plain, err)
	}
}

func TestASecretUnderAnOlderKeyOfTheRingIsSealedAgain(t *testing.T) {
	t.Parallel()
	before, after := seal.Generate(), seal.Generate()
	parse := func(text string) seal.Key {
		key, err := seal.ParseKey(text)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	f := tenantfiletest.Load(t, "clinic")
	first, second := f.Settings(), f.Settings()
	sealAccounts(f, first, parse(before), nil)
	have := map[string]map[string][]byte{}
	for _, a := range first.Accounts {
		have[a.Channel+"/"+a.ID] = a.Secrets
	}
	sealAccounts(f, second, parse(after+","+before), have)
	for name, sealed := range second.Accounts[0].Secrets {
		plain, err := parse(after).Derive(seal.OfSecret(name)).Open(sealed, second.Accounts[0].SecretBound("clinic", name))
		if err != nil || string(plain) != f.Secrets[0][name].Reveal() {
			t.Errorf("%s with the new key alone: %v", name, err)
		}
	}
}

func TestEachSecretIsBoundToItsAccount(t *testing.T) {
	t.Parallel()
	key, f := newKey(t), tenantfiletest.Load(t, "clinic")
	s := f.Settings()
	sealAccounts(f, s, key, nil)
	sealed := s.Accounts[0].Secrets
	if len(sealed) != 3 || s.Accounts[1].Secrets == nil {
		t.Fatalf("secrets %v and %v", sealed, s.Accounts[1].Secrets)
	}
	if _, err := key.Derive(seal.PurposeAccountIn).Open(sealed["app_secret"], []byte("clinic/whatsapp/551900334420178/verify_token")); err == nil {
		t.Error("a secret opens as another of the same account")
	}
}

func TestAWebhooksSecretIsBoundToTenantAndAddress(t *testing.T) {
	t.Parallel()
	key, f := newKey(t), tenantfiletest.Load(t, "clinic")
	s := f.Settings()
	sealNotify(f, s, key, nil)
	first := s.Handoff.Notify
	if len(first[0].Secret) == 0 || first[1].Secret != nil || first[2].Secret != nil {
		t.Fatalf("secrets %+v", first)
	}
	plain, err := key.Derive(seal.PurposeNotify).Open(first[0].Secret, tenant.NotifyBound("clinic", first[0].Webhook))
	if err != nil || string(plain) != tenantfiletest.Secret {
		t.Errorf("opened %q, %v", plain, err)
	}
	if _, err := key.Derive(seal.PurposeNotify).Open(first[0].Secret, tenant.NotifyBound("bistro", first[0].Webhook)); err == nil {
		t.Error("it opens for another tenant")
	}
	again := f.Settings()
	sealNotify(f, again, key, first)
	if !bytes.Equal(again.Handoff.Notify[0].Secret, first[0].Secret) {
		t.Error("an unchanged secret is sealed again")
	}
}

func TestSecretOfAToolIsBoundToTenantAndTargetAndSealedAgainWithTheOthers(t *testing.T) {
	t.Parallel()
	key, f := newKey(t), tenantfiletest.Load(t, "clinic")
	f.ToolSecrets = map[string]config.Secret{"api.clinic.example": "secreto", "https://crm.example/mcp": "Bearer x"}
	made := func() *tenant.Settings {
		s := f.Settings()
		s.Tools.HTTP = []tenant.HTTPHost{{Host: "api.clinic.example"}}
		s.Tools.Servers = []tenant.ToolServer{{Name: "crm", URL: "https://crm.example/mcp"}, {Name: "open", URL: "https://open.example"}}
		return s
	}
	first, again := made(), made()
	sealTools(f, first, key, tenant.Tools{})
	sealTools(f, again, key, first.Tools)
	if !bytes.Equal(first.Tools.HTTP[0].Secret, again.Tools.HTTP[0].Secret) || first.Tools.Servers[1].Secret != nil {
		t.Error("an unchanged secret is sealed again, or one that there is not")
	}
	for target, sealed := range map[string][]byte{
		"api.clinic.example": first.Tools.HTTP[0].Secret, "https://crm.example/mcp": first.Tools.Servers[0].Secret,
	} {
		plain, err := key.Derive(seal.PurposeTools).Open(sealed, tenant.ToolBound("clinic", target))
		if err != nil || string(plain) != f.ToolSecrets[target].Reveal() {
			t.Errorf("%s opened %q, %v", target, plain, err)
		}
		if _, err := key.Derive(seal.PurposeTools).Open(sealed, tenant.ToolBound("bistro", target)); err == nil {
			t.Errorf("%s opens for another tenant", target)
		}
	}
	ring := parse(t, seal.Generate()+","+seal.Generate())
	if count, _ := resealSettings(ring, first); count.Seen != 2 || count.Lost != 2 {
		t.Errorf("under another key: %+v", count)
	}
}

func TestADocumentEventIsAnotherOneInEachVersion(t *testing.T) {
	t.Parallel()
	f := tenantfiletest.Load(t, "clinic")
	document := f.Documents[0]
	id := tenantfile.ID("clinic", "document", document.Slug)
	submitted, ok := documentEvent("clinic", pending{ID: id, Version: 1}, document).(*recadov1.DocumentSubmitted)
	if !ok || submitted.GetMimeType() != "text/markdown" || submitted.GetKind() != recadov1.DocumentKind_DOCUMENT_KIND_ARTICLE {
		t.Fatalf("submitted %v", submitted)
	}
	if submitted.GetMeta().GetConversationKey() != id || !bytes.Equal(submitted.GetInline(), document.Body) {
		t.Errorf("submitted %v", submitted)
	}
	later := documentEvent("clinic", pending{ID: id, Version: 2}, document)
	if later.GetMeta().GetEventId() == submitted.GetMeta().GetEventId() {
		t.Error("the events of two versions have one id")
	}
	removed, ok := documentEvent("clinic", pending{ID: id, Version: 3, Removed: true}, tenantfile.Document{}).(*recadov1.DocumentRemoved)
	if !ok || removed.GetDocumentId() != id || removed.GetMeta().GetTenantId() != "clinic" {
		t.Errorf("removed %v", removed)
	}
}
