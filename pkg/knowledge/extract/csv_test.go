package extract_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/knowledge/extract"
)

func TestEachRowIsADocument(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"comma":     "id,Pregunta,Respuesta\n1,¿Dan factura?,\"Sí, el mismo mes.\nCon CFDI.\"\n\n2,¿Aceptan tarjeta?,No\n",
		"semicolon": "id;Pregunta;Respuesta\r\n1;¿Dan factura?;\"Sí, el mismo mes.\r\nCon CFDI.\"\r\n2;¿Aceptan tarjeta?;No",
		"tab":       "id\tPregunta\tRespuesta\n1\t¿Dan factura?\t\"Sí, el mismo mes.\nCon CFDI.\"\n2\t¿Aceptan tarjeta?\tNo",
		"named":     "sep=|\nid|Pregunta|Respuesta\n1|¿Dan factura?|\"Sí, el mismo mes.\nCon CFDI.\"\n2|¿Aceptan tarjeta?|No|\n",
	} {
		text := read(t, extract.File{Type: extract.CSV, Body: []byte(body)})
		want := []extract.Section{
			{Path: []string{"¿Dan factura?"}, Blocks: []string{"id: 1\nPregunta: ¿Dan factura?\nRespuesta: Sí, el mismo mes.\nCon CFDI."}, Row: 1},
			{Path: []string{"¿Aceptan tarjeta?"}, Blocks: []string{"id: 2\nPregunta: ¿Aceptan tarjeta?\nRespuesta: No"}, Row: 2},
		}
		if diff := cmp.Diff(want, text.Sections); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestRowsThatLackValuesAreNoted(t *testing.T) {
	t.Parallel()
	text := read(t, extract.File{Type: extract.CSV, Body: []byte("a,b,c\n1,2,3\n4\n5,6\n")})
	if len(text.Sections) != 3 || len(text.Notes) != 1 || text.Notes[0] != "2 rows lack values: 2, 3" {
		t.Errorf("%+v", text)
	}
}
