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

// request is no answer, but tells a question that asks for one of them from one about something else.
const request Meaning = "request"

//go:embed said.txt
var saidTexts string

// said is a regular expression for each meaning of said.txt, over words that each end in a space.
var said = mustRead(saidTexts)

func mustRead(text string) map[Meaning]*regexp.Regexp {
	lines, of := map[Meaning][]string{}, None
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if head := heads.FindStringSubmatch(line); head != nil {
			of = Meaning(head[1])
		} else if line != "" && line[0] != '#' {
			lines[of] = append(lines[of], line)
		}
	}
	out := map[Meaning]*regexp.Regexp{}
	for m, all := range lines {
		if !strings.HasSuffix(string(m), ends) {
			out[m] = regexp.MustCompile(strings.Join(patterns(all, lines[m+ends]), "|"))
		}
	}
	return out
}

// ends is how the name of a section goes on that says what may stand after lines of another.
const ends = ".end"

var heads = regexp.MustCompile(`^\[([a-z.]+)\]$`)

// patterns are the regular expressions of a section's lines, some of which only count before certain words.
func patterns(lines, after []string) (out []string) {
	may := []string{"$"}
	for _, line := range after {
		may = append(may, mustWrite(line))
	}
	end := strings.Join(may, "|")
	for _, line := range lines {
		switch line[0] {
		case '=':
			out = append(out, "^ "+mustWrite(line[1:])+"$")
		case '-':
			out = append(out, " "+mustWrite(line[1:])+"(?:"+end+")")
		default:
			out = append(out, " "+mustWrite(line))
		}
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
		case "#":
			out.WriteString("[0-9]+ ")
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
var parts = regexp.MustCompile(`[a-z0-9]+|[][()|#]`)

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
