package guard_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/guard"
)

// inTwo masks a text that arrives in two pieces.
func inTwo(s *guard.Stream, text string, cut int) string {
	return s.Write(text[:cut]) + s.Write(text[cut:]) + s.Flush()
}

// inPieces masks a text that arrives in pieces of up to size bytes.
func inPieces(s *guard.Stream, text string, size func() int) string {
	var out strings.Builder
	for len(text) > 0 {
		n := min(size(), len(text))
		out.WriteString(s.Write(text[:n]))
		text = text[n:]
	}
	return out.String() + s.Flush()
}

func one() int { return 1 }

// assertStreams checks every cut in two, byte by byte, and some ways at random.
func assertStreams(t *testing.T, s *guard.Stream, text string, seed uint64) {
	t.Helper()
	want := guard.Mask(text)
	for cut := range len(text) + 1 {
		if got := inTwo(s, text, cut); got != want {
			t.Fatalf("%q cut at %d: %q, want %q", text, cut, got, want)
		}
	}
	if got := inPieces(s, text, one); got != want {
		t.Fatalf("%q byte by byte: %q, want %q", text, got, want)
	}
	random := rand.New(rand.NewPCG(seed, uint64(len(text))))
	for range 4 {
		most := 1 + random.IntN(40)
		if got := inPieces(s, text, func() int { return 1 + random.IntN(most) }); got != want {
			t.Fatalf("%q in pieces of up to %d: %q, want %q", text, most, got, want)
		}
	}
}

// tables are lists and tables whose columns are named at the top, with quotes and blanks round their fields.
var tables = []string{
	"\";pasap\nF882281;F010599\"3\n;2682816",
	"\",pasap\nU,894033\"1,B110499\n,8960585",
	"\"|pspt\n|4298522| D958654' |G092252' |G065799'\n|6231204",
	"pasap\"\n\n25\" | \"680025 50\" | \"FO5495269\" | \"674480530\" | \"610266341\" | \"FO778517\"\r\n\"688155684\" | \"44223948",
	";;pasap;;fono\n;;;;0422616\nF296038';F853970'''\nF750736';;;;6789971",
	"nombre,tel\nAna,600123456\n\nGracias, Ana, 611222333, es mi otro",
}

func TestStreamMasksTablesWhereverTheyAreCut(t *testing.T) {
	t.Parallel()
	s := guard.NewStream()
	for i, text := range tables {
		assertStreams(t, s, text, uint64(i))
	}
	heads := []string{"tel", "pasap", "dni", "nss", "cuit", "total", "pedido", ""}
	values := []string{"612345678", "F882281", "FO5495269", "20277523877", "12.345.678", "34", "", "\"690123456\"", "23889668267'"}
	random := rand.New(rand.NewPCG(5, 1))
	for n := range 60 {
		sep := ",;|\t"[random.IntN(4)]
		var text strings.Builder
		for row := range 4 {
			from := values
			if row == 0 {
				from = heads
			}
			for range 1 + random.IntN(4) {
				text.WriteString(from[random.IntN(len(from))])
				text.WriteByte(sep)
			}
			text.WriteByte('\n')
		}
		assertStreams(t, s, text.String(), uint64(n))
	}
}

func TestStreamKeepsWhatTheBusinessMaySay(t *testing.T) {
	t.Parallel()
	keep := []string{"+52 55 1111 2222", "5550001000"}
	text := "Llámenos al 55 5000 1000 o al cliente 55 1234 5678"
	s := guard.NewStream(keep...)
	for cut := range len(text) + 1 {
		if got, want := inTwo(s, text, cut), guard.Mask(text, keep...); got != want {
			t.Errorf("cut at %d: %q, want %q", cut, got, want)
		}
	}
}

func TestStreamHoldsBackAboutAWord(t *testing.T) {
	t.Parallel()
	s := guard.NewStream()
	given, shown, most, sum := 0, 0, 0, 0
	for i := range len(ordinary) {
		given++
		shown += len(s.Write(ordinary[i : i+1]))
		sum += given - shown
		most = max(most, given-shown)
	}
	mean := float64(sum) / float64(given)
	t.Logf("held back: %.1f bytes on average, %d at most", mean, most)
	if mean > 8 || most > 24 {
		t.Errorf("held back %.1f bytes on average and %d at most: more than about a word", mean, most)
	}
}

func FuzzStream(f *testing.F) {
	for _, p := range personal {
		text, _ := marked(p.text)
		f.Add(text, uint64(1))
	}
	for _, unit := range adversarial {
		f.Add(strings.Repeat(unit, 20), uint64(2))
	}
	f.Add("01 210 000000 1 0 0 0 0 0 0 0 0 0 0 0 0 0 00", uint64(4))
	f.Add("-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\n-----END PRIVATE KEY-----", uint64(5))
	f.Add("mi clave es Gato#22 y mi correo a n a @ g m a i l . c o m", uint64(6))
	f.Add("\xff\xff\xf0\x9f[TEL_1] 55\u20e3 12345678", uint64(3))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		want := guard.Mask(text)
		random := rand.New(rand.NewPCG(seed, 7))
		s := guard.NewStream()
		if cut := random.IntN(len(text) + 1); inTwo(s, text, cut) != want {
			t.Fatalf("%q cut at %d differs", text, cut)
		}
		if inPieces(s, text, func() int { return 1 + random.IntN(24) }) != want || inPieces(s, text, one) != want {
			t.Fatalf("%q in pieces differs", text)
		}
	})
}
