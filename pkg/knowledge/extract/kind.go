package extract

import (
	"bytes"
	"path"
	"strings"
)

// The types that can be read.
const (
	Plain    = "text/plain"
	Markdown = "text/markdown"
	HTML     = "text/html"
	CSV      = "text/csv"
	PDF      = "application/pdf"
	DOCX     = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
)

// expected names them to an owner.
const expected = "text, Markdown, HTML, CSV, PDF or DOCX"

var byExtension = map[string]string{
	".txt": Plain, ".text": Plain, ".md": Markdown, ".markdown": Markdown, ".html": HTML, ".htm": HTML, ".xhtml": HTML,
	".csv": CSV, ".tsv": CSV, ".pdf": PDF, ".docx": DOCX,
}

// TypeOf is the type of a file by its name, empty where the name says nothing.
func TypeOf(name string) string { return byExtension[strings.ToLower(path.Ext(name))] }

// other names that programs give to the types.
var aliases = map[string]string{
	"text/x-markdown": Markdown, "application/xhtml+xml": HTML, "application/csv": CSV, "text/comma-separated-values": CSV,
	"text/tab-separated-values": CSV, "text/x-csv": CSV, "application/x-pdf": PDF,
}

// vague types say nothing: the name decides.
var vague = map[string]bool{
	"": true, "application/octet-stream": true, "binary/octet-stream": true, "application/vnd.ms-excel": true, "application/zip": true,
}

// signatures are beginnings of files that are surely not text.
var signatures = []struct{ magic, problem string }{
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file, or one with a password: save it as .docx without a password"},
	{`{\rtf`, "a rich text file (RTF): save it as .docx or PDF"},
	{"\x89PNG", "a picture: " + pictured},
	{"\xff\xd8\xff", "a picture: " + pictured},
	{"GIF8", "a picture: " + pictured},
	{"II*\x00", "a picture: " + pictured},
	{"MM\x00*", "a picture: " + pictured},
	{"\x1f\x8b", packed},
	{"7z\xbc\xaf\x27\x1c", packed},
	{"Rar!", packed},
	{"BZh", packed},
	{"\xfd7zXZ", packed},
	{"%!PS", "a PostScript file: save it as PDF"},
	{"\x7fELF", "a program"},
	{"MZ\x90", "a program"},
}

const (
	pictured = "write down what it says"
	packed   = "an archive: unpack it and submit the files in it"
)

// judge settles the type of a document, by its content where that is sure, and refuses what cannot be read.
func (d *document) judge() error {
	switch {
	case len(d.Body) > MaxFile:
		return refuse("larger than %d MB: split it", MaxFile>>20)
	case len(bytes.TrimSpace(bytes.TrimPrefix(d.Body, []byte(utf8BOM)))) == 0:
		return refuse("it is empty")
	}
	given, _, _ := strings.Cut(d.Type, ";")
	given = strings.ToLower(strings.TrimSpace(given))
	if vague[given] {
		given = TypeOf(d.Name)
	} else if alias := aliases[given]; alias != "" {
		given = alias
	}
	seen, err := sniff(d.Body)
	if err != nil {
		return err
	}
	if seen == "" {
		return d.judgeText(given)
	}
	if d.out.Type = seen; given != seen && given != "" {
		d.note("read as %s: its content is not what its type says", named[seen])
	}
	return nil
}

var named = map[string]string{Plain: "text", Markdown: "Markdown", HTML: "HTML", CSV: "CSV", PDF: "PDF", DOCX: "DOCX"}

// sniff is the type that a content surely has, empty for what may be a text of any kind.
func sniff(body []byte) (string, error) {
	start := body[:min(len(body), 1024)]
	for _, s := range signatures {
		if bytes.HasPrefix(start, []byte(s.magic)) {
			return "", refuse("it is %s; expected %s", s.problem, expected)
		}
	}
	switch {
	case bytes.Contains(start, []byte("%PDF-")):
		return PDF, nil
	case bytes.HasPrefix(start, []byte("PK\x03\x04")), bytes.HasPrefix(start, []byte("PK\x05\x06")):
		return DOCX, nil // or no document at all, which its reader tells
	}
	return "", nil
}

// judgeText settles the type of what is a text at most.
func (d *document) judgeText(given string) (err error) {
	switch {
	case given == PDF || given == DOCX:
		return refuse("expected %s by its type, but it does not begin like one: it may be cut off; save it again", named[given])
	case given != "" && named[given] == "":
		return refuse("expected %s, got the type %q", expected, shorten(given, 80))
	}
	if d.text, d.out.Charset, err = decode(d.Body); err != nil {
		return err
	}
	if d.out.Charset != "" {
		d.note("converted from %s to UTF-8", d.out.Charset)
	}
	if strings.TrimSpace(d.text) == "" {
		return refuse("it is empty")
	}
	if d.out.Type = given; given == "" {
		d.out.Type = Plain
	}
	if d.out.Type != HTML && startsAsHTML(d.text) {
		d.out.Type = HTML
		d.note("read as HTML: its content is not what its type says")
	}
	return nil
}

func startsAsHTML(text string) bool {
	start := strings.ToLower(strings.TrimSpace(text[:min(len(text), 1024)]))
	for strings.HasPrefix(start, "<?xml") || strings.HasPrefix(start, "<!--") {
		_, rest, closed := strings.Cut(start, ">")
		if !closed {
			return false
		}
		start = strings.TrimSpace(rest)
	}
	return strings.HasPrefix(start, "<!doctype html") || strings.HasPrefix(start, "<html")
}
