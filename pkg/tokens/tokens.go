// Package tokens counts what a text costs a model. The vocabulary is compiled in and unfolded when the first text is counted.
package tokens

import (
	"sync"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer/codec"
)

// O200k names the encoding of the models since gpt-4o, by which every ceiling is counted.
const O200k = "o200k_base"

// charactersPerToken is what is guessed for a model whose tokenizer is not known.
const charactersPerToken = 4

// Counter counts the tokens of a text.
type Counter func(text string) int

var vocabulary = sync.OnceValue(codec.NewO200kBase)

// Count is how many tokens a text has in O200k.
func Count(text string) int {
	if text == "" {
		return 0
	}
	n, err := vocabulary().Count(text)
	if err != nil { // a text that the splitter gives up on: never counted as less than it is
		return len(text)
	}
	return n
}

// Estimate is characters divided by four, rounded up: for models whose tokenizer is not known.
func Estimate(text string) int {
	return (utf8.RuneCountInString(text) + charactersPerToken - 1) / charactersPerToken
}

// For returns what counts for an encoding; an unknown one is estimated.
func For(encoding string) Counter {
	if encoding == O200k {
		return Count
	}
	return Estimate
}
