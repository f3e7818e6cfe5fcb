// Package demo holds the demo tenants: invented businesses with their documents, and a conversation each that shows what they can do.
package demo

import (
	"crypto/hmac"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/recado/recado/pkg/tenantfile"
)

// FS holds a folder for each tenant: tenant.yaml, conversation.yaml, knowledge/*.md.
//
//go:embed tenants
var FS embed.FS

// Tenant is a demo tenant as whoever plays its customers needs it.
type Tenant struct {
	ID       string
	Account  string // WhatsApp phone number id
	Phone    string // the number that its customers write to
	variable string // prefix of its environment variables
}

// variableAPI is where the demo tenants' channels are sent to: the sandbox.
const variableAPI = "TENANT_DEMO_API_URL"

var all = []Tenant{
	{"sonrisa-cempasuchil", "551900000000101", "525555550110", "TENANT_DEMO_DENTAL_"},
	{"marea-chaski", "551900000000102", "51900555010", "TENANT_DEMO_RESTAURANT_"},
	{"frailejon-vivo", "551900000000103", "573005550110", "TENANT_DEMO_MEDICAL_"},
}

// Tenants returns the demo tenants: a dental clinic in Mexico City, a restaurant in Lima, a medical practice in Bogotá.
func Tenants() []Tenant { return append([]Tenant(nil), all...) }

// File is the path of the tenant's file in FS.
func (t Tenant) File() string { return "tenants/" + t.ID + "/tenant.yaml" }

// AppSecret signs the tenant's webhooks.
func (t Tenant) AppSecret(getenv func(string) string) string {
	return getenv(t.variable + "APP_SECRET")
}

// Load reads the tenant from the binary; getenv is what Environment returns.
func (t Tenant) Load(getenv func(string) string) (*tenantfile.File, error) {
	f, err := tenantfile.Load(FS, t.File(), getenv)
	if err != nil {
		return nil, fmt.Errorf("load demo tenant: %w", err)
	}
	return f, nil
}

// Environment returns getenv with the demo tenants' variables added where they are not set: apiURL is the channels' sandbox,
// secrets are derived from seed (the installation's secret key), so that they differ between installations and not between runs.
func Environment(seed, apiURL string, getenv func(string) string) func(string) string {
	return func(name string) string {
		value := getenv(name)
		switch {
		case value != "" || !ours(name):
			return value
		case name == variableAPI:
			return apiURL
		}
		mac := hmac.New(sha256.New, []byte(seed))
		mac.Write([]byte(name))
		return hex.EncodeToString(mac.Sum(nil)[:16])
	}
}

func ours(name string) bool {
	if name == variableAPI {
		return true
	}
	for _, t := range all {
		if strings.HasPrefix(name, t.variable) {
			return true
		}
	}
	return false
}
