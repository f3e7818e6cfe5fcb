package tokens_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/recado/recado/pkg/tokens"
)

// TestCountIsWhatTheModelsCount holds counts that tiktoken's own tests and documentation name.
func TestCountIsWhatTheModelsCount(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		text string
		want int
	}{
		{"", 0},
		{"hello world", 2},
		{"antidisestablishmentarianism", 6},
		{"2 + 2 = 4", 7},
		{"お誕生日おめでとう", 8},
	} {
		if got := tokens.Count(x.text); got != x.want {
			t.Errorf("%q has %d tokens, want %d", x.text, got, x.want)
		}
	}
}

func TestEveryByteIsAtMostOneToken(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"¿Qué precio tiene?", strings.Repeat("\x00\xff", 50), strings.Repeat(" ", 300), "[TEL_1] <data-0123>"} {
		if n := tokens.Count(text); n < 1 || n > len(text) {
			t.Errorf("%q has %d tokens", text, n)
		}
	}
}

func TestManyCountAtOnce(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("La limpieza dental cuesta $800. ", 40)
	want := tokens.Count(text)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if got := tokens.Count(text); got != want {
				t.Errorf("counted %d beside others, %d alone", got, want)
			}
		})
	}
	wait.Wait()
}

func TestUnknownEncodingIsEstimated(t *testing.T) {
	t.Parallel()
	if got := tokens.For("of-tomorrow")("ocho años"); got != 3 {
		t.Errorf("estimated %d, want 3", got)
	}
	if got := tokens.For(tokens.O200k)("hello world"); got != 2 {
		t.Errorf("counted %d, want 2", got)
	}
}

func BenchmarkCountPrompt(b *testing.B) {
	text := strings.Repeat("Tratas de tú, con calidez y sin tecnicismos; ofreces siempre el siguiente paso. ", 75) // 6 KB
	tokens.Count(text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		tokens.Count(text)
	}
}
