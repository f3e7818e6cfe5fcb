package main

import (
	"embed"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"path"
	"strings"
)

//go:embed templates/*.txt
var templates embed.FS

// perTemplate is how many sentences are made of each.
const perTemplate = 8

// generate makes sentences of the templates: lines "class | text", in which {a|b} is a choice.
func generate(seed uint64) ([]example, error) {
	entries, err := templates.ReadDir("templates")
	if err != nil {
		return nil, err
	}
	var out []example
	for _, entry := range entries {
		text, err := templates.ReadFile(path.Join("templates", entry.Name()))
		if err != nil {
			return nil, err
		}
		lang := entry.Name()[:2]
		for n, line := range strings.Split(string(text), "\n") {
			class, pattern, ok := strings.Cut(line, " | ")
			if !ok || strings.HasPrefix(line, "#") {
				continue
			}
			made, err := sentences(pattern, seed)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", entry.Name(), n+1, err)
			}
			label := "attack"
			if class == "benign" {
				label, class = "benign", "lookalike"
			}
			for _, s := range made {
				out = append(out, example{Text: s, Label: label, Class: class, Lang: lang, made: true})
			}
		}
	}
	return out, nil
}

func sentences(pattern string, seed uint64) (out []string, err error) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(pattern))
	r := rand.New(rand.NewPCG(seed, h.Sum64()))
	for range perTemplate {
		s, rest, err := expand(r, pattern, 0)
		if err != nil || rest != "" {
			return nil, fmt.Errorf("braces do not match in %q", pattern)
		}
		out = append(out, strings.Join(strings.Fields(s), " "))
	}
	return out, nil
}

const deepest = 4

// expand chooses until the end of the text or, within braces, to the next '|' or '}', and returns what is left.
func expand(r *rand.Rand, text string, depth int) (out, rest string, err error) {
	if depth > deepest {
		return "", "", errors.New("too deep")
	}
	var b strings.Builder
	for i := strings.IndexAny(text, "{|}"); i >= 0; i = strings.IndexAny(text, "{|}") {
		switch {
		case text[i] == '{':
			b.WriteString(text[:i])
			var choice string
			if choice, text, err = choose(r, text[i:], depth+1); err != nil {
				return "", "", err
			}
			b.WriteString(choice)
		case depth > 0:
			return b.String() + text[:i], text[i:], nil
		default:
			b.WriteString(text[:i+1])
			text = text[i+1:]
		}
	}
	if depth > 0 {
		return "", "", errUnclosed
	}
	return b.String() + text, "", nil
}

var errUnclosed = errors.New("no closing brace")

// choose takes one of the choices in the braces that open the text, and returns what stands after them.
func choose(r *rand.Rand, text string, depth int) (choice, rest string, err error) {
	var choices []string
	for rest = text; rest != "" && rest[0] != '}'; {
		if choice, rest, err = expand(r, rest[1:], depth); err != nil {
			return "", "", err
		}
		choices = append(choices, choice)
	}
	if rest == "" {
		return "", "", errUnclosed
	}
	return choices[r.IntN(len(choices))], rest[1:], nil
}
