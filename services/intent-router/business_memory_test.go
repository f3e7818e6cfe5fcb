//go:build !race

package intentrouter

import (
	"runtime"
	"testing"

	"github.com/recado/recado/pkg/language"
)

// TestTenThousandTenantsFitInMemory is not parallel: it measures the heap, with the settings that the tables refer to.
func TestTenThousandTenantsFitInMemory(t *testing.T) {
	var all businesses
	before := heap()
	for n := range manyTenants {
		all.of(filled(n))
	}
	used := heap() - before
	t.Logf("%d tenants take %d MB, %d KB each with their settings", manyTenants, used>>20, used/manyTenants>>10)
	if used > maxMemory {
		t.Errorf("%d tenants take %d MB, want at most %d", manyTenants, used>>20, maxMemory>>20)
	}
	if got := all.of(filled(7)).names.Find(language.Read("Limpieza")); got != nil {
		t.Errorf("a word that ten names share is %v", got)
	}
	runtime.KeepAlive(&all)
}
