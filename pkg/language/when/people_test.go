package when

import (
	"testing"

	"github.com/recado/recado/pkg/language"
)

// allCases are all tables of this file by language.
var allCases = map[language.Lang][]whenCase{language.Spanish: spanishCases, language.English: englishCases, language.Portuguese: portugueseCases}

func TestWhenReadsWhatPeopleSay(t *testing.T) {
	t.Parallel()
	for lang, cases := range allCases {
		runWhen(t, lang, cases)
	}
}
