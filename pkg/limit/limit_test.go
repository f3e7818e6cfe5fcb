package limit_test

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/recado/recado/pkg/limit"
)

func TestEachKeyHasItsOwnTokens(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := limit.New(2, 3)
		for i := range 4 {
			if got := k.Allow("a"); got != (i < 3) {
				t.Errorf("%d: %v", i, got)
			}
		}
		if !k.Allow("b") {
			t.Error("another key has none")
		}
		time.Sleep(time.Second) // of the bubble
		for i, want := range []bool{true, true, false} {
			if k.Allow("a") != want {
				t.Errorf("a second does not bring two tokens: %d", i)
			}
		}
		if wait := k.Reserve("a"); wait != 500*time.Millisecond {
			t.Errorf("the next token comes after %s", wait)
		}
	})
}

func TestQuietKeysAreForgottenAndBusyOnesAreNot(t *testing.T) {
	t.Parallel()
	k := limit.New(0.0001, 1)
	k.Allow("quiet")
	k.Allow("busy")
	for n := range 3 * limit.Generation {
		k.Allow(strconv.Itoa(n))
		if n%1000 == 0 && k.Allow("busy") {
			t.Fatal("a busy key got its tokens again")
		}
	}
	if !k.Allow("quiet") {
		t.Error("a quiet key is remembered for ever")
	}
}
