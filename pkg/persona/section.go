package persona

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/recado/recado/pkg/tokens"
)

// Section is one part of a prompt.
type Section struct {
	Name    string `json:"name"`
	Text    string `json:"text"`
	Tokens  int    `json:"tokens"`
	Ceiling int    `json:"ceiling"`
	// Over is how many tokens the settings had beyond the ceiling; what was over is not in Text.
	Over int `json:"over,omitempty"`
}

func counted(name string, ceiling int, text string) Section {
	return Section{Name: name, Text: text, Tokens: tokens.Count(text), Ceiling: ceiling}
}

// newSection is a text that is cut at the end of a word where it is over the ceiling: it has no rules to leave out.
func newSection(name string, ceiling int, text string) Section {
	s := counted(name, ceiling, text)
	for full := s.Tokens; s.Tokens > ceiling; s.Tokens = tokens.Count(s.Text) {
		s.Over = full - ceiling
		i := strings.LastIndexFunc(s.Text, unicode.IsSpace)
		if i < 0 {
			s.Text = ""
			continue
		}
		s.Text = s.Text[:i]
	}
	return s
}

// Fit is a section of lines; the last ones are left out where all are over the ceiling.
func Fit(name string, ceiling int, lines []string) Section { return fitted(name, ceiling, "", lines) }

// fitted begins with a head that always stands, and takes as many lines after it as the ceiling lets.
func fitted(name string, ceiling int, head string, lines []string) Section {
	s := counted(name, ceiling, joined(head, lines))
	if s.Tokens <= ceiling {
		return s
	}
	s.Over = s.Tokens - ceiling
	for n := len(lines) - 1; s.Tokens > ceiling && n >= 0; n-- {
		s.Text = joined(head, lines[:n])
		s.Tokens = tokens.Count(s.Text)
	}
	return s
}

func joined(head string, lines []string) string {
	if head == "" {
		return strings.Join(lines, "\n")
	}
	return strings.Join(append([]string{head}, lines...), "\n")
}

// rulesIn splits what a tenant wrote where a rule ends: at a line, and within one at a sentence.
func rulesIn(text string) (rules []string) {
	for line := range strings.Lines(text) {
		for line = strings.TrimSpace(line); line != ""; {
			end := sentenceEnd(line)
			rules, line = append(rules, line[:end]), strings.TrimSpace(line[end:])
		}
	}
	return rules
}

// sentenceEnd is the length of a line's first sentence. What ends a word of three letters may be an abbreviation's dot.
func sentenceEnd(line string) int {
	for i, r := range line {
		if !strings.ContainsRune(".!?…", r) || r == '.' && short(line[:i]) {
			continue
		}
		if end := i + utf8.RuneLen(r); strings.HasPrefix(line[end:], " ") {
			return end
		}
	}
	return len(line)
}

// short reports whether a text ends in a word of at most three letters.
func short(text string) bool {
	last := text[strings.LastIndexByte(text, ' ')+1:]
	return utf8.RuneCountInString(last) <= 3
}
