// Package pdf opens PDF files with PDFium in a WebAssembly sandbox: it has no files, no network and no clock of ours, a bounded memory
// of its own for each document, and is stopped when the context of a document ends.
package pdf

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"reflect"
	"strings"
	"sync"

	"github.com/klippa-app/go-pdfium"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
)

// Instances is how many documents are open at once; the next waits.
const Instances = 2

// memoryPages bounds the memory of a document: 256 MB in pages of 64 KB.
const memoryPages = 4096

const (
	maxChars   = 400_000 // of a page
	maxOutline = 2000
	maxDepth   = 8
)

// What is wrong with a file.
var (
	ErrPassword = errors.New("it has a password")
	ErrBroken   = errors.New("it is broken")
)

var sandbox struct {
	once sync.Once
	pool pdfium.Pool
	err  error
}

// start makes the sandbox when the first PDF comes: it compiles PDFium to machine code, which takes seconds and some memory. A
// process that opens none pays neither.
func start() (pdfium.Pool, error) {
	sandbox.once.Do(func() {
		sandbox.pool, sandbox.err = webassembly.Init(webassembly.Config{
			MaxIdle: 1, MaxTotal: Instances,
			FSConfig: wazero.NewFSConfig(), Stdout: io.Discard, Stderr: io.Discard,
			RuntimeConfig: wazero.NewRuntimeConfig().WithMemoryLimitPages(memoryPages).WithCloseOnContextDone(true),
		})
	})
	return sandbox.pool, sandbox.err
}

// File is an open PDF; it is for one goroutine and must be closed.
type File struct {
	pdfium   pdfium.Pdfium
	document references.FPDF_DOCUMENT
	Pages    int
	Title    string // of its metadata
	Outline  []Entry
}

// Entry is a line of a document's outline.
type Entry struct {
	Title string
	Level int // from 1
	Page  int // from 1; 0 where it leads elsewhere
}

// Open opens a file until the context ends: then whatever PDFium is doing stops.
func Open(ctx context.Context, body []byte) (*File, error) {
	pool, err := start()
	if err != nil {
		return nil, fmt.Errorf("start PDFium: %w", err)
	}
	p, err := pool.GetInstanceWithContext(ctx)
	if err != nil {
		return nil, fmt.Errorf("open PDFium: %w", errors.Join(ctx.Err(), err))
	}
	f := &File{pdfium: p}
	if err := f.open(ctx, body); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (f *File) open(ctx context.Context, body []byte) error {
	if err := bind(ctx, f.pdfium); err != nil {
		return err
	}
	opened, err := f.pdfium.OpenDocument(&requests.OpenDocument{File: &body})
	switch {
	case errors.Is(err, pdferrors.ErrPassword), errors.Is(err, pdferrors.ErrSecurity):
		return ErrPassword
	case err != nil:
		return ErrBroken
	}
	f.document = opened.Document
	count, err := f.pdfium.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: f.document})
	if err != nil || count.PageCount == 0 {
		return ErrBroken
	}
	f.Pages = count.PageCount
	if title, err := f.pdfium.FPDF_GetMetaText(&requests.FPDF_GetMetaText{Document: f.document, Tag: "Title"}); err == nil {
		f.Title = strings.TrimSpace(title.Value)
	}
	f.outline(nil, 1, new(int))
	return nil
}

// bind makes the calls of an instance end with the context. The library keeps a context of its own, which never ends, and its Kill
// does not stop a call: its field is exported, its type is not.
func bind(ctx context.Context, p pdfium.Pdfium) error {
	holder, ok := p.(interface{ GetImplementation() any })
	if !ok {
		return errors.New("PDFium: no implementation to bind to a context")
	}
	field := reflect.Indirect(reflect.ValueOf(holder.GetImplementation())).FieldByName("Context")
	if !field.IsValid() || !field.CanSet() {
		return errors.New("PDFium: no context to set")
	}
	field.Set(reflect.ValueOf(ctx))
	return nil
}

// outline reads the entries below a bookmark, as many as are sane: a hostile file links them in a circle.
func (f *File) outline(parent *references.FPDF_BOOKMARK, level int, seen *int) {
	if level > maxDepth {
		return
	}
	first, err := f.pdfium.FPDFBookmark_GetFirstChild(&requests.FPDFBookmark_GetFirstChild{Document: f.document, Bookmark: parent})
	if err != nil || first.Bookmark == nil {
		return
	}
	for mark := first.Bookmark; mark != nil && *seen < maxOutline; *seen++ {
		f.entry(*mark, level)
		f.outline(mark, level+1, seen)
		next, err := f.pdfium.FPDFBookmark_GetNextSibling(&requests.FPDFBookmark_GetNextSibling{Document: f.document, Bookmark: *mark})
		if err != nil {
			return
		}
		mark = next.Bookmark
	}
}

func (f *File) entry(mark references.FPDF_BOOKMARK, level int) {
	title, err := f.pdfium.FPDFBookmark_GetTitle(&requests.FPDFBookmark_GetTitle{Bookmark: mark})
	if err != nil || strings.TrimSpace(title.Title) == "" {
		return
	}
	e := Entry{Title: strings.TrimSpace(title.Title), Level: level}
	dest, err := f.pdfium.FPDFBookmark_GetDest(&requests.FPDFBookmark_GetDest{Document: f.document, Bookmark: mark})
	if err == nil && dest.Dest != nil {
		index, err := f.pdfium.FPDFDest_GetDestPageIndex(&requests.FPDFDest_GetDestPageIndex{Document: f.document, Dest: *dest.Dest})
		if err == nil {
			e.Page = index.Index + 1
		}
	}
	f.Outline = append(f.Outline, e)
}

// Close frees the file's memory.
func (f *File) Close() { _ = f.pdfium.Close() }

func (f *File) page(n int) requests.Page {
	return requests.Page{ByIndex: &requests.PageByIndex{Document: f.document, Index: n - 1}}
}

// Render draws a page, counted from 1. The picture must be given back.
func (f *File) Render(n, dpi int) (picture image.Image, free func(), err error) {
	size, err := f.pdfium.GetPageSize(&requests.GetPageSize{Page: f.page(n)})
	if err != nil {
		return nil, nil, ErrBroken
	}
	const most = 14 * 72 // points: larger pages are drawn smaller
	if longest := max(size.Width, size.Height); longest > most {
		dpi = int(float64(dpi) * most / longest)
	}
	drawn, err := f.pdfium.RenderPageInDPI(&requests.RenderPageInDPI{Page: f.page(n), DPI: max(dpi, 1)})
	if err != nil {
		return nil, nil, ErrBroken
	}
	return drawn.Result.Image, drawn.Cleanup, nil
}
