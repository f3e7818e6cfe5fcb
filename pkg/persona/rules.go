package persona

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed rules/*.txt
var files embed.FS

// Styles, Types, Modes and Languages are what personalities are compiled for; the database and the tenant's file hold the same words.
var (
	Styles    = []string{"professional", "warm_professional", "casual", "very_formal"}
	Types     = []string{"full", "appointments_only", "personal_brand", "information_only", "sales", "support"}
	Modes     = []string{Messaging, Voice}
	Languages = []string{"es", "en", "pt"}
)

// The modes.
const (
	Messaging = "messaging"
	Voice     = "voice"
)

var verticals = []string{"dental", "medical", "restaurant", "general"}

// rule is one line of a file, in each language.
type rule [3]string

// rulebook is a file: its rules by part ("always", "type full", "mode voice", "vertical dental").
type rulebook map[string][]rule

var (
	standing = mustRead("standing")
	purposes = mustRead("types")
	care     = mustRead("care")
	manners  = mustReadAll(Styles)
)

func mustReadAll(names []string) map[string]rulebook {
	out := map[string]rulebook{}
	for _, name := range names {
		out[name] = mustRead(name)
	}
	return out
}

func mustRead(name string) rulebook {
	data, err := files.ReadFile("rules/" + name + ".txt")
	if err != nil {
		panic(err) // it is embedded
	}
	book, err := parse(string(data))
	if err != nil {
		panic(fmt.Sprintf("rules/%s.txt: %v", name, err))
	}
	return book
}

// parse reads a file: lines of three languages under the part in brackets that they belong to; a semicolon begins a remark.
func parse(text string) (rulebook, error) {
	book := rulebook{}
	part := ""
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, ";") {
			continue
		}
		if name, ok := heading(line); ok {
			if !known(name) || book[name] != nil {
				return nil, fmt.Errorf("line %d: [%s] is no part, or stands here twice", n+1, name)
			}
			part, book[name] = name, []rule{}
			continue
		}
		fields := strings.Split(line, " | ")
		if part == "" || len(fields) != len(Languages) || slices.Contains(fields, "") {
			return nil, fmt.Errorf("line %d: expected a rule in %d languages, under a part", n+1, len(Languages))
		}
		book[part] = append(book[part], rule(fields))
	}
	return book, nil
}

// heading is the name of a part where a line is one: a rule may begin with a bracket too.
func heading(line string) (string, bool) {
	if !strings.HasPrefix(line, "[") || !strings.HasSuffix(line, "]") || strings.Contains(line, "|") {
		return "", false
	}
	return line[1 : len(line)-1], true
}

func known(part string) bool {
	if part == "always" {
		return true
	}
	of, name, _ := strings.Cut(part, " ")
	names := map[string][]string{"type": Types, "mode": Modes, "vertical": verticals}
	return slices.Contains(names[of], name)
}
