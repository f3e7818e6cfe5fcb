package extract_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/knowledge/extract"
	"github.com/recado/recado/pkg/knowledge/extract/pdf/pdftest"
)

// column sets lines below each other.
func column(size, top float64, lines ...string) (out pdftest.Page) {
	for i, l := range lines {
		out = append(out, pdftest.Text{Text: l, Size: size, X: 72, Y: top - float64(i)*size*1.2})
	}
	return out
}

func TestPDFKeepsItsStructure(t *testing.T) {
	t.Parallel()
	var pages []pdftest.Page
	for i := range 3 {
		p := column(9, 820, "Clínica Sol · Manual")
		if i == 0 {
			p = append(p, column(24, 760, "Guía del paciente")...)
		}
		p = append(p, column(16, 700, fmt.Sprintf("Precios %d", i+1))...)
		p = append(p, column(11, 660, "La limpieza dental cuesta ochocientos pesos y se recomien-", "da cada seis meses para los niños y los adultos que ven-",
			"gan a la clínica.")...)
		p = append(p, column(11, 600, "Otro párrafo que habla de la anestesia y de las cirugías.")...)
		pages = append(pages, append(p, column(9, 30, fmt.Sprintf("Página %d de 3", i+1))...))
	}
	for name, w := range map[string]pdftest.Writer{"WinAnsi": {Title: "Manual"}, "ToUnicode": {Title: "Manual", Unicode: true}} {
		text := read(t, extract.File{Type: extract.PDF, Body: w.Write(pages...)})
		want := ""
		for i := range 3 {
			want += fmt.Sprintf("[Guía del paciente > Precios %d]\nLa limpieza dental cuesta ochocientos pesos y se recomienda cada seis meses para los "+
				"niños y los adultos que vengan a la clínica.\n--\nOtro párrafo que habla de la anestesia y de las cirugías.\n", i+1)
		}
		if diff := cmp.Diff(want, show(text)); diff != "" || text.Title != "Manual" || text.Pages != 3 || text.Sections[1].Page(0) != 2 {
			t.Errorf("%s: %q, %d pages %s", name, text.Title, text.Pages, diff)
		}
	}
}

func TestOutlineOfAPDFNamesItsHeadings(t *testing.T) {
	t.Parallel()
	w := pdftest.Writer{Outline: []pdftest.Entry{{Title: "Horarios", Page: 1}}, Loop: true}
	text := read(t, extract.File{Body: w.Write(append(column(11, 700, "Horarios"), column(11, 670, "Abrimos a las nueve.")...))})
	if diff := cmp.Diff("[Horarios]\nAbrimos a las nueve.\n", show(text)); diff != "" {
		t.Error(diff)
	}
}

func TestTextNobodySeesInAPDFIsNotRead(t *testing.T) {
	t.Parallel()
	page := append(column(11, 700, "Visible"), column(1, 500, "SECRETO")...)
	page = append(page, pdftest.Text{Text: "SECRETO", Size: 11, X: 2000, Y: 400})
	if diff := cmp.Diff("[]\nVisible\n", show(read(t, extract.File{Body: pdftest.Write(page)}))); diff != "" {
		t.Error(diff)
	}
}
