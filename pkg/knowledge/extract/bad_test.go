package extract_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/knowledge/extract"
	"github.com/recado/recado/pkg/knowledge/extract/pdf/pdftest"
)

// Each of these is refused with a reason that says what to do.
func TestBadInputIsRefusedWithItsReason(t *testing.T) {
	t.Parallel()
	hola := column(11, 700, "Hola")
	whole := pdftest.Write(hola)
	bomb := word(t, p("", strings.Repeat(" ", 60<<20)))
	nested := pack(t, "inner.zip", string(pack(t, "a.txt", "hola")))
	for name, c := range map[string]struct {
		file extract.File
		want string
	}{
		"zip bomb":                {extract.File{Type: extract.DOCX, Body: bomb}, "unpacks to far more"},
		"bomb of styles":          {extract.File{Body: word(t, p("", "x"), "docProps/core.xml", strings.Repeat("<a/>", 10<<20))}, "unpacks to far more"},
		"zip in a zip":            {extract.File{Body: nested}, "unpack it"},
		"cut zip":                 {extract.File{Body: word(t, p("", "x"))[:300]}, "broken or cut off"},
		"macros":                  {extract.File{Name: "x.docm", Body: word(t, p("", "x"), "word/vbaProject.bin", "x")}, "macros"},
		"spreadsheet":             {extract.File{Body: pack(t, "xl/workbook.xml", "")}, "save the sheet as CSV"},
		"OpenDocument":            {extract.File{Body: pack(t, "content.xml", "")}, "save it as .docx"},
		"deep elements":           {extract.File{Body: word(t, strings.Repeat("<w:x>", 300)+strings.Repeat("</w:x>", 300))}, "nested too deep"},
		"broken XML":              {extract.File{Body: word(t, "<w:p>")}, "broken"},
		"entities":                {extract.File{Body: pack(t, "word/document.xml", `<!DOCTYPE x [<!ENTITY a "hola">]><w:p><w:t>&a;</w:t></w:p>`)}, "broken"},
		"only images in Word":     {extract.File{Body: word(t, "<w:p><w:r><w:drawing/></w:r></w:p>")}, "pictures and no text"},
		"encrypted Office":        {extract.File{Name: "x.docx", Body: []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....")}, "without a password"},
		"encrypted PDF":           {extract.File{Body: pdftest.Writer{Encrypt: true}.Write(hola)}, "save it without one"},
		"broken PDF":              {extract.File{Body: whole[:60]}, "broken or cut off"},
		"PDF without pages":       {extract.File{Body: pdftest.Write()}, "broken"},
		"PDF by its type only":    {extract.File{Type: extract.PDF, Body: []byte("hola")}, "does not begin like one"},
		"scanned PDF":             {extract.File{Body: pdftest.Writer{Picture: true}.Write(nil, nil)}, "scan"},
		"empty PDF":               {extract.File{Body: pdftest.Write(nil)}, "scan"},
		"picture":                 {extract.File{Type: "text/plain", Body: []byte("\x89PNG\r\n\x1a\n...")}, "a picture"},
		"archive":                 {extract.File{Body: []byte("\x1f\x8b....")}, "unpack it"},
		"RTF":                     {extract.File{Body: []byte(`{\rtf1 hola}`)}, "rich text"},
		"other type":              {extract.File{Type: "application/json", Body: []byte("{}")}, "application/json"},
		"empty":                   {extract.File{Body: []byte("\ufeff \n")}, "empty"},
		"invalid UTF-8":           {extract.File{Body: []byte("Mañana ñandú árbol, y un byte \xff roto")}, "UTF-8"},
		"other encoding":          {extract.File{Body: []byte("\x8f\xe0\xe8\xa2\xa5\xe2 \xe0\xe8")}, "UTF-8"},
		"broken UTF-16":           {extract.File{Body: []byte("\xff\xfeH\x00o")}, "UTF-16"},
		"binary":                  {extract.File{Body: []byte("a\x00b")}, "no text"},
		"larger":                  {extract.File{Body: make([]byte, extract.MaxFile+1)}, "larger than 10 MB"},
		"row of too many values":  {extract.File{Type: extract.CSV, Body: []byte("a,b\n1,2\n1,2,3\n")}, "row 2 has 3 values for 2 columns"},
		"quote within a value":    {extract.File{Type: extract.CSV, Body: []byte("a,b\n1,x\"y\n")}, "line 2"},
		"quote never closed":      {extract.File{Type: extract.CSV, Body: []byte("a,b\n\"1,2\n3,4\n")}, "quote"},
		"columns without rows":    {extract.File{Type: extract.CSV, Body: []byte("a,b\n,\n")}, "no rows"},
		"too many rows":           {extract.File{Type: extract.CSV, Body: []byte("a\n" + strings.Repeat("x\n", 20_001))}, "more than 20000 rows"},
		"too many columns":        {extract.File{Type: extract.CSV, Body: []byte(strings.Repeat("a,", 300) + "\n1")}, "columns"},
		"page that shows nothing": {extract.File{Type: extract.HTML, Body: []byte("<p hidden>x</p><script>y</script>")}, "no text"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := extract.New(extract.Config{OCR: "off", Workers: 2}).Read(t.Context(), c.file)
			if !errors.Is(err, extract.ErrUnreadable) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// What is large is read in bounded time, however it is made.
func TestLargeInputIsRead(t *testing.T) {
	t.Parallel()
	const size = 10<<20 - 100
	fill := func(part string) []byte { return bytes.Repeat([]byte(part), size/len(part)) }
	for name, f := range map[string]extract.File{
		"one line":            {Body: fill("a")},
		"one line of words":   {Body: fill("palabra ")},
		"one line, Markdown":  {Type: extract.Markdown, Body: fill("*a ")},
		"paragraphs":          {Type: extract.Markdown, Body: fill("# a\n\nb [c](d)\n\n")},
		"open elements":       {Type: extract.HTML, Body: fill("<b>a")},
		"open lists":          {Type: extract.HTML, Body: fill("<ul><li>a")},
		"open tables":         {Type: extract.HTML, Body: fill("<table><tr><td>a")},
		"links":               {Type: extract.HTML, Body: fill("<a href='https://x.example'>a</a>")},
		"style sheets":        {Type: extract.HTML, Body: append([]byte("<p>a"), fill("<style>.a{b:c")...)},
		"attributes":          {Type: extract.HTML, Body: append([]byte("<p>a<p "), fill("a=b ")...)},
		"ends":                {Type: extract.HTML, Body: append([]byte("<p>a"), fill("</b></p>")...)},
		"one value":           {Type: extract.CSV, Body: fill("a")},
		"commas":              {Type: extract.CSV, Body: fill(",")},
		"quotes":              {Type: extract.CSV, Body: fill(`"`)},
		"a document of words": {Body: word(t, strings.Repeat(p("", strings.Repeat("palabra número ", 20)), 20_000))},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := extract.New(extract.Config{Workers: 1}).Read(t.Context(), f)
			if err != nil && !errors.Is(err, extract.ErrUnreadable) {
				t.Error(err)
			}
			if err != nil && strings.Contains(err.Error(), "longer than") && !strings.Contains(err.Error(), "value is longer") {
				t.Error(err)
			}
		})
	}
}

// scanner puts a program named tesseract first on the path.
func fakeTesseract(t *testing.T, script string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tesseract"), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

const languages = `[ "$1" = --list-langs ] && { echo "List:"; echo spa; echo osd; exit; }` + "\n"

func TestScansAreReadByTesseract(t *testing.T) {
	scan := extract.File{Name: "acta.pdf", Body: pdftest.Writer{Picture: true}.Write(nil, nil)}
	// a picture comes in, Spanish is asked for, and nothing of our environment is known
	fakeTesseract(t, languages+`[ "$4" = spa ] && [ -z "$HOME" ] || exit 1
/bin/cat | /usr/bin/head -c 4 | /bin/grep -q PNG || exit 1
printf 'La clíni-\nca abre a las nueve\nlos lunes.\n\nOtro párrafo.\n\f'`)
	text, err := extract.New(extract.Config{OCR: "auto"}).Read(t.Context(), scan)
	if err != nil {
		t.Fatal(err)
	}
	want := "La clínica abre a las nueve los lunes.\n\nOtro párrafo."
	if text.Read != "ocr" || text.Title != "acta" || text.Sections[0].Page(2) != 2 || text.String() != want+"\n\n"+want {
		t.Errorf("%+v", text)
	}
	if _, err := extract.New(extract.Config{OCR: "off"}).Read(t.Context(), scan); !errors.Is(err, extract.ErrUnreadable) {
		t.Error(err)
	}
}

func TestATesseractThatFailsIsAReason(t *testing.T) {
	scan := extract.File{Body: pdftest.Writer{Picture: true}.Write(nil)}
	for want, script := range map[string]string{
		"have tesseract installed": "exit 1",
		"page 1 cannot be":         languages + "exit 1",
		"page 1 cannot":            languages + "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done",
		"no letters":               languages + "echo 12",
	} {
		fakeTesseract(t, script)
		_, err := extract.New(extract.Config{}).Read(t.Context(), scan)
		if !errors.Is(err, extract.ErrUnreadable) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
