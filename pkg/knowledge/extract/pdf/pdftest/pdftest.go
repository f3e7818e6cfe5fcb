// Package pdftest writes small PDF files for tests.
package pdftest

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// Text is a run of text at a place, in points from the lower left corner of a page of 595 by 842.
type Text struct {
	Text       string
	Size, X, Y float64
}

// Page is what stands on a page.
type Page []Text

// Entry is a line of the outline.
type Entry struct {
	Title string
	Page  int // from 1
}

// Writer says what a file is like; the zero one writes a plain PDF in WinAnsi.
type Writer struct {
	Title   string
	Outline []Entry
	Unicode bool   // text in glyph numbers with a ToUnicode table, as browsers and Word write it
	Picture bool   // each page is a picture, as scanners write it
	Encrypt bool   // as with a password
	Loop    bool   // the outline is a circle
	Draw    string // more operators on each page
}

// Write writes a plain PDF.
func Write(pages ...Page) []byte { return Writer{}.Write(pages...) }

type objects struct {
	list []string
}

func (o *objects) add(s string) int {
	o.list = append(o.list, s)
	return len(o.list)
}

func stream(dict, data string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dict, len(data), data)
}

// Write writes the file.
func (w Writer) Write(pages ...Page) []byte {
	o := &objects{}
	catalog, tree := o.add(""), o.add("")
	font := w.font(o)
	picture := 0
	if w.Picture {
		picture = o.add(stream("/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray "+
			"/BitsPerComponent 8", "\x00\xff\xff\x00"))
	}
	var kids []string
	for _, p := range pages {
		content := o.add(stream("", w.content(p)))
		resources := fmt.Sprintf("/Font << /F1 %d 0 R >>", font)
		if picture > 0 {
			resources += fmt.Sprintf(" /XObject << /Im1 %d 0 R >>", picture)
		}
		page := o.add(fmt.Sprintf("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 595 842] "+
			"/Resources << %s >> /Contents %d 0 R >>", tree, resources, content))
		kids = append(kids, fmt.Sprintf("%d 0 R", page))
	}
	o.list[tree-1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids))
	o.list[catalog-1] = fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R %s >>", tree, w.outline(o, kids))
	trailer := fmt.Sprintf("/Root %d 0 R", catalog)
	if w.Title != "" {
		trailer += fmt.Sprintf(" /Info %d 0 R", o.add(fmt.Sprintf("<< /Title %s >>", utf16(w.Title))))
	}
	if w.Encrypt {
		key := strings.Repeat("00", 32)
		lock := o.add(fmt.Sprintf("<< /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -4 >>", key, key))
		trailer += fmt.Sprintf(" /Encrypt %d 0 R /ID [<%s> <%s>]", lock, key, key)
	}
	return o.file(trailer)
}

func (o *objects) file(trailer string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	var at []int
	for i, body := range o.list {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	begin := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, offset := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d %s >>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, trailer, begin)
	return b.Bytes()
}

func (w Writer) outline(o *objects, kids []string) string {
	if len(w.Outline) == 0 {
		return ""
	}
	root := o.add("")
	first := len(o.list) + 1
	last := first + len(w.Outline) - 1
	for i, e := range w.Outline {
		next := ""
		if i+1 < len(w.Outline) {
			next = fmt.Sprintf("/Next %d 0 R", first+i+1)
		} else if w.Loop {
			next = fmt.Sprintf("/Next %d 0 R /First %d 0 R", first, first)
		}
		o.add(fmt.Sprintf("<< /Title %s /Parent %d 0 R %s /Dest [%s /Fit] >>", utf16(e.Title), root, next, kids[e.Page-1]))
	}
	o.list[root-1] = fmt.Sprintf("<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>", first, last, len(w.Outline))
	return fmt.Sprintf("/Outlines %d 0 R", root)
}

func (w Writer) content(p Page) string {
	var b strings.Builder
	if w.Picture {
		b.WriteString("q 595 0 0 842 0 0 cm /Im1 Do Q\n")
	}
	for _, t := range p {
		fmt.Fprintf(&b, "BT /F1 %g Tf %g %g Td %s Tj ET\n", t.Size, t.X, t.Y, w.text(t.Text))
	}
	b.WriteString(w.Draw)
	return b.String()
}

// glyphs are the characters by their number in the font that has a ToUnicode table.
var glyphs = []rune(" abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:¿?¡!()-$€%áéíóúüñÁÉÍÓÚÜÑçãõêàﬁﬂ\"'/")

func (w Writer) text(s string) string {
	if !w.Unicode {
		coded, err := charmap.Windows1252.NewEncoder().String(s)
		if err != nil {
			panic(err) // a letter that a test may not use
		}
		return "(" + strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(coded) + ")"
	}
	var b strings.Builder
	for _, r := range s {
		for i, g := range glyphs {
			if g == r {
				fmt.Fprintf(&b, "%04x", i+1)
			}
		}
	}
	return "<" + b.String() + ">"
}

func (w Writer) font(o *objects) int {
	if !w.Unicode {
		return o.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	}
	var table strings.Builder
	table.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /X def\n" +
		"1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n")
	for i, g := range glyphs {
		fmt.Fprintf(&table, "1 beginbfchar\n<%04x> <%04x>\nendbfchar\n", i+1, g)
	}
	table.WriteString("endcmap\nend\nend")
	unicode := o.add(stream("", table.String()))
	descriptor := o.add("<< /Type /FontDescriptor /FontName /Arial /Flags 32 " +
		"/Ascent 900 /Descent -200 /CapHeight 700 /ItalicAngle 0 /StemV 80 /FontBBox [0 -200 1000 900] >>")
	child := o.add(fmt.Sprintf("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial "+
		"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /FontDescriptor %d 0 R >>", descriptor))
	return o.add(fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H "+
		"/DescendantFonts [%d 0 R] /ToUnicode %d 0 R >>", child, unicode))
}

func utf16(s string) string {
	var b strings.Builder
	b.WriteString("<feff")
	for _, r := range s {
		fmt.Fprintf(&b, "%04x", r)
	}
	return b.String() + ">"
}
