package extract_test

import (
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
