package intentrouter

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/services/intent-router/intent"
)

func TestATenantMayRouteEveryIntent(t *testing.T) {
	t.Parallel()
	var file strings.Builder
	file.WriteString("routing:\n  specialists:\n")
	for _, in := range intent.All() {
		fmt.Fprintf(&file, "    %s: general\n", in.Name)
	}
	_, err := tenantfile.Load(fstest.MapFS{"tenant.yaml": {Data: []byte(file.String())}}, "tenant.yaml", nil)
	if err == nil {
		t.Fatal("a tenant without a name was accepted")
	}
	if strings.Contains(err.Error(), "routing.") {
		t.Errorf("pkg/tenantfile does not know every intent: %v", err)
	}
}
