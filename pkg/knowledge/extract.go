package knowledge

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// section is the text under one heading.
type section struct {
	path   []string // headings from the outermost
	blocks []string // paragraphs, lists and tables as plain text
}

// extract reads a body into sections.
func extract(d Document) ([]section, error) {
	body := bytes.TrimPrefix(d.Body, []byte("\ufeff"))
	switch {
	case len(d.Body) > MaxText:
		return nil, fmt.Errorf("%w: larger than %d MB", ErrUnreadable, MaxText>>20)
	case !utf8.Valid(body) || bytes.IndexByte(body, 0) >= 0:
		return nil, fmt.Errorf("%w: expected text in UTF-8", ErrUnreadable)
	case len(bytes.TrimSpace(body)) == 0:
		return nil, fmt.Errorf("%w: it is empty", ErrUnreadable)
	}
	switch {
	case d.Type == Markdown && tame(string(body)):
		return readMarkdown(body, d.Title), nil
	case d.Type == Plain, d.Type == Markdown:
		return []section{{blocks: paragraphs(string(body))}}, nil
	default:
		return nil, fmt.Errorf("%w: expected the type text/plain or text/markdown", ErrUnreadable)
	}
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

// calledBy are words that ask for a kind of document and seldom stand in it.
var calledBy = map[Kind]string{Policy: "política policy"}

// Chunks reads a document and cuts it. An error that matches ErrUnreadable says what is wrong with it.
func Chunks(d Document) ([]Chunk, error) {
	if d.Kind == FAQ && d.Type == Plain && len(d.Body) <= MaxText {
		d.Body = []byte(strings.ReplaceAll(string(d.Body), "\r\n", "\n"))
	}
	sections, err := extract(d)
	if err != nil {
		return nil, err
	}
	if d.Kind == FAQ && d.Type == Plain {
		return faqChunks(d, sections[0].blocks), nil
	}
	var out []Chunk
	for _, s := range sections {
		out = append(out, split(s, calledBy[d.Kind])...)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%w: it has no text", ErrUnreadable)
	}
	return out, nil
}

// faqChunks keeps the question's wordings apart from the answer: found by both, quoted without them. The first paragraph holds the
// wordings when it starts with the title.
func faqChunks(d Document, blocks []string) []Chunk {
	first, rest, _ := strings.Cut(blocks[0], "\n")
	also := ""
	if len(blocks) > 1 && strings.TrimSpace(first) == strings.TrimSpace(d.Title) {
		also, blocks = rest, blocks[1:]
	}
	return split(section{blocks: blocks}, also)
}
