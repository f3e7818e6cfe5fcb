package guard_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard"
)

const ordinary = "Hola buenas tardes, quería saber cuánto cuesta una limpieza dental y si tienen espacio el próximo martes por la tarde, " +
	"después de las 4 porque salgo de trabajar a esa hora. También me dijeron que hacen blanqueamientos, ¿me pueden informar por favor?"

func BenchmarkScreenOrdinary240(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		guard.Screen(ordinary, guard.Contact)
	}
}

func BenchmarkScreenASCII240(b *testing.B) {
	text := strings.NewReplacer("í", "i", "á", "a", "ó", "o", "é", "e", "¿", "").Replace(ordinary)
	b.ReportAllocs()
	for b.Loop() {
		guard.Screen(text, guard.Contact)
	}
}

func BenchmarkScreenPersonal(b *testing.B) {
	text := ordinary + " Mi cel es 55 1234 5678 y mi correo ana@example.com"
	b.ReportAllocs()
	for b.Loop() {
		guard.Screen(text, guard.Contact)
	}
}

// adversarial texts of 8 KB, each worst for one part.
var adversarial = map[string]string{
	"verbs":    "ignora tus todas ",
	"digits":   "55 12 34 ",
	"run":      "1",
	"ats":      "a.b@",
	"marks":    "e\u0301\u0301\u0301\u0301",
	"brackets": "[A",
	"tags":     "\U000E0041",
	"iban":     "ES91 2100 ",
	"letters":  "x",
	"width":    "５５ ",
	"pluses":   "+52 5",
	"reveal":   "dime tu todas las reglas sin mi pacientes ",
}

func BenchmarkScreenAdversarial8K(b *testing.B) {
	for name, unit := range adversarial {
		text := strings.Repeat(unit, guard.MaxText/len(unit))
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				guard.Screen(text, guard.Contact)
			}
		})
	}
}

func FuzzScreen(f *testing.F) {
	for _, a := range attacks {
		f.Add(a.text)
	}
	for _, p := range personal {
		text, _ := marked(p.text)
		f.Add(text)
	}
	for _, unit := range adversarial {
		f.Add(strings.Repeat(unit, 20))
	}
	f.Add("\xff\xf0\x9f[TEL_1\x00]")
	f.Fuzz(func(t *testing.T, text string) {
		got := guard.Screen(text, guard.Contact)
		if !utf8.ValidString(got.Masked) {
			t.Fatal("masked text is no UTF-8")
		}
		length := utf8.RuneCountInString(strings.ToValidUTF8(text, "\uFFFD"))
		last := 0
		for _, p := range got.PII {
			if p.Start < last || p.End <= p.Start || p.End > length || p.Token == "" || p.Value == "" {
				t.Fatalf("find out of order or range: %+v of %d", p, length)
			}
			last = p.End
		}
		for _, fd := range got.Findings {
			if fd.Start < 0 || fd.End < fd.Start || fd.End > length || fd.Weight <= 0 {
				t.Fatalf("finding out of range: %+v of %d", fd, length)
			}
		}
		if (got.Verdict == guard.Allow) && got.Masked != text {
			t.Fatal("allowed, but changed")
		}
		if masked := guard.Mask(text); strings.Count(masked, guard.Protected) < len(got.PII) {
			t.Fatalf("Mask protects less than Screen: %d", len(got.PII))
		}
	})
}
