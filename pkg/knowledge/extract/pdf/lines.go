package pdf

import (
	"strings"

	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

// Page is the text of one page.
type Page struct {
	Width, Height float64
	Lines         []Line
}

// Line is one line of text and its box, in points from the lower left corner.
type Line struct {
	Text                     string
	Left, Right, Top, Bottom float64
	Joins                    bool // its last word goes on in the next line
}

// Size is the height of its letters.
func (l Line) Size() float64 { return l.Top - l.Bottom }

// smallest letters that anybody reads, in points.
const smallest = 2

// Page reads a page, counted from 1, in the order in which the file draws it. Text that is too small to read or stands outside of the page
// is left out.
func (f *File) Page(n int) (Page, error) {
	page := f.page(n)
	size, err := f.pdfium.GetPageSize(&requests.GetPageSize{Page: page})
	if err != nil {
		return Page{}, ErrBroken
	}
	loaded, err := f.pdfium.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: page})
	if err != nil {
		return Page{}, ErrBroken
	}
	defer func() { _, _ = f.pdfium.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: loaded.TextPage}) }()
	count, err := f.pdfium.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: loaded.TextPage})
	if err != nil || count.Count > maxChars {
		return Page{}, ErrBroken
	}
	r := lineReader{file: f, text: loaded.TextPage, page: Page{Width: size.Width, Height: size.Height}}
	for i := range count.Count {
		char, err := f.pdfium.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: loaded.TextPage, Index: i})
		if err != nil {
			return Page{}, ErrBroken
		}
		r.char(i, rune(char.Unicode))
	}
	r.end(false)
	return r.page, nil
}

// lineReader puts characters together to lines.
type lineReader struct {
	file        *File
	text        references.FPDF_TEXTPAGE
	page        Page
	line        strings.Builder
	first, last int // characters that have a box
	visible     int
	joined      bool
}

func (r *lineReader) char(i int, c rune) {
	switch c {
	case 0:
	case '\r', '\n':
		r.end(r.joined)
	case 2, 0xfffe: // PDFium's sign for a hyphen at the end of a line
		r.joined = true
	default:
		if r.joined { // it has put the next line behind
			r.end(true)
		}
		r.line.WriteRune(c)
		if c == ' ' {
			return
		}
		if r.visible == 0 {
			r.first = i
		}
		r.last = i
		r.visible++
	}
}

func (r *lineReader) end(joins bool) {
	text, visible := strings.TrimSpace(r.line.String()), r.visible
	r.line.Reset()
	r.visible, r.joined = 0, false
	if text == "" || visible == 0 {
		return
	}
	line, seen := r.box(visible)
	if !seen {
		return
	}
	line.Text, line.Joins = text, joins
	r.page.Lines = append(r.page.Lines, line)
}

// box is where a line stands, by the boxes of its first, middle and last character: punctuation alone would be too small.
func (r *lineReader) box(visible int) (l Line, seen bool) {
	indexes := []int{r.first, (r.first + r.last) / 2, r.last}
	for i, at := range indexes[:min(visible, 3)] {
		answer, err := r.file.pdfium.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: r.text, Index: at})
		if err != nil {
			continue
		}
		box := answer.Rect
		if i == 0 || l.Top == 0 {
			l = Line{Left: float64(box.Left), Right: float64(box.Right), Top: float64(box.Top), Bottom: float64(box.Bottom)}
			continue
		}
		l.Left, l.Right = min(l.Left, float64(box.Left)), max(l.Right, float64(box.Right))
		l.Top, l.Bottom = max(l.Top, float64(box.Top)), min(l.Bottom, float64(box.Bottom))
	}
	outside := l.Right < 0 || l.Left > r.page.Width
	above := l.Top < 0 || l.Bottom > r.page.Height
	return l, l.Size() >= smallest && !outside && !above
}
