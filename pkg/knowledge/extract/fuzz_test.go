package extract_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/recado/recado/pkg/knowledge/extract"
	"github.com/recado/recado/pkg/knowledge/extract/pdf/pdftest"
)

var fuzzed = extract.New(extract.Config{OCR: "off", Workers: 4})

// check reads whatever comes: a text, or a reason; nothing else.
func check(t *testing.T, f extract.File) {
	text, err := fuzzed.Read(t.Context(), f)
	if err != nil {
		if !errors.Is(err, extract.ErrUnreadable) {
			t.Fatal(err)
		}
		return
	}
	if len(text.Sections) == 0 || !utf8.ValidString(text.Title) {
		t.Fatalf("%+v", text)
	}
	for _, s := range text.Sections {
		if len(s.Pages) > 0 && len(s.Pages) != len(s.Blocks) {
			t.Fatalf("%d pages of %d blocks", len(s.Pages), len(s.Blocks))
		}
		for _, b := range s.Blocks {
			if strings.TrimSpace(b) == "" || !utf8.ValidString(b) {
				t.Fatalf("a block is %q", b)
			}
		}
	}
}

func FuzzPlain(f *testing.F) {
	for _, seed := range []string{"Hola\n\nniño", "\xff\xfeH\x00", "ma\xf1ana", "\xef\xbb\xbfa", "{\\rtf"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) { check(t, extract.File{Body: body}) })
}

func FuzzMarkdown(f *testing.F) {
	for _, seed := range []string{"# a\n\n|b|c|\n|-|-|\n|d|e|", "> > - 1. [x](y) <b>`z`</b>", "# \n\n***"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) { check(t, extract.File{Type: extract.Markdown, Body: body}) })
}

func FuzzHTML(f *testing.F) {
	for _, seed := range []string{
		"<title>a</title><h1>b</h1><ul><li>c<li>d</ul>", "<table><tr><th>a<td>b<table><tr><td>c</table></table>",
		"<style>.a{display:none}</style><p class=a>x<p style='color:red'>y", "<ol start=-9><li><h2>a</ol><pre>\n b</pre></h2><a href=https://x>y",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) { check(t, extract.File{Type: extract.HTML, Body: body}) })
}

func FuzzCSV(f *testing.F) {
	for _, seed := range []string{"a,b\n1,2\n", "sep=;\na;b\n\"1\n2\";3", "\n\n,", "a\tb\n1"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) { check(t, extract.File{Type: extract.CSV, Body: body}) })
}

func FuzzDOCX(f *testing.F) {
	f.Add([]byte(p("", "Hola")), []byte(styles), []byte(numbering))
	f.Add([]byte(p(`<w:pStyle w:val="Mio"/>`, "x")+"<w:tbl><w:tr><w:tc>"+p("", "y")+"</w:tc></w:tr></w:tbl>"), []byte(""), []byte("<a>"))
	f.Add([]byte(`<w:tc/><w:tr/></w:tbl>`), []byte(styles), []byte(""))
	f.Fuzz(func(t *testing.T, body, style, numbers []byte) {
		check(t, extract.File{Body: pack(t, "word/document.xml", "<w:document>"+string(body)+"</w:document>", "word/styles.xml", string(style), "word/numbering.xml", string(numbers))})
	})
}

func FuzzZip(f *testing.F) {
	f.Add(word(f, p("", "Hola")))
	f.Add(pack(f, "content.xml", "x"))
	f.Fuzz(func(t *testing.T, body []byte) { check(t, extract.File{Type: extract.DOCX, Body: body}) })
}

func FuzzPDF(f *testing.F) {
	page := append(column(16, 700, "Precios"), column(11, 600, "La limpieza cues-", "ta poco.")...)
	f.Add(pdftest.Write(page))
	f.Add(pdftest.Writer{Unicode: true, Title: "x", Outline: []pdftest.Entry{{Title: "Precios", Page: 1}}, Loop: true}.Write(page, page))
	f.Add(pdftest.Writer{Encrypt: true}.Write(page))
	f.Fuzz(func(t *testing.T, body []byte) { check(t, extract.File{Type: extract.PDF, Body: body}) })
}
