// Package tenantfiletest has two tenants for tests: a dental clinic in Mexico that uses nearly every key, and a bistro in Chile that
// uses the others.
package tenantfiletest

import (
	"embed"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/recado/recado/pkg/tenantfile"
)

// Secret is the value of every secret.
const Secret = "syn-secret-value"

// FS holds clinic/tenant.yaml, bistro/tenant.yaml and their knowledge.
//
//go:embed clinic bistro
var FS embed.FS

// Env is the environment of the tenants.
func Env(name string) string {
	switch name {
	case "TENANT_API_URL":
		return "http://127.0.0.1:9"
	case "TENANT_APP_SECRET", "TENANT_VERIFY_TOKEN", "TENANT_ACCESS_TOKEN":
		return Secret
	}
	return ""
}

// Load returns the clinic or the bistro.
func Load(t testing.TB, name string) *tenantfile.File {
	t.Helper()
	f, err := tenantfile.Load(FS, name+"/tenant.yaml", Env)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Text returns the clinic's file.
func Text(t testing.TB) string {
	t.Helper()
	data, err := fs.ReadFile(FS, "clinic/tenant.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Edited loads the clinic with one text of its file replaced by another.
func Edited(t testing.TB, from, to string) (*tenantfile.File, error) {
	t.Helper()
	text := Text(t)
	if !strings.Contains(text, from) {
		t.Fatalf("the clinic's file has no %q", from)
	}
	article, err := fs.ReadFile(FS, "clinic/knowledge/after.md")
	if err != nil {
		t.Fatal(err)
	}
	return tenantfile.Load(fstest.MapFS{
		"clinic/tenant.yaml":        {Data: []byte(strings.Replace(text, from, to, 1))},
		"clinic/knowledge/after.md": {Data: article},
	}, "clinic/tenant.yaml", Env)
}
