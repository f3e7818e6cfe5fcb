// Package handoff is what happens around a person of the business: what wakes somebody, reminders, the way back to the assistant,
// and the desk at which a person lists, takes, answers and returns conversations.
package handoff

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/recado/recado/pkg/language"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Nature is what a message is to a conversation that a person is asked for or has.
type Nature string

// The natures; most messages have none.
const (
	Plain   Nature = ""
	Danger  Nature = "danger"  // answered whoever has the conversation
	Settled Nature = "settled" // ends the handoff
	Bare    Nature = "bare"    // a thank-you or an ok: wakes nobody
	Nudge   Nature = "nudge"   // asks whether anybody is there: to the log it is plain
	thanks  Nature = "thanks"  // bare, and no answer to anything
)

// dangerLevel is the urgency from which help cannot wait for anybody.
const dangerLevel = 5

// NatureOf reads a routed message.
func NatureOf(m *recadov1.MessageRouted) Nature {
	if m.GetUrgency() >= dangerLevel {
		return Danger
	}
	if nature := natureOf(m.GetContent().GetText().GetBody()); nature != thanks {
		return nature
	}
	return Bare
}

// OnlyThanks reports whether a message thanks and does nothing else: it is no answer to a question, which still waits after it.
func OnlyThanks(m *recadov1.MessageRouted) bool {
	return m.GetSlots().GetAnswer() == "" && natureOf(m.GetContent().GetText().GetBody()) == thanks
}

//go:embed nature.txt
var natureTexts string

// phrases are the lists of nature.txt, folded.
var phrases = mustRead(natureTexts)

// longestPhrase is how many words a phrase has at most; longestMessage bounds what can be bare or settled at all.
const (
	longestPhrase  = 6
	longestMessage = 200
)

func mustRead(text string) map[string]Nature {
	out := map[string]Nature{}
	var nature Nature
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			name, _, _ := strings.Cut(line[1:], "]")
			nature = Nature(name)
		default:
			for phrase := range strings.SplitSeq(line, ",") {
				words := strings.Fields(phrase)
				key := strings.Join(words, " ")
				if _, twice := out[key]; twice || len(words) == 0 || len(words) > longestPhrase {
					panic(fmt.Sprintf("nature.txt: %q stands twice, is empty or has more than %d words", key, longestPhrase))
				}
				out[key] = nature
			}
		}
	}
	return out
}

// natureOf is plain unless the whole text is made of phrases; one that settles or nudges is enough. Signs without words, a thumb or a
// heart, are bare; question marks alone are a nudge, and make one of nothing else.
func natureOf(text string) Nature {
	if text == "" || len(text) > longestMessage {
		return Plain
	}
	asks := strings.ContainsAny(text, "?¿")
	words := wordsOf(text)
	switch out := madeOf(words); {
	case len(words) == 0 && asks:
		return Nudge
	case len(words) == 0 && strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.So, r) }):
		return thanks
	case len(words) == 0, asks && out != Nudge:
		return Plain
	default:
		return out
	}
}

// weight is which of several natures counts, the last first.
var weight = []Nature{thanks, Bare, Settled, Nudge}

// madeOf is what words say that are phrases through and through, else plain.
func madeOf(words []string) Nature {
	out := thanks
	for len(words) > 0 {
		n, nature := longestMatch(words)
		if n == 0 {
			return Plain
		}
		if slices.Index(weight, nature) > slices.Index(weight, out) {
			out = nature
		}
		words = words[n:]
	}
	return out
}

func longestMatch(words []string) (n int, nature Nature) {
	for n = min(len(words), longestPhrase); n > 0; n-- {
		if nature, ok := phrases[strings.Join(words[:n], " ")]; ok {
			return n, nature
		}
	}
	return 0, Plain
}

// wordsOf are a text's words without case, accents, signs and drawn-out letters: "Graciaaas!!" is gracias.
func wordsOf(text string) []string {
	folded := strings.Map(func(r rune) rune {
		switch {
		case r == '\'' || r == '’':
			return -1
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return r
		}
		return ' '
	}, language.FoldString(strings.ToLower(text)))
	words := strings.Fields(folded)
	for i, w := range words {
		words[i] = undrawn(w)
	}
	return words
}

// undrawn takes back letters that stand three times or more.
func undrawn(w string) string {
	var out []rune
	for rest := []rune(w); len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n] == rest[0] {
			n++
		}
		if n > 2 {
			out = append(out, rest[0])
		} else {
			out = append(out, rest[:n]...)
		}
		rest = rest[n:]
	}
	return string(out)
}
