package main

import (
	"embed"
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
				out = append(out, example{Text: s, Label: label, Class: class, Lang: lang, Frame: fmt.Sprintf("gen-%s-%d", entry.Name(), n), file: "generated"})
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
		return "", "", fmt.Errorf("too deep")
	}
	var b strings.Builder
	for text != "" {
		i := strings.IndexAny(text, "{|}")
		if i < 0 || depth == 0 && text[i] != '{' {
			if depth > 0 {
				return "", "", fmt.Errorf("no closing brace")
			}
			if i < 0 {
				b.WriteString(text)
				return b.String(), "", nil
			}
			b.WriteString(text[:i+1])
			text = text[i+1:]
			continue
		}
		b.WriteString(text[:i])
		if text[i] != '{' {
			return b.String(), text[i:], nil
		}
		var choices []string
		rest := text[i:]
		for rest != "" && rest[0] != '}' {
			var choice string
			if choice, rest, err = expand(r, rest[1:], depth+1); err != nil {
				return "", "", err
			}
			choices = append(choices, choice)
		}
		if rest == "" {
			return "", "", fmt.Errorf("no closing brace")
		}
		b.WriteString(choices[r.IntN(len(choices))])
		text = rest[1:]
	}
	if depth > 0 {
		return "", "", fmt.Errorf("no closing brace")
	}
	return b.String(), "", nil
}
