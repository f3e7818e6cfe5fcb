package extract

import (
	"context"
	"strings"
)

func readPlain(_ context.Context, d *document) error {
	d.out.Sections = []Section{{Blocks: paragraphs(d.text)}}
	return nil
}

// readMarkdownFile reads as plain text what the parser would take forever to read.
func readMarkdownFile(ctx context.Context, d *document) error {
	if !tame(d.text) {
		return readPlain(ctx, d)
	}
	d.title = firstHeading(d.text)
	title := d.Title
	if title == "" {
		title = d.title
	}
	d.out.Sections = readMarkdown([]byte(d.text), title)
	return nil
}

// firstHeading is the first heading of the first level.
func firstHeading(text string) string {
	for line := range strings.Lines(text) {
		if title, ok := strings.CutPrefix(line, "# "); ok && strings.TrimSpace(title) != "" {
			return strings.TrimSpace(title)
		}
	}
	return ""
}

// paragraphs cuts a text at empty lines.
func paragraphs(text string) (out []string) {
	var lines []string
	flush := func() {
		if len(lines) > 0 {
			out = append(out, strings.Join(lines, "\n"))
			lines = nil
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if strings.TrimSpace(line) == "" {
			flush()
			continue
		}
		lines = append(lines, line)
	}
	flush()
	return out
}
