package reminder

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
)

// Meaning is what words say to messages that nobody asked for.
type Meaning string

// The meanings; most words have none.
const (
	None    Meaning = ""
	Yes     Meaning = "yes"     // the customer will be there
	No      Meaning = "no"      // the customer cannot be there
	Move    Meaning = "move"    // another time is wanted
	Silence Meaning = "silence" // no more of them
	Night   Meaning = "night"   // none at such an hour
	Again   Meaning = "again"   // they are wanted again
)

//go:embed said.txt
var saidTexts string

// said is a regular expression for each meaning of said.txt, over words that each end in a space.
var said = mustRead(saidTexts)

func mustRead(text string) map[Meaning]*regexp.Regexp {
	lines, of := map[Meaning][]string{}, None
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		head := strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") && !strings.ContainsAny(line, " |")
		switch {
		case line == "" || line[0] == '#':
		case head:
			of = Meaning(strings.Trim(line, "[]"))
		case line[0] == '=':
			lines[of] = append(lines[of], "^ "+mustWrite(line[1:])+"$")
		default:
			lines[of] = append(lines[of], " "+mustWrite(line))
		}
	}
	out := map[Meaning]*regexp.Regexp{}
	for m, all := range lines {
		out[m] = regexp.MustCompile(strings.Join(all, "|"))
	}
	return out
}

// mustWrite makes a regular expression of a line's words and brackets.
func mustWrite(line string) string {
	var out strings.Builder
	for _, part := range parts.FindAllString(line, -1) {
		switch part {
		case "(", "[":
			out.WriteString("(?:")
		case "]":
			out.WriteString(")?")
		case ")", "|":
			out.WriteString(part)
		default:
			out.WriteString(part + " ")
		}
	}
	if left := parts.ReplaceAllString(line, ""); strings.TrimSpace(left) != "" {
		panic(fmt.Sprintf("said.txt: %q: expected words and brackets", line))
	}
	return out.String()
}

// parts are what a line consists of.
var parts = regexp.MustCompile(`[a-z0-9]+|[][()|]`)

// order is which meaning counts where words have several: an hour is no silence, and what ends messages is no yes.
var order = []Meaning{Night, Silence, Again, Move, No, Yes}

// MeaningOf reads the plain words of a turn's messages.
func MeaningOf(plain string) Meaning {
	for _, m := range order {
		if said[m].MatchString(plain) {
			return m
		}
	}
	return None
}
