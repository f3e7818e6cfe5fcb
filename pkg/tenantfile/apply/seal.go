package apply

import (
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
)

// sealAccounts fills in the secrets. One that is sealed already with the same value and the newest key keeps its bytes: applying
// twice changes nothing.
func sealAccounts(f *tenantfile.File, s *tenant.Settings, key seal.Key, have map[string]map[string][]byte) {
	for i := range s.Accounts {
		a := &s.Accounts[i]
		a.Secrets = map[string][]byte{}
		for name, value := range f.Secrets[i] {
			bound := a.SecretBound(s.ID, name)
			a.Secrets[name] = sealOnce(key.Derive(seal.OfSecret(name)), value, bound, have[a.Channel+"/"+a.ID][name])
		}
	}
}

// sealNotify fills in the secrets of webhooks, as sealAccounts does.
func sealNotify(f *tenantfile.File, s *tenant.Settings, key seal.Key, have []tenant.Notify) {
	key = key.Derive(seal.PurposeNotify)
	for i := range s.Handoff.Notify {
		n := &s.Handoff.Notify[i]
		if n.Webhook == "" {
			continue
		}
		var known []byte
		for _, old := range have {
			if old.Webhook == n.Webhook {
				known = old.Secret
			}
		}
		n.Secret = sealOnce(key, f.NotifySecrets[i], tenant.NotifyBound(s.ID, n.Webhook), known)
	}
}

// sealTools fills in the secrets of hosts and tool servers, as sealAccounts does.
func sealTools(f *tenantfile.File, s *tenant.Settings, key seal.Key, have tenant.Tools) {
	key = key.Derive(seal.PurposeTools)
	known := map[string][]byte{}
	for _, h := range have.HTTP {
		known[h.Host] = h.Secret
	}
	for _, x := range have.Servers {
		known[x.URL] = x.Secret
	}
	for i := range s.Tools.HTTP {
		h := &s.Tools.HTTP[i]
		h.Secret = sealOnce(key, f.ToolSecrets[h.Host], tenant.ToolBound(s.ID, h.Host), known[h.Host])
	}
	for i := range s.Tools.Servers {
		x := &s.Tools.Servers[i]
		if secret, has := f.ToolSecrets[x.URL]; has {
			x.Secret = sealOnce(key, secret, tenant.ToolBound(s.ID, x.URL), known[x.URL])
		}
	}
}

func sealOnce(key seal.Key, value config.Secret, bound, have []byte) []byte {
	if plain, err := key.Open(have, bound); err == nil && string(plain) == value.Reveal() && key.Current(have) {
		return have
	}
	return key.Seal([]byte(value.Reveal()), bound)
}
