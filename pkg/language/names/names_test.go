package names

import (
	"fmt"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/language"
)

// typical are the names of several businesses at once, so that each of them could be found wrongly.
var typical = func() []Entry {
	var entries []Entry
	for kind, list := range map[string]string{
		KindService: `Limpieza dental|Blanqueamiento dental|Ortodoncia|Endodoncia|Resina|Corona de porcelana|Corona de zirconia|Implante dental|Extracción de muela|
			Guarda oclusal|Radiografía panorámica|Carillas de porcelana|Prótesis removible|Consulta de pediatría|Electrocardiograma|Control prenatal|Vacuna de influenza|
			Corte de cabello|Manicure|Pedicure|Masaje relajante|Depilación láser|Tinte completo|Faciales|Curación y retiro de puntos|Chequeo ejecutivo|Terapia física|Ultrasonido`,
		KindDish: `Tacos al pastor|Tacos de suadero|Quesadilla|Hamburguesa clásica|Pizza hawaiana|Ceviche clásico|Ceviche mixto|Lomo saltado|Ají de gallina|Papa a la huancaína|
			Empanada de carne|Empanada de pollo|Milanesa napolitana|Choripán|Bandeja paisa|Arepa con queso|Ajiaco santafereño|Completo italiano|Pastel de choclo|Tortilla de patatas|
			Croquetas de jamón|Paella valenciana|Gazpacho|Chicha morada|Agua sin gas|Limonada|Cerveza|Refresco|Papas fritas|Ensalada César|Sopa de tortilla|Flan napolitano|Café americano|Pan de queijo`,
		KindStaff:  `Dra. Ana López|Dr. Luis Méndez|Lic. Dolores Reyes|Rosa Campos`,
		KindBranch: `Sucursal Polanco|Sucursal Centro|Miraflores`,
	} {
		for name := range strings.SplitSeq(list, "|") {
			name = strings.TrimSpace(name)
			entries = append(entries, Entry{ID: name, Name: name, Kind: kind})
		}
	}
	return entries
}()

func TestNamesAreFoundHoweverTheyAreWritten(t *testing.T) {
	t.Parallel()
	m := NewMatcher(typical)
	for text, want := range map[string]string{
		"una limpiesa dental":       "Limpieza dental",
		"limpiecita porfa":          "Limpieza dental",
		"limpiezas":                 "Limpieza dental",
		"LIMPIEZA DENTAL":           "Limpieza dental",
		"blanqeamiento":             "Blanqueamiento dental",
		"blanquiamineto dental":     "Blanqueamiento dental",
		"hortodoncia":               "Ortodoncia",
		"ortodonsia":                "Ortodoncia",
		"endodonsia":                "Endodoncia",
		"rezina":                    "Resina",
		"resinas":                   "Resina",
		"coronas de sirconia":       "Corona de zirconia",
		"corona de procelana":       "Corona de porcelana",
		"inplante":                  "Implante dental",
		"implantes dentales":        "Implante dental",
		"estraccion de muela":       "Extracción de muela",
		"extracciones":              "Extracción de muela",
		"guarda oclucal":            "Guarda oclusal",
		"radiografia":               "Radiografía panorámica",
		"radeografia panoramica":    "Radiografía panorámica",
		"protesis":                  "Prótesis removible",
		"pediatria":                 "Consulta de pediatría",
		"electrocardiogama":         "Electrocardiograma",
		"elektrocardiograma":        "Electrocardiograma",
		"corte de pelo":             "Corte de cabello",
		"manicur":                   "Manicure",
		"masajito":                  "Masaje relajante",
		"depilacion lacer":          "Depilación láser",
		"ultrasonidos":              "Ultrasonido",
		"taquitos al pastor":        "Tacos al pastor",
		"tacos pastor":              "Tacos al pastor",
		"3 de suadero":              "Tacos de suadero",
		"kesadilla":                 "Quesadilla",
		"quesadiyas":                "Quesadilla",
		"hamburgesa":                "Hamburguesa clásica",
		"amburguesas":               "Hamburguesa clásica",
		"hamburguesita":             "Hamburguesa clásica",
		"piza hawaiana":             "Pizza hawaiana",
		"zeviche mixto":             "Ceviche mixto",
		"sebichito clasico":         "Ceviche clásico",
		"un cebiche":                "Ceviche clásico|Ceviche mixto",
		"lomito saltado":            "Lomo saltado",
		"lomo saltdo":               "Lomo saltado",
		"aji gallina":               "Ají de gallina",
		"huancaina":                 "Papa a la huancaína",
		"empanaditas de poyo":       "Empanada de pollo",
		"empanadas de carne":        "Empanada de carne",
		"milaneza napolitana":       "Milanesa napolitana",
		"choripanes":                "Choripán",
		"bandeja paiza":             "Bandeja paisa",
		"arepitas con queso":        "Arepa con queso",
		"agiaco":                    "Ajiaco santafereño",
		"pastel de choklo":          "Pastel de choclo",
		"croketas":                  "Croquetas de jamón",
		"paeya":                     "Paella valenciana",
		"gaspacho":                  "Gazpacho",
		"chichita morada":           "Chicha morada",
		"una aguita sin gas":        "Agua sin gas",
		"limonaditas":               "Limonada",
		"dos servezas":              "Cerveza",
		"chervezas":                 "Cerveza",
		"refresquito":               "Refresco",
		"papitas fritas":            "Papas fritas",
		"ensalada cesar":            "Ensalada César",
		"ensaladita":                "Ensalada César",
		"cafe americano":            "Café americano",
		"cafecito americano":        "Café americano",
		"pao de queijo":             "Pan de queijo",
		"paes de queijo":            "Pan de queijo",
		"con la doctora lopez":      "Dra. Ana López",
		"con la dra. Ana":           "Dra. Ana López",
		"el doctor mendes":          "Dr. Luis Méndez",
		"con Luis":                  "Dr. Luis Méndez",
		"con la licenciada dolores": "Lic. Dolores Reyes",
		"atiende Rosa Campos?":      "Rosa Campos",
		"en polnco":                 "Sucursal Polanco",
		"la de miraflores":          "Miraflores",
		"limpieza dental y blanqueamiento dental": "Limpieza dental|Blanqueamiento dental",
		"una limpieza, una resina y manicure":     "Limpieza dental|Resina|Manicure",
		"corona de porcelana o de zirconia":       "Corona de porcelana|Corona de zirconia",
	} {
		var got []string
		for _, f := range m.Find(language.Read(text)) {
			got = append(got, f.ID)
		}
		if !sameSet(strings.Join(got, "|"), want) {
			t.Errorf("Find(%q) = %q, want %q", text, got, want)
		}
	}
}

func sameSet(a, b string) bool {
	in := func(list, x string) bool { return strings.Contains("|"+list+"|", "|"+x+"|") }
	for x := range strings.SplitSeq(a, "|") {
		if !in(b, x) {
			return false
		}
	}
	return strings.Count(a, "|") == strings.Count(b, "|")
}

func TestPlainTalkNamesNothing(t *testing.T) {
	t.Parallel()
	m := NewMatcher(typical)
	lines := strings.Split(plainTalk, "\n")
	if len(lines) < 100 {
		t.Fatalf("only %d sentences", len(lines))
	}
	for _, line := range lines {
		for _, text := range []string{line, language.FoldString(line), strings.ToUpper(line)} {
			if got := m.Find(language.Read(text)); got != nil {
				t.Errorf("Find(%q) = %+v", text, got)
			}
		}
	}
}

func TestFindingNothingTakesNoMemory(t *testing.T) {
	m := NewMatcher(typical)
	text := language.Read("hola buenas tardes quisiera saberr a que hora abren el proximoo sabado porque trabajo toda la semanna y salgo tarde")
	if n := testing.AllocsPerRun(100, func() { m.Find(text) }); n != 0 {
		t.Errorf("%g allocations, want none", n)
	}
}

func TestManyNamesOfOneWordStayBounded(t *testing.T) {
	t.Parallel()
	entries := make([]Entry, maxEntries+10)
	for i := range entries {
		entries[i] = Entry{ID: fmt.Sprint(i), Name: fmt.Sprintf("Taco n%d", i)}
	}
	m := NewMatcher(entries)
	if got := m.Find(language.Read("quiero un taco n77")); len(got) != 1 || got[0].ID != "77" {
		t.Errorf("found %v, want 77", got)
	}
	m.Find(language.Read(strings.Repeat("taco ", 1000)))
}

func BenchmarkNewMatcher(b *testing.B) {
	var entries []Entry
	for i := range 200 {
		e := typical[i%len(typical)]
		entries = append(entries, Entry{ID: fmt.Sprint(i), Name: fmt.Sprintf("%s %c%c", e.Name, 'a'+i%26, 'a'+i/26), Kind: e.Kind})
	}
	b.ReportAllocs()
	for b.Loop() {
		NewMatcher(entries)
	}
}
