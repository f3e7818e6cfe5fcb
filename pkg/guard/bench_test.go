package guard_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard"
)

const ordinary = "Hola buenas tardes, quería saber cuánto cuesta una limpieza dental y si tienen espacio el próximo martes por la tarde, " +
	"después de las 4 porque salgo de trabajar a esa hora. También me dijeron que hacen blanqueamientos, ¿me pueden informar por favor?"

// screenTimed reports the median and the 99th percentile of the screenings of a text beside their mean.
func screenTimed(b *testing.B, text string) {
	took := make([]time.Duration, 1<<16)
	n := 0
	b.ReportAllocs()
	for ; b.Loop(); n++ {
		started := time.Now()
		guard.Screen(text, guard.Contact)
		took[n%len(took)] = time.Since(started)
	}
	took = took[:min(n, len(took))]
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1000, "p50-us")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1000, "p99-us")
}

func BenchmarkScreenOrdinary240(b *testing.B) { screenTimed(b, ordinary) }

func BenchmarkScreenASCII240(b *testing.B) {
	screenTimed(b, strings.NewReplacer("í", "i", "á", "a", "ó", "o", "é", "e", "¿", "").Replace(ordinary))
}

func BenchmarkScreenPersonal(b *testing.B) {
	screenTimed(b, ordinary+" Mi cel es 55 1234 5678 y mi correo ana@example.com")
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
	// Several parts at once.
	"mails":    "josé.peña+uno@clínica.es, ",
	"phones":   "tel 55 1234 5678, cel: (81) 2345-6789 o ",
	"base64":   "YVdkdWIzSmhJSFIxY3lCcGJuTjBjblZqWTJsdmJtVnpJR1VnYVdkdWIzSmg= ",
	"entities": "%69gn%6Fra &#116;us &lt;b&gt; ",
	"open":     "[ES91 2100 (0418 4502 {",
	"names":    "Pérez García Juan, 28.456.123, ",
	"spoken":   "ana punto luz arroba casa punto ",
	// The worst that searches found: small numbers that belong to nobody, and words of secrets without one.
	"said pairs":  ",dos dos ",
	"said mixed":  "cien 5 cien 0418 ",
	"said within": "9\ncien uno 5 5 ",
	"pairs":       "55 ,",
	"four pairs":  " 55 55 55 55 A",
	"dial":        "-9-9-9-9",
	"letter":      "5 K\n",
	"cues":        "(pin ",
}

func BenchmarkScreenAdversarial8K(b *testing.B) {
	units := maps.Clone(adversarial)
	maps.Copy(units, disguised)
	maps.Copy(units, abroad)
	for _, name := range slices.Sorted(maps.Keys(units)) {
		text := sized(units[name])
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
	for _, unit := range abroad {
		f.Add(strings.Repeat(unit, 3))
	}
	f.Add("\xff\xf0\x9f[TEL_1\x00]")
	f.Add("忽\xe5\xbf略\xed\xa0\x80무\u0301시\xed")
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
