package measure

import (
	"testing"
	"time"
)

func TestStatOfAProcessCountsItsEndedChildren(t *testing.T) {
	t.Parallel()
	got, ok := parseStat("42 (a name) b) S 7 42 42 0 -1 4194560 100 0 0 0 11 22 33 44 20 0 1 0 100 0 0")
	if want := (procStat{parent: 7, used: 1100 * time.Millisecond}); !ok || got != want {
		t.Errorf("got %+v, %v, want %+v", got, ok, want)
	}
}

func TestStatThatIsCutIsNoProcess(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "42 (name", "42 (name) S 7"} {
		if got, ok := parseStat(text); ok {
			t.Errorf("%q: got %+v", text, got)
		}
	}
}
