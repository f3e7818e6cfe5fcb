package extract_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/knowledge/extract"
)

func TestWordKeepsItsStructure(t *testing.T) {
	t.Parallel()
	const item = `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr>`
	const below = `<w:numPr><w:ilvl w:val="1"/><w:numId w:val="3"/></w:numPr>`
	cell := func(s string) string { return "<w:tc>" + p("", s) + "</w:tc>" }
	body := p(`<w:pStyle w:val="Ttulo1"/>`, "Guía") + p("", "Hola, niño.") + p(`<w:pStyle w:val="Mio"/>`, "Precios") +
		"<w:tbl><w:tr>" + cell("Tratamiento") + cell("Precio") + "</w:tr><w:tr>" + cell("Limpieza") + cell("$800") + "</w:tr></w:tbl>" +
		p(item, "Efectivo") + p(below, "Solo pesos") + p(item, "Tarjeta") + p("", "Fin") +
		`<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>OCULTO</w:t></w:r><w:r><w:t xml:space="preserve">Una </w:t></w:r><w:r><w:t>línea</w:t><w:tab/><w:t>más</w:t></w:r>` +
		`<w:del><w:r><w:delText>BORRADO</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>`
	const want = `[]
Hola, niño.
[Precios]
Tratamiento: Limpieza; Precio: $800
--
1. Efectivo
  - Solo pesos
2. Tarjeta
--
Fin
--
Una línea más
`
	text := read(t, extract.File{Type: extract.DOCX, Body: word(t, body)})
	if diff := cmp.Diff(want, show(text)); diff != "" || text.Title != "Guía" {
		t.Errorf("%q %s", text.Title, diff)
	}
}

func TestWhatAReaderOfWordDoesNotSeeIsNotRead(t *testing.T) {
	t.Parallel()
	const hidden = `<w:style w:styleId="Secreto"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Hijo"><w:basedOn w:val="Secreto"/></w:style>` +
		`<w:style w:styleId="Blanco"><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>` +
		`<w:style w:styleId="Azul"><w:tblStylePr w:type="firstRow"><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr></w:tblStylePr></w:style>`
	const white = `<w:color w:val="FFFFFF"/>`
	const navy = `<w:shd w:val="clear" w:color="auto" w:fill="1F3864"/>`
	run := func(properties, text string) string {
		return "<w:p><w:r><w:rPr>" + properties + "</w:rPr><w:t>" + text + "</w:t></w:r></w:p>"
	}
	table := func(properties, cell, text string) string {
		return "<w:tbl><w:tblPr>" + properties + "</w:tblPr><w:tr><w:tc><w:tcPr>" + cell + "</w:tcPr>" + text + "</w:tc></w:tr></w:tbl>"
	}
	for name, c := range map[string]struct {
		body string
		seen bool
	}{
		"plain":                          {run("", "Texto."), true},
		"white":                          {run(white, "Texto."), false},
		"nearly white":                   {run(`<w:color w:val="fefefe"/>`, "Texto."), false},
		"grey":                           {run(`<w:color w:val="D9D9D9"/>`, "Texto."), true},
		"automatic":                      {run(`<w:color w:val="auto"/>`, "Texto."), true},
		"white on blue":                  {run(white+navy, "Texto."), true},
		"white on white":                 {run(white+`<w:shd w:val="clear" w:fill="FFFFFF"/>`, "Texto."), false},
		"white, marked":                  {run(white+`<w:highlight w:val="black"/>`, "Texto."), true},
		"a white paragraph style":        {p(`<w:pStyle w:val="Blanco"/>`, "Texto."), false},
		"a black run of one":             {`<w:p><w:pPr><w:pStyle w:val="Blanco"/></w:pPr><w:r><w:rPr><w:color w:val="000000"/></w:rPr><w:t>Texto.</w:t></w:r></w:p>`, true},
		"a white style on blue":          {p(`<w:pStyle w:val="Blanco"/>`+navy, "Texto."), true},
		"a hidden style":                 {run(`<w:rStyle w:val="Secreto"/>`, "Texto."), false},
		"one based on it":                {p(`<w:pStyle w:val="Hijo"/>`, "Texto."), false},
		"a hidden mark of the paragraph": {p(`<w:rPr><w:vanish/></w:rPr>`, "Texto."), true},
		"white in a table":               {table("", "", run(white, "Texto.")), false},
		"white in a blue cell":           {table("", navy, run(white, "Texto.")), true},
		"white in a table of a style":    {table(`<w:tblStyle w:val="Azul"/>`, "", run(white, "Texto.")), true},
		"white after a blue table":       {table("", navy, p("", "Fin.")) + run(white, "Texto."), false},
		"white in a shape":               {"<w:p><w:r><w:pict><w:txbxContent>" + run(white, "Texto.") + "</w:txbxContent></w:pict></w:r></w:p>", true},
	} {
		styled := pack(t, "[Content_Types].xml", "<Types/>", "word/styles.xml", "<w:styles"+namespace+">"+hidden+"</w:styles>",
			"word/document.xml", "<w:document"+namespace+"><w:body>"+p("", "Fin.")+c.body+"</w:body></w:document>")
		if got := strings.Contains(show(read(t, extract.File{Type: extract.DOCX, Body: styled})), "Texto."); got != c.seen {
			t.Errorf("%s: read %t, want %t", name, got, c.seen)
		}
	}
}
