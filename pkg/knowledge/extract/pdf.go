package extract

import (
	"context"
	"errors"

	"github.com/recado/recado/pkg/knowledge/extract/pdf"
)

// readPDF reads the text layer of a PDF; one without is read by tesseract, where that is installed.
func (r *Reader) readPDF(ctx context.Context, d *document) error {
	file, err := pdf.Open(ctx, d.Body)
	switch {
	case errors.Is(err, pdf.ErrPassword):
		return refuse("the PDF has a password: save it without one")
	case errors.Is(err, pdf.ErrBroken):
		return refuse("the PDF is broken or cut off: save it again with the program that made it")
	case err != nil:
		return err
	}
	defer file.Close()
	if file.Pages > maxPages {
		return refuse("it has %d pages, at most %d can be read: split it", file.Pages, maxPages)
	}
	pages, err := pagesOf(ctx, d, file)
	if err != nil {
		return err
	}
	d.out.Pages = file.Pages
	if letters(pages) == 0 {
		return r.readScan(ctx, d, file)
	}
	l := layout{w: writer{given: d.Title, own: titleOf(file)}, outline: file.Outline}
	d.out.Sections = l.read(dropRepeated(pages))
	d.title = l.w.own
	return nil
}

func (r *Reader) readScan(ctx context.Context, d *document, file *pdf.File) error {
	read, err := r.recognize(ctx, file)
	d.out.Sections, d.out.Read, d.title = []Section{read}, "ocr", titleOf(file)
	d.note("the letters were recognised in pictures: check what was read")
	return err
}

func pagesOf(ctx context.Context, d *document, file *pdf.File) (out []pdf.Page, err error) {
	size, broken := 0, 0
	for n := 1; n <= file.Pages; n++ {
		page, err := file.Page(n)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			broken++
		}
		for i := range page.Lines {
			page.Lines[i].Text = clean(page.Lines[i].Text)
			size += len(page.Lines[i].Text)
		}
		if size > maxText {
			return nil, refuse("its text is larger than %d MB: split it", maxText>>20)
		}
		out = append(out, page)
	}
	switch {
	case broken == file.Pages:
		return nil, refuse("the PDF is broken: save it again with the program that made it")
	case broken > 0:
		d.note("%d of %d pages are broken and were left out", broken, file.Pages)
	}
	return out, nil
}

func letters(pages []pdf.Page) (n int) {
	for _, p := range pages {
		for _, l := range p.Lines {
			n += len(l.Text)
		}
	}
	return n
}

// names that programs write for want of a title.
var untitled = map[string]bool{
	"untitled": true, "sin titulo": true, "documento": true, "document": true, "untitled document": true,
	"documento1": true, "document1": true,
}

func titleOf(file *pdf.File) string {
	title := clean(file.Title)
	if untitled[plainLetters(title)] || TypeOf(title) != "" {
		return ""
	}
	return title
}
