package guard_test

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/guard"
)

func TestLinksElsewhereGoInEveryDisguise(t *testing.T) {
	t.Parallel()
	l := guard.NewLinks([]string{"clinica.mx"}, nil)
	for _, text := range []string{
		"evil.com/?d=secreto&u=https://clinica.mx", "[x](evil.com/?a=://clinica.mx/)", "[x](//evil.com/://clinica.mx)",
		"https:evil.com/://clinica.mx", "[evil.com](https://bad.com)", "evil[.](https://bad.com)com", "//evil.com", "<img src=//evil.com/x>",
		"_evil.com_", "/evil.com", "xhttp://evil.com/a", "aquíhttps://evil.com", "xhttp://ana@evil.com", "еvil.com", "évil.com/x",
		"evil。com", "evil．com/x", "http:\\\\evil.com", "evil.xn--p1ai", "evil.photos/abc", "EVIL.COM", "evil.com.", "1.2.3.4/evil",
		"https://clinica.mx:x@evil.com", "https://evil.com\\@clinica.mx", "whatsapp://send?text=evil", "file:///evil",
	} {
		if got, n := l.Strip(text); n == 0 || strings.Contains(strings.ToLower(got), "evil.") || strings.Contains(got, "/evil") || strings.Contains(got, "=evil") {
			t.Errorf("%q became %q (%d)", text, got, n)
		}
	}
	for _, text := range []string{"[x](javascript://clinica.mx/%0aalert())", "javascript:alert()//://clinica.mx/", "ftp://clinica.mx/x"} {
		if got, _ := l.Strip(text); strings.Contains(got, "script") || strings.Contains(got, "ftp") {
			t.Errorf("%q became %q: a host is allowed for the web only", text, got)
		}
	}
}

func TestSentencesWithoutABlankAreNoLinks(t *testing.T) {
	t.Parallel()
	l := guard.NewLinks([]string{"clinica.mx"}, nil)
	for _, text := range []string{
		"Abrimos el lunes.La clínica cierra a las 10.Es fácil llegar.", "La limpieza cuesta $500.La consulta, $300.", "un dominio .com",
		"a.m./p.m. o 24/7.", "envíe foto.jpg/foto.png", "//clinica.mx/x y http://www.clinica.mx/a?u=evil", "ana_b@evil.com", "Sr.López/Sra.Ruiz",
	} {
		if got, n := l.Strip(text); n != 0 {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func TestLongTextsOfHalfLinksTakeNoLongerThanOthers(t *testing.T) {
	t.Parallel()
	l := guard.NewLinks(nil, nil)
	for _, piece := range []string{"a+", "+", "a_", "_", "a.", "://", "http", "[", "[a](b", "。"} {
		if got, _ := l.Strip(strings.Repeat(piece, 16<<10/len(piece))); strings.Contains(got, "://a") {
			t.Errorf("%q", piece)
		}
	}
}
