package extract_test

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/knowledge/extract"
)

// pack makes a zip file of parts, in the order of their names and texts.
func pack(t testing.TB, parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		w, err := z.Create(parts[i])
		if err == nil {
			_, err = w.Write([]byte(parts[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const namespace = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`

const styles = `<w:styles` + namespace + `><w:style w:styleId="Ttulo1"><w:name w:val="heading 1"/></w:style>
<w:style w:styleId="Mio"><w:name w:val="Mi apartado"/><w:basedOn w:val="Ttulo2"/></w:style>
<w:style w:styleId="Ttulo2"><w:name w:val="heading 2"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>`

const numbering = `<w:numbering` + namespace + `><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl>
<w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num></w:numbering>`

// word makes a document of Word with this body.
func word(t testing.TB, body string, more ...string) []byte {
	t.Helper()
	parts := []string{
		"[Content_Types].xml", "<Types/>", "word/styles.xml", styles, "word/numbering.xml", numbering,
		"word/document.xml", "<w:document" + namespace + "><w:body>" + body + "</w:body></w:document>",
	}
	return pack(t, append(parts, more...)...)
}

// p is a paragraph with properties.
func p(properties, text string) string {
	return "<w:p><w:pPr>" + properties + "</w:pPr><w:r><w:t>" + text + "</w:t></w:r></w:p>"
}

func read(t testing.TB, f extract.File) extract.Text {
	t.Helper()
	text, err := extract.New(extract.Config{OCR: "off"}).Read(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// show renders sections: headings in brackets, then the blocks.
func show(text extract.Text) string {
	var b strings.Builder
	for _, s := range text.Sections {
		b.WriteString("[" + strings.Join(s.Path, " > ") + "]\n" + strings.Join(s.Blocks, "\n--\n") + "\n")
	}
	return b.String()
}
