package names

import (
	"strconv"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/language"
)

func TestATextThatSaysANameAgainAndAgainNamesABoundedNumber(t *testing.T) {
	t.Parallel()
	var entries []Entry
	for i := range 250 {
		entries = append(entries, Entry{ID: strconv.Itoa(i), Kind: KindDish, Name: "taco al pastor " + strconv.Itoa(i), Aliases: []string{"tacos de la casa"}})
	}
	entries = append(entries, Entry{ID: "soup", Kind: KindDish, Name: "pozole"})
	m := NewMatcher(entries)
	for _, word := range []string{"tacos ", "pozole ", "tacos pozole "} {
		if got := len(m.Find(language.Read(strings.Repeat(word, 1000)))); got > maxMatches+maxShared {
			t.Errorf("%q names %d", word, got)
		}
	}
}
