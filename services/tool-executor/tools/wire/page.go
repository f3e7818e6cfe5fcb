package wire

import (
	"encoding/json"
	"fmt"
	"unicode"

	"github.com/recado/recado/pkg/tool"
)

// PageTokens bounds a page of a list: what a model reads of one result.
const PageTokens = 300

// Page is the parameter of a tool that answers with a list. Rules read a list whole; a remote model and a program get page 1 where they
// name none.
type Page struct {
	Number int `json:"page" minimum:"1" description:"of a long list: the last item of a page says how many follow (more) and next_page"`
}

// AnswerPage encodes the asked page of a list, at least one item of it. The last item of a page that is not the last says more and
// next_page. Evidence is that of each item, or where it is of another number that of the whole list.
func AnswerPage[T any](c tool.Call, asked Page, list []T, evidence []tool.Evidence) (tool.Result, error) {
	if asked.Number == 0 && c.Outside != "" {
		asked.Number = 1
	}
	if asked.Number == 0 || asked.Number == 1 && len(list) == 0 {
		return Answer(list, evidence...)
	}
	items := make([]json.RawMessage, len(list))
	for i := range list {
		data, err := json.Marshal(list[i])
		if err != nil {
			return tool.Result{}, err
		}
		items[i] = data
	}
	first, after := bounds(items, asked.Number)
	if asked.Number < 0 || first == after {
		return RefuseFor("invalid_arguments", "page", "there is no such page: the one before has no next_page", nil)
	}
	if after < len(items) {
		last := items[after-1]
		items[after-1] = fmt.Appendf(nil, `%s,"more":%d,"next_page":%d}`, last[:len(last)-1], len(items)-after, asked.Number+1)
	}
	if len(evidence) == len(list) {
		evidence = evidence[first:after]
	}
	return Answer(items[first:after], evidence...)
}

// moreTokens is what more and next_page cost.
const moreTokens = 12

// bounds are the first item of a page and the one after its last; both are the same where there is no such page.
func bounds(items []json.RawMessage, page int) (first, after int) {
	for range page {
		if first = after; first == len(items) {
			break
		}
		for cost := moreTokens; after < len(items); after++ {
			if cost += Tokens(items[after]); cost > PageTokens && after > first {
				break
			}
		}
	}
	return first, after
}

// Tokens estimates, on the safe side, the tokens of a JSON text: words in pieces of four letters, numbers of three digits,
// punctuation by threes. A signed id, in which letters and digits change at every step, costs a token for each change.
func Tokens(text []byte) (n int) {
	const (
		blank = iota
		letters
		digits
		marks
	)
	pieces := [...]int{blank: 1, letters: 4, digits: 3, marks: 3}
	kind, run := blank, 0
	for _, r := range string(text) {
		now := marks
		switch {
		case unicode.IsSpace(r):
			now = blank
		case unicode.IsLetter(r):
			now = letters
		case unicode.IsDigit(r):
			now = digits
		}
		if now != kind || run == pieces[kind] {
			kind, run = now, 0
			if now != blank {
				n++
			}
		}
		run++
	}
	return n
}
