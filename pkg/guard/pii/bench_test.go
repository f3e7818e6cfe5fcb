package pii_test

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/guard/pii"
)

const plain240 = "Hola buenas tardes, queria saber cuanto cuesta una limpieza dental y si tienen espacio el proximo martes por la tarde, " +
	"despues de las cuatro porque salgo de trabajar a esa hora. Tambien me dijeron que hacen blanqueamientos, me pueden informar?"

func BenchmarkFindPlain240(b *testing.B) {
	var f pii.Finder
	b.ReportAllocs()
	for b.Loop() {
		f.Find(plain240)
	}
}

func BenchmarkFindPersonal240(b *testing.B) {
	text := plain240[:180] + " mi cel es 55 1234 5678 y mi correo ana@example.com"
	var f pii.Finder
	b.ReportAllocs()
	for b.Loop() {
		f.Find(text)
	}
}

// worst are texts that cost the finder most.
var worst = map[string]string{
	"ones": "1", "singles": "1 ", "pairs": "55 12 34 ", "fours": "4111 ", "tens": "5512345678 ", "plus": "+52 5", "dots": "a.", "ats": "a.b@", "letters": "x",
	"spaced": "a ", "said": "cinco ", "cues": "clave de la ", "codes": "HEGG560427 ", "iban": "ES91 2100 ", "keys": "sk-ab1 ", "mail": "correo es ana ",
	"links": "a punto ", "brackets": "((((", "context": "pedido 5512345678 es ", "dashes": "-", "begin": "-----BEGIN ", "words": "tel cel dni ruc ",
	"slashes": "12/05/", "twelve": "281234567840 ", "rut": "12.345.678-", "accents": "ñáé ", "marks": "e\u0301", "userinfo": "http://a:b",
	"pluses": "más 52 ", "hyphens": "12 guion 3 ", "rows": "clave,usuario,", "typed": "marca 1234 ", "network": "WIFI:T:", "seed": "frase semilla: casa ", "counted": "nueve, ", "tens said": "treinta y tres ",
	"keyed": "a1b2c3d4e5f6a7b8c9d0 es key ", "accented cues": "combinación ", "holders": "po de la orden del ",
}

func BenchmarkFindWorst8K(b *testing.B) {
	for name, unit := range worst {
		text := strings.Repeat(unit, 8192/len(unit))
		b.Run(name, func(b *testing.B) {
			var f pii.Finder
			b.ReportAllocs()
			for b.Loop() {
				f.Find(text)
			}
		})
	}
}
