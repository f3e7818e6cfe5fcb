package extract_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"

	"github.com/recado/recado/pkg/knowledge/extract"
)

func utf16(s string, little bool) []byte {
	var out []byte
	for _, r := range "\ufeff" + s {
		if little {
			out = append(out, byte(r), byte(r>>8))
		} else {
			out = append(out, byte(r>>8), byte(r))
		}
	}
	return out
}

func latin(t testing.TB, s string) []byte {
	t.Helper()
	out, err := charmap.Windows1252.NewEncoder().Bytes([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEncodingsAreRecognised(t *testing.T) {
	t.Parallel()
	const want = "¿Cuánto cuesta la limpieza de un niño? Ñandú, “800” €."
	for name, c := range map[string]struct {
		body    []byte
		charset string
	}{
		"UTF-8":          {[]byte(want), ""},
		"UTF-8 with BOM": {[]byte("\ufeff" + want), ""},
		"UTF-16 LE":      {utf16(want, true), "UTF-16"},
		"UTF-16 BE":      {utf16(want, false), "UTF-16"},
		"Windows-1252":   {latin(t, want), "Windows-1252"},
	} {
		text := read(t, extract.File{Body: c.body, Type: "text/plain; charset=x"})
		if text.Sections[0].Blocks[0] != want || text.Charset != c.charset || (len(text.Notes) > 0) != (c.charset != "") {
			t.Errorf("%s: %+v", name, text)
		}
	}
}

func TestTypesAreJudgedByContent(t *testing.T) {
	t.Parallel()
	const page = "<!-- x --><!DOCTYPE html><html><body><p>Hola</p></body></html>"
	docx := word(t, p("", "Hola"))
	for name, c := range map[string]struct {
		file  extract.File
		want  string
		noted bool
	}{
		"HTML as text":        {extract.File{Type: "text/plain", Body: []byte(page)}, extract.HTML, true},
		"HTML by its name":    {extract.File{Name: "a.HTM", Body: []byte("<p>Hola")}, extract.HTML, false},
		"DOCX as PDF":         {extract.File{Type: "application/pdf", Body: docx}, extract.DOCX, true},
		"DOCX as a stream":    {extract.File{Type: "application/octet-stream", Name: "x.docx", Body: docx}, extract.DOCX, false},
		"CSV of spreadsheets": {extract.File{Type: "application/vnd.ms-excel", Name: "x.csv", Body: []byte("a;b\n1;2")}, extract.CSV, false},
		"unknown":             {extract.File{Body: []byte("hola")}, extract.Plain, false},
	} {
		text := read(t, c.file)
		if text.Type != c.want || (len(text.Notes) > 0) != c.noted {
			t.Errorf("%s: %s, %v", name, text.Type, text.Notes)
		}
	}
}

func TestTitleIsGivenElseFound(t *testing.T) {
	t.Parallel()
	for want, f := range map[string]extract.File{
		"Dado":        {Title: "Dado", Name: "x.md", Type: extract.Markdown, Body: []byte("# Otro\n\ntexto")},
		"Cómo llegar": {Name: "x.md", Type: extract.Markdown, Body: []byte("# Cómo llegar\n\ntexto")},
		"Página":      {Type: extract.HTML, Body: []byte("<title>Página</title><h1>Otra</h1>texto")},
		"Primero":     {Type: extract.HTML, Body: []byte("<h1>Primero</h1>texto")},
		"Precios":     {Name: "sub/Precios.txt", Body: []byte("texto")},
		"Manual":      {Name: "x.docx", Body: word(t, p("", "texto"), "docProps/core.xml", `<c><title>Manual</title></c>`)},
	} {
		if text := read(t, f); text.Title != want {
			t.Errorf("%q, want %q", text.Title, want)
		}
	}
}

func TestMarkdownOfATitleKeepsItsSections(t *testing.T) {
	t.Parallel()
	text := read(t, extract.File{Type: extract.Markdown, Body: []byte("# Clínica\n\nHola\n\n## Precios\n\n|a|b|\n|-|-|\n|1|2|")})
	if diff := cmp.Diff("[]\nHola\n[Precios]\na: 1; b: 2\n", show(text)); diff != "" {
		t.Error(diff)
	}
}

func TestACancelledReadIsNotADocumentsFault(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	body := []byte(strings.Repeat("a,b\n", 10_000))
	_, err := extract.New(extract.Config{}).Read(ctx, extract.File{Type: extract.CSV, Body: body})
	if !errors.Is(err, context.Canceled) || errors.Is(err, extract.ErrUnreadable) {
		t.Error(err)
	}
}
