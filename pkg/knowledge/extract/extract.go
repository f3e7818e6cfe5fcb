// Package extract reads documents of any kind into clean text with its headings. Files come from strangers: whatever they hold, reading
// them ends, within bounds of time and memory, in a text or in a reason that the owner of the file understands.
package extract

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"
	"unicode/utf8"
)

// ErrUnreadable marks a document that cannot be read however often it is tried; the message says why, and what to do.
var ErrUnreadable = errors.New("unreadable document")

// Limits of a document. What is larger is refused, never cut in silence.
const (
	MaxFile    = 10 << 20 // bytes of a file
	maxText    = 12 << 20 // bytes of text read from it
	maxPages   = 2000
	maxRows    = 20_000
	maxColumns = 200
	maxCell    = 64 << 10
	maxTime    = 3 * time.Minute
	maxTitle   = 200 // runes
	maxNotes   = 20
)

// File is a document as it came; all but the body may be empty.
type File struct {
	Name  string // of the file: what it is called where nothing better is known
	Type  string // the MIME type it was given
	Title string
	Body  []byte
}

// Section is the text under one heading.
type Section struct {
	Path   []string // headings from the outermost
	Blocks []string // paragraphs, lists and tables as plain text
	Pages  []int    // the page on which each block begins, from 1; empty where a format has no pages
	Row    int      // the row of a table that it is, from 1 without the header: a document of its own; else 0
}

// Page is where a block begins, 0 where that is unknown.
func (s Section) Page(block int) int {
	if block < len(s.Pages) {
		return s.Pages[block]
	}
	return 0
}

// Text is what a document says.
type Text struct {
	Type     string // by its content
	Charset  string // what it was converted from, empty for UTF-8
	Title    string // the one given, else the text's own, else the file's name
	Pages    int    // 0 where a format has none
	Read     string // "ocr" where letters were recognised in pictures
	Sections []Section
	Notes    []string // what was corrected or left out, for the owner
}

// String is the text that offsets count in: all blocks, an empty line between them.
func (t Text) String() string {
	var b strings.Builder
	for _, s := range t.Sections {
		for _, block := range s.Blocks {
			if b.Len() > 0 {
				b.WriteString(Between)
			}
			b.WriteString(block)
		}
	}
	return b.String()
}

// Between stands between two blocks of a text.
const Between = "\n\n"

// document is a file while it is read.
type document struct {
	File
	text  string // decoded, of the formats that are text
	out   Text
	title string // what the document calls itself
}

func (d *document) note(format string, args ...any) {
	if len(d.out.Notes) < maxNotes {
		d.out.Notes = append(d.out.Notes, fmt.Sprintf(format, args...))
	}
}

func refuse(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrUnreadable, fmt.Errorf(format, args...))
}

// Config is read from the environment.
type Config struct {
	OCR     string `env:"RECADO_OCR" default:"auto" help:"scanned PDFs: auto reads them with tesseract, if installed; off refuses them"`
	Workers int    `env:"RECADO_EXTRACT_WORKERS" default:"2" help:"documents read at once, 300 MB each at worst; PDFs: 2"`
}

// Reader reads documents. It is safe for concurrent use.
type Reader struct {
	config Config
	slots  chan struct{} // bounds how many are read at once
	read   map[string]func(context.Context, *document) error
}

// New returns a reader as it is configured.
func New(c Config) *Reader {
	r := &Reader{config: c, slots: make(chan struct{}, min(max(c.Workers, 1), 16))}
	r.read = map[string]func(context.Context, *document) error{
		Plain: readPlain, Markdown: readMarkdownFile, HTML: readHTML, CSV: readCSV, DOCX: readDOCX, PDF: r.readPDF,
	}
	return r
}

// Read reads a document. An error that matches ErrUnreadable says what is wrong with it; any other is the context's, or says that this
// process cannot read. At most a few documents are read at once, the others wait: that bounds the memory, as each has limits of its own.
func (r *Reader) Read(ctx context.Context, f File) (Text, error) {
	d := &document{File: f}
	if err := d.judge(); err != nil {
		return Text{}, err
	}
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-ctx.Done():
		return Text{}, ctx.Err()
	}
	within, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	err := r.guarded(within, d)
	switch {
	case ctx.Err() != nil:
		return Text{}, ctx.Err()
	case within.Err() != nil:
		return Text{}, refuse("reading it takes longer than %s: split it, or save its text alone", maxTime)
	case err != nil:
		return Text{}, err
	}
	return d.finish()
}

// guarded turns the panic of a library into an error on the document.
func (r *Reader) guarded(ctx context.Context, d *document) (err error) {
	defer func() {
		if recover() != nil { // its value may quote the document
			err = refuse("it is broken in a way that cannot be read: save it again with the program that made it")
		}
	}()
	return r.read[d.out.Type](ctx, d)
}

// finish checks what was read, and gives it a title.
func (d *document) finish() (Text, error) {
	size, kept := 0, d.out.Sections[:0]
	for _, s := range d.out.Sections {
		for _, b := range s.Blocks {
			size += len(b) + len(Between)
		}
		if len(s.Blocks) > 0 {
			kept = append(kept, s)
		}
	}
	d.out.Sections = kept
	switch {
	case size == 0:
		return Text{}, refuse("it has no text")
	case size > maxText:
		return Text{}, refuse("its text is larger than %d MB: split it", maxText>>20)
	}
	d.out.Title = d.called()
	return d.out, nil
}

// called is the title given, else the document's own, else its first heading, else its file's name.
func (d *document) called() string {
	names := []string{d.Title, d.title}
	for _, s := range d.out.Sections {
		if len(s.Path) > 0 && s.Row == 0 {
			names = append(names, s.Path[0])
			break
		}
	}
	base := path.Base(strings.ReplaceAll(d.Name, `\`, "/"))
	names = append(names, strings.TrimSuffix(base, path.Ext(base)), base)
	for _, name := range names {
		name = strings.Join(strings.Fields(name), " ")
		if name != "" && name != "." && utf8.ValidString(name) {
			return shorten(name, maxTitle)
		}
	}
	return ""
}

// shorten cuts a text after n runes.
func shorten(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
