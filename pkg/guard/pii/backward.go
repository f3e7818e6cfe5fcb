package pii

import "unicode/utf8"

// backward reads words from a place back.
type backward struct {
	text string // up to the place
	// broke: a comma, a stop or a line's end stands between the word and the one after it; stopped: a sentence's end.
	broke bool
	// asked: a question stands there, at a line's end.
	asked bool
}

// word returns the next word back, "" at the end. Letters with full stops are one word: D.N.I. is dni.
func (b *backward) word() string {
	b.broke, b.asked = false, false
	line := false
	end := len(b.text)
	for end > 0 {
		if c := b.text[end-1]; c < utf8.RuneSelf {
			if classes[c]&(digit|letter) != 0 {
				break
			}
			if classes[c]&breaks != 0 && (c != '.' || !b.abbreviation(end)) {
				b.broke = true
				b.asked = b.asked || c == '?' && line
				line = line || c == '\n'
			}
			end--
			continue
		}
		r, size := utf8.DecodeLastRuneInString(b.text[:end])
		if isWordRune(r) {
			break
		}
		end -= size
	}
	start := b.wordStart(end)
	if end-start == 1 && start > 1 && (b.text[start-1] == '.' || isUpper(b.text[start]) && b.stopApart(start)) {
		rest := b.text
		if dotted := b.dotted(end); dotted != "" && (rest[start-1] == '.' || aboutOf(dotted)&sayID != 0) {
			return dotted
		}
		b.text = rest
	}
	word := b.text[start:end]
	b.text = b.text[:start]
	return word
}

func (b *backward) wordStart(end int) int {
	start := end
	for start > 0 {
		if c := b.text[start-1]; c < utf8.RuneSelf {
			if classes[c]&(digit|letter) == 0 {
				break
			}
			start--
			continue
		}
		r, size := utf8.DecodeLastRuneInString(b.text[:start])
		if !isWordRune(r) {
			break
		}
		start -= size
	}
	return start
}

// abbreviation reports a full stop after a word of at most five letters that no blank line follows: Tel., Ref., No.
func (b *backward) abbreviation(end int) bool {
	n := 0
	for i := end - 2; i >= 0 && isLetter(b.text[i]); i-- {
		n++
	}
	return n > 0 && n <= 5
}

// stopApart reports a full stop and a blank before i.
func (b *backward) stopApart(i int) bool { return i > 2 && b.text[i-1] == ' ' && b.text[i-2] == '.' }

// dotted joins single letters with full stops that end at end.
func (b *backward) dotted(end int) string {
	var buf [8]byte
	n := len(buf)
	i := end
	for n > 0 && i > 0 && isLetter(b.text[i-1]) {
		n--
		buf[n] = b.text[i-1]
		i--
		if isUpper(b.text[i]) && b.stopApart(i) && aboutOf(string(buf[n:]))&sayCounted == 0 {
			i-- // C. E.
		}
		if i == 0 || b.text[i-1] != '.' || i < 2 || !isLetter(b.text[i-2]) || i > 2 && isLetter(b.text[i-3]) {
			break
		}
		i--
	}
	if len(buf)-n < 2 {
		return ""
	}
	b.text = b.text[:i]
	return string(buf[n:])
}
