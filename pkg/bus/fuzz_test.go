package bus

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzReasonFitsAHeader(f *testing.F) {
	for _, seed := range []string{"", "unknown tenant", "a\r\nNats-Rollup: all", string(make([]byte, 2000)), "ñ\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := clip(s)
		if len(got) > maxReason || !utf8.ValidString(got) {
			t.Errorf("%d bytes, valid %v", len(got), utf8.ValidString(got))
		}
		for _, r := range got {
			if r < ' ' {
				t.Errorf("control character %q", r)
			}
		}
	})
}

func FuzzToken(f *testing.F) {
	for _, seed := range []string{"get_faq", "a.b", "*", ">", "", " "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if checkToken("tool", s) != nil {
			return
		}
		for _, c := range s {
			if strings.ContainsRune(".*>", c) || c <= ' ' || c > '~' {
				t.Errorf("accepted %q", s)
			}
		}
	})
}
