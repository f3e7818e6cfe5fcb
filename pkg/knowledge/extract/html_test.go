package extract_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/knowledge/extract"
)

func TestHTMLKeepsItsStructure(t *testing.T) {
	t.Parallel()
	const page = `<!DOCTYPE html><html><head><title>Clínica Sol</title><style>.x{color:red}</style></head><body>
<nav><a href="/">Inicio</a></nav><h1>Clínica Sol</h1><p>Bienvenida a la <b>clínica</b>&nbsp;de <a href="https://sol.example/cita">citas</a>.<br>Abrimos
 a las 9.<p>Sin cerrar
<h2>Precios</h2><table><thead><tr><th>Tratamiento<th>Precio</thead><tr><td>Limpieza<td>$800</tr><tr><td>Resina<td>$1,200</table>
<h3>Formas de pago</h3><ol><li>Efectivo<li><p>Tarjeta</p><ul><li>Visa</ul></ol>
<pre>uno
  dos</pre><script>alert("no")</script><footer>Calle Sol 4</footer></body></html>`
	const want = `[]
Bienvenida a la clínica de citas (https://sol.example/cita).
Abrimos a las 9.
--
Sin cerrar
[Precios]
Tratamiento: Limpieza; Precio: $800
Tratamiento: Resina; Precio: $1,200
[Precios > Formas de pago]
1. Efectivo
2. Tarjeta
  - Visa
--
uno
  dos
--
Calle Sol 4
`
	if diff := cmp.Diff(want, show(read(t, extract.File{Type: extract.HTML, Body: []byte(page)}))); diff != "" {
		t.Error(diff)
	}
}

// What a visitor does not see is how orders are smuggled to an assistant.
func TestHiddenTextIsNotRead(t *testing.T) {
	t.Parallel()
	for _, hidden := range []string{
		`<p hidden>SECRETO</p>`, `<div style="display:none"><p>SECRETO</p></div>`, `<span style="Display : NONE !important">SECRETO</span>`,
		`<p style="visibility:hidden">SECRETO</p>`, `<p style="opacity:0">SECRETO</p>`, `<p style="font-size:0px">SECRETO</p>`,
		`<p style="font-size:1px">SECRETO</p>`, `<p style="position:absolute;left:-9999px">SECRETO</p>`, `<p style="text-indent:-999em">SECRETO</p>`,
		`<p style="color:#fff;background:#fff">SECRETO</p>`, `<p style="height:0;overflow:hidden">SECRETO</p>`, `<p aria-hidden="true">SECRETO</p>`,
		`<style>.o{display:none}</style><p class="a o">SECRETO</p>`, `<style>p#z , b{ opacity : 0 }</style><p id=z>SECRETO</p>`,
		`<!-- SECRETO -->`, `<script>SECRETO</script>`, `<template>SECRETO</template>`, `<noscript>SECRETO</noscript>`, `<svg><text>SECRETO</text></svg>`,
		`<select><option>SECRETO</select>`, `<textarea>SECRETO</textarea>`, `<img alt="SECRETO">`, `<input value="SECRETO">`,
		`<p style="clip:rect(0 0 0 0)">SECRETO</p>`, `<table><tr hidden><td>SECRETO</table>`, `<ul><li hidden>SECRETO<li>si</ul>`,
		`<object>SECRETO</object>`, `<p hidden>SECRETO<p>visto`, `<iframe>SECRETO</iframe>`, "<p>a\u200bb\u202e</p>",
		`<p style="display:none">SECRETO` + strings.Repeat("<b>", 400) + `SECRETO</p>`,
	} {
		got := show(read(t, extract.File{Type: extract.HTML, Body: []byte("<p>visible</p>" + hidden + "<p>fin</p>")}))
		if strings.Contains(got, "SECRETO") || !strings.Contains(got, "visible") || strings.ContainsAny(got, "\u200b\u202e") {
			t.Errorf("%s\nis read as %s", hidden, got)
		}
		if !strings.Contains(got, "fin") && !strings.Contains(hidden, "<b><b>") {
			t.Errorf("%s\nhides what follows: %s", hidden, got)
		}
	}
}
