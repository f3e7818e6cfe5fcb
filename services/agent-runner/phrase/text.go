package phrase

import "strings"

// Paragraphs joins what there is to say, a blank line between.
func Paragraphs(parts ...string) (text string) {
	for _, p := range parts {
		if p != "" && text != "" {
			text += "\n\n"
		}
		text += p
	}
	return text
}

// Line joins what there is to say in one line.
func Line(parts ...string) string { return strings.TrimSpace(strings.Join(parts, " ")) }

// Sentence ends a text with a full stop, so that another one can follow.
func Sentence(s string) string {
	if s = strings.TrimSpace(s); s == "" || strings.ContainsAny(s[len(s)-1:], ".!?:") {
		return s
	}
	return s + "."
}

// Clip cuts a text after some characters.
func Clip(s string, limit int) string {
	n := 0
	for i := range s {
		if n == limit {
			return s[:i]
		}
		n++
	}
	return s
}
