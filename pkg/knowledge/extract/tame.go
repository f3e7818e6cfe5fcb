package extract

import "strings"

// Above these the Markdown parser takes quadratic time: one hostile paragraph would hold a worker for minutes.
const (
	maxRun    = 64 << 10 // bytes without an empty line
	maxLinks  = 300      // starts of links in a run
	maxQuotes = 16       // quotes within quotes
)

// tame reports whether a text is Markdown as people write it; what is not is read as plain text.
func tame(text string) bool {
	size, links := 0, 0
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			size, links = 0, 0
			continue
		}
		size += len(line)
		links += strings.Count(line, "](")
		rest := strings.TrimLeft(line, "> \t")
		if size > maxRun || links > maxLinks || strings.Count(line[:len(line)-len(rest)], ">") > maxQuotes {
			return false
		}
	}
	return true
}
