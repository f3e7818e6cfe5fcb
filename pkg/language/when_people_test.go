package language

import "testing"

// allCases are all tables of this file by language.
var allCases = map[Lang][]whenCase{Spanish: spanishCases, English: englishCases, Portuguese: portugueseCases}

func TestWhenReadsWhatPeopleSay(t *testing.T) {
	t.Parallel()
	for lang, cases := range allCases {
		runWhen(t, lang, cases)
	}
}
