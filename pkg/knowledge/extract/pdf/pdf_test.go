package pdf_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/recado/recado/pkg/knowledge/extract/pdf"
	"github.com/recado/recado/pkg/knowledge/extract/pdf/pdftest"
)

func TestPageKeepsSpanishLetters(t *testing.T) {
	t.Parallel()
	for name, body := range map[string][]byte{
		"WinAnsi":   pdftest.Write(pdftest.Page{{Text: "¿Cuánto cuesta la limpieza? El niño, €800.", Size: 12, X: 72, Y: 700}}),
		"ToUnicode": pdftest.Writer{Unicode: true}.Write(pdftest.Page{{Text: "¿Cuánto cuesta la limpieza? El niño, €800.", Size: 12, X: 72, Y: 700}}),
	} {
		f, err := pdf.Open(t.Context(), body)
		if err != nil {
			t.Fatal(name, err)
		}
		page, err := f.Page(1)
		if err != nil || len(page.Lines) != 1 || page.Lines[0].Text != "¿Cuánto cuesta la limpieza? El niño, €800." {
			t.Errorf("%s: %+v, %v", name, page, err)
		}
		f.Close()
	}
}

func TestOpenStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	f, err := pdf.Open(ctx, pdftest.Write(pdftest.Page{{Text: "Hola", Size: 12, X: 72, Y: 700}}))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	began := time.Now()
	if _, err := f.Page(1); !errors.Is(err, pdf.ErrBroken) {
		t.Errorf("%v after %s", err, time.Since(began))
	}
	f.Close()
}
