package vault

import (
	"strings"

	"github.com/recado/recado/pkg/guard"
)

// maxToken bounds how far a token's end is looked for.
const maxToken = 32

// Reveal puts the real values in place of their tokens. It reads text once: a token inside a value stays as it is.
func Reveal(text string, entries []Entry) string {
	names := make(map[string]string, len(entries))
	for _, e := range entries {
		names[e.Token] = e.Value
	}
	return Replace(text, names)
}

// Show is Reveal for a text that leaves: a token without a value reads [DATO PROTEGIDO].
func Show(text string, entries []Entry) string {
	names := make(map[string]string, len(entries))
	for _, e := range entries {
		names[e.Token] = e.Value
	}
	return substitute(text, func(token string) (string, bool) {
		if value, ok := names[token]; ok {
			return value, true
		}
		return guard.Protected, isToken(token)
	})
}

// Replace puts each token's new text in its place, in one pass over text; what is no known token stays.
func Replace(text string, names map[string]string) string {
	if len(names) == 0 {
		return text
	}
	return substitute(text, func(token string) (string, bool) {
		name, ok := names[token]
		return name, ok
	})
}

// Tokens lists the tokens in a text, in order, each as often as it stands there.
func Tokens(text string) (out []string) {
	substitute(text, func(token string) (string, bool) {
		if isToken(token) {
			out = append(out, token)
		}
		return token, true
	})
	return out
}

// substitute asks for a new text for each thing in brackets.
func substitute(text string, ask func(token string) (string, bool)) string {
	if strings.IndexByte(text, '[') < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for {
		open := strings.IndexByte(text, '[')
		if open < 0 {
			break
		}
		b.WriteString(text[:open])
		text = text[open:]
		if end := strings.IndexByte(text[:min(len(text), maxToken)], ']') + 1; end > 0 {
			if name, ok := ask(text[:end]); ok {
				b.WriteString(name)
				text = text[end:]
				continue
			}
		}
		b.WriteByte('[')
		text = text[1:]
	}
	b.WriteString(text)
	return b.String()
}

// isToken reports whether it is a bracketed name in capitals and an ordinal: [TEL_1].
func isToken(text string) bool {
	kind := kindOf(text)
	if kind == "" {
		return false
	}
	return strings.Trim(kind, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" && strings.Trim(text[len(kind)+2:len(text)-1], "0123456789") == ""
}

// kindOf is the name in a token: TEL of [TEL_1]; empty where there is none.
func kindOf(token string) string {
	cut := strings.LastIndexByte(token, '_')
	if cut < 2 || token[0] != '[' || cut+2 >= len(token) || token[len(token)-1] != ']' {
		return ""
	}
	return token[1:cut]
}
