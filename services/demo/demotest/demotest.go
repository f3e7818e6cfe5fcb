// Package demotest has the tenants that the recorded WhatsApp payloads are addressed to.
package demotest

import (
	"embed"
	"testing"

	"github.com/recado/recado/pkg/tenantfile"
)

//go:embed tenants
var files embed.FS

// Secrets of the recorded payloads, the same for both tenants.
const (
	AppSecret   = "syn_app_secret_whatsapp_5d41"
	VerifyToken = "synthetic-verify-token-01"
	AccessToken = "syn_access_token_whatsapp_7c20"
)

// The tenants.
const (
	TenantA = "tienda-a"
	TenantB = "tienda-b"
)

// The phone number ids of the tenants.
const (
	AccountA = "551900334420178"
	AccountB = "551900334429999"
)

// Tenants returns both tenants, whose replies go to apiURL. Their quiet window is 0; tienda-a has a gateway account on telegram too.
func Tenants(t testing.TB, apiURL string) []*tenantfile.File {
	t.Helper()
	values := map[string]string{
		"TENANT_FIXTURE_API_URL": apiURL, "TENANT_FIXTURE_APP_SECRET": AppSecret,
		"TENANT_FIXTURE_VERIFY_TOKEN": VerifyToken, "TENANT_FIXTURE_ACCESS_TOKEN": AccessToken,
	}
	var out []*tenantfile.File
	for _, id := range []string{TenantA, TenantB} {
		f, err := tenantfile.Load(files, "tenants/"+id+".yaml", func(name string) string { return values[name] })
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
	}
	return out
}
