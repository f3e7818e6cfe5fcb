package language

import (
	"slices"
	"strings"
	"testing"
)

var smallLists = []string{
	"quiero|necesito ... cita|citas",
	"^ hola / adios $",
	"cotiza* .. precio",
	"mesa 4",
	"combo feliz",
}

func TestSmallPhrasesFindWhatPhrasesFind(t *testing.T) {
	t.Parallel()
	large, small := MustPhrases(smallLists), mustSmall(t, smallLists)
	for _, body := range []string{
		"", "hola", "hola, quiero una cita", "no hola", "adios", "adios amigo", "Necesito, por favor, sacar cita", "quiero. una cita",
		"cotización sin precio", "me cotizas el mejor precio hoy precio", "la mesa 4", "mesa mesa 4", "quiero uno dos tres cuatro cinco cita",
		"quiero uno dos tres cuatro cinco seis cita", "\xff 🙏 combo", strings.Repeat("quiero cita ", 90), "combo feliz!", "un combo, feliz",
	} {
		text := Read(body)
		want, got := large.Find(text, nil), small.Find(text, nil)
		sortHits(want)
		sortHits(got)
		if !slices.Equal(got, want) {
			t.Errorf("%.40q: %v, want %v", body, got, want)
		}
	}
}

func TestSmallPhrasesKnowWordsAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	const own = "dentqista" // nobody's word, which is read as a slip of another
	text := Read("dónde está " + own)
	last := text.Tokens[len(text.Tokens)-1]
	if last.Norm == last.Said {
		t.Fatalf("%q is not read as a slip", own)
	}
	for _, say := range []string{own, "dentq*"} {
		if got := mustSmall(t, []string{say}).Find(text, nil); len(got) != 1 {
			t.Errorf("%q is found as %v", say, got)
		}
	}
}

func TestSmallPhrasesRefuseWhatIsTooLong(t *testing.T) {
	t.Parallel()
	for _, list := range []string{"^ $", "a.b", strings.Repeat("cita ", 300), strings.Repeat("cita|", 300) + "cita", strings.Repeat("cita/", 70_000)} {
		if _, err := NewSmallPhrases([]string{list}); err == nil {
			t.Errorf("%.20q… is taken", list)
		}
	}
	var none *SmallPhrases
	if none.Find(Read("hola"), nil) != nil || mustSmall(t, nil).Find(Read("hola"), nil) != nil {
		t.Error("no phrases find something")
	}
}

func mustSmall(t *testing.T, lists []string) *SmallPhrases {
	t.Helper()
	s, err := NewSmallPhrases(lists)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func sortHits(hits []Hit) {
	slices.SortFunc(hits, func(a, b Hit) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return (a.List-b.List)*1000 + a.To - b.To
	})
}

func BenchmarkSmallPhrases(b *testing.B) {
	var lists []string
	for i := range 100 {
		lists = append(lists, "quiero|dame ... combo feliz "+strings.Repeat("x", i%7+2)+"a")
	}
	s, err := NewSmallPhrases(lists)
	if err != nil {
		b.Fatal(err)
	}
	text := Read("hola buenas tardes, quiero saber si todavía tienen el combo del martes y cuánto cuesta con envío a la colonia Roma, gracias")
	b.ReportAllocs()
	var room [16]Hit
	for b.Loop() {
		s.Find(text, room[:0])
	}
}
