package channel_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/channel"
)

func TestSplitCutsWhereAReaderWould(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		limit      int
		want       []string
	}{
		{"a short text stays whole", "hola", 10, []string{"hola"}},
		{"nothing has no parts", " \n ", 10, nil},
		{"paragraphs first", "uno dos tres\n\ncuatro. cinco", 20, []string{"uno dos tres", "cuatro. cinco"}},
		{"then lines", "uno dos tres\ncuatro cinco", 20, []string{"uno dos tres", "cuatro cinco"}},
		{"then sentences", "Uno dos tres. Cuatro cinco", 20, []string{"Uno dos tres.", "Cuatro cinco"}},
		{"then words", "unodostres cuatro cinco", 14, []string{"unodostres", "cuatro cinco"}},
		{"a long word anywhere", "abcdefghij", 4, []string{"abcd", "efgh", "ij"}},
		{"an early paragraph does not make a tiny part", "a\n\nbcde fghi jklm nopq", 12, []string{"a\n\nbcde fghi", "jklm nopq"}},
		{"an emoji counts two", "👟👟👟", 4, []string{"👟👟", "👟"}},
		{"a skin tone stays with its hand", "abc👍🏽", 5, []string{"abc", "👍🏽"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, channel.Split(tt.text, tt.limit)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("Una frase. Otra\n\ny otra 👍🏽 más", 7)
	f.Add("\xff\xfe largo", 2)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		if limit < 2 || !utf8.ValidString(text) {
			return
		}
		parts := channel.Split(text, limit)
		for _, part := range parts {
			if n := len(utf16.Encode([]rune(part))); n > limit {
				t.Fatalf("part has %d units, limit is %d", n, limit)
			}
		}
		if solid(strings.Join(parts, "")) != solid(text) {
			t.Fatal("the parts are not the text")
		}
	})
}

func solid(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}
