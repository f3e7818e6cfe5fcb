package urgency

import (
	"testing"

	"github.com/recado/recado/pkg/language"
)

func TestDangersAreFoundWhereTheirExamplesSaySo(t *testing.T) {
	t.Parallel()
	for _, k := range dangers.kinds {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			for _, text := range k.yes {
				if got := dangers.find(language.Read(text), true); got.kind < 0 {
					t.Errorf("no danger is found in %q", text)
				}
			}
			for _, text := range k.no {
				if got := dangers.find(language.Read(text), true); got.kind >= 0 {
					t.Errorf("%q is taken for %s", text, dangers.kinds[got.kind].Name)
				}
			}
		})
	}
}
