package strictyaml

import "testing"

func TestATabBeforeAKeyIsNamed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]position{
		"a: 1\n\tb: 2\n":       {2, 1},
		"a:\n  \tb: 2\n":       {2, 3},
		"a:\n\t- b\n":          {2, 1},
		"a: |\n  text\n\tin\n": {},
		"a: b\tc\n":            {},
	} {
		if got, ok := tabAt(text); got != want || ok != (want.line > 0) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
