package specialist

import (
	_ "embed"
	"strings"
)

//go:embed teams.txt
var teamsFile string

var teams = readTeams(teamsFile)

func readTeams(file string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(file) {
		vertical, names, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if ok && !strings.HasPrefix(line, "#") {
			out[vertical] = strings.Fields(names)
		}
	}
	return out
}

// Team lists the specialists of a line of business that hand turns over to one another.
func Team(vertical string) []string {
	if of, ok := teams[vertical]; ok {
		return of
	}
	return teams["every"]
}
