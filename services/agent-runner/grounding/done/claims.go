// Package done finds in a text that something was done, and in the results of tools what was.
package done

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/pkg/language"
)

//go:embed claims.yaml
var claimsFile []byte

// claimWords are a way to say that something was done, with sentences that say it and look-alikes that do not.
type claimWords struct {
	Of    []string `yaml:"of"`
	With  []string `yaml:"with"`
	Words string   `yaml:"words"`
	Says  []string `yaml:"says"`
	Not   []string `yaml:"not"`

	of    Effect
	found *regexp.Regexp
}

var claims = mustClaims()

func mustClaims() (all []claimWords) {
	err := yaml.UnmarshalWithOptions(claimsFile, &all, yaml.Strict())
	for i := range all {
		c := &all[i]
		for _, name := range c.Of {
			if effectNames[name] == 0 {
				panic("claims.yaml: no effect is called " + name)
			}
			c.of |= effectNames[name]
		}
		if err == nil {
			c.found, err = regexp.Compile(c.Words)
		}
	}
	if err != nil {
		panic(fmt.Sprintf("claims.yaml: %v", err)) // it is embedded
	}
	return all
}

var (
	// denied are words before a claim, in its part of the sentence, that deny it.
	denied = regexp.MustCompile(`\b(?:no|not|nao|nunca|never|aun|ainda|puedo|can|podemos|quieres|quiere)\b`)
	// supposed are words that leave it open, wherever they stand before it.
	supposed = regexp.MustCompile(`\b(?:si|if|when|once|until|cuando|quando|apenas|hasta que|para que|caso|unless|after)\b|` +
		`\bdespues de que|\buna vez|\bse (?:ja|a|o|sua|seu|voce)\b`)
	yes = regexp.MustCompile(`(?i)sí|\bsi,`)
)

// foldedText is a text in small letters without accents, with where each byte comes from.
type foldedText struct {
	text string
	from []int
}

func folded(s string) foldedText {
	out, from := make([]byte, 0, len(s)), make([]int, 0, len(s)+1)
	for i, c := range s {
		c = language.Fold(c)
		if c == '\u0301' || c == '\u0303' {
			continue
		}
		for range utf8.RuneLen(c) {
			from = append(from, i)
		}
		out = utf8.AppendRune(out, c)
	}
	return foldedText{string(out), append(from, len(s))}
}

// Claims calls each for every claim in a text, with what must have been done for it and where it stands.
func Claims(text string, each func(needs Effect, start, end int)) {
	said(text, func(c *claimWords, start, end int) { each(c.needs(text[start:end]), start, end) })
}

// said calls each for every claim in a text, with the row that claims it and where it stands.
func said(text string, each func(c *claimWords, start, end int)) {
	all := folded(yes.ReplaceAllStringFunc(text, func(w string) string { return strings.Repeat(" ", len(w)) }))
	for start := 0; start < len(all.text); {
		end := sentenceEnd(all.text, start)
		sentence := all.text[start:end]
		if !strings.Contains(sentence, "?") && !strings.Contains(sentence, "¿") {
			for i := range claims {
				if at := claims[i].in(sentence); at != nil {
					each(&claims[i], all.from[start+at[0]], all.from[start+at[1]])
				}
			}
		}
		start = end
	}
}

// in is where a sentence claims it; nil where it does not, or leaves it open.
func (c *claimWords) in(sentence string) []int {
	any := false
	for _, w := range c.With {
		any = any || strings.Contains(sentence, w)
	}
	if !any {
		return nil
	}
	at := c.found.FindStringIndex(sentence)
	if at == nil {
		return nil
	}
	before := sentence[:at[1]]
	if supposed.MatchString(before) || denied.MatchString(before[strings.LastIndexAny(before[:at[0]], ",;:")+1:]) {
		return nil
	}
	return at
}

// needs is what must have been done where a text claims it: one of a booking's changes, by its words.
func (c *claimWords) needs(text string) Effect {
	if len(c.Of) < 3 {
		return c.of
	}
	if of := ofWords(text); of&moved == 0 {
		return of
	}
	return moved
}

// sentenceEnd is where the sentence that begins at start ends. A point within a number ends none.
func sentenceEnd(s string, start int) int {
	for i := start; i < len(s); i++ {
		switch s[i] {
		case '!', '?', '\n':
			return i + 1
		case '.':
			if (i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\n') && !shortened[s[strings.LastIndexByte(s[:i], ' ')+1:i]] {
				return i + 1
			}
		}
	}
	return len(s)
}

// Claimed returns the sentences of a draft that say that something was booked, moved or cancelled.
func Claimed(draft string) (out []string) {
	said(draft, func(_ *claimWords, start, end int) { out = append(out, draft[start:end]) })
	return out
}

// Undone tells a model which words to take back.
func Undone(claimed []string) string {
	return "No tool has done this, so it must not be said: " + strings.Join(claimed, "; ") +
		". Call the tool that does it, or say what is true."
}

// shortened are words whose point ends no sentence.
var shortened = wordsOf("dr dra sr sra srta lic ing av no col tel")

func wordsOf(text string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		out[w] = true
	}
	return out
}
