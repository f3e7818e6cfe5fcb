package scenario

import (
	"embed"
	"fmt"

	"github.com/recado/recado/pkg/tenantfile"
)

//go:embed tenants
var tenants embed.FS

// General reads the business that scenarios of the vertical general are played with, a veterinary clinic in Quito; getenv gives the
// values of its variables.
func General(getenv func(string) string) (*tenantfile.File, error) {
	f, err := tenantfile.Load(tenants, "tenants/patas-y-nubes/tenant.yaml", getenv)
	if err != nil {
		return nil, fmt.Errorf("load the tenant of general scenarios: %w", err)
	}
	return f, nil
}
