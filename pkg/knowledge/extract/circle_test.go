package extract_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/recado/recado/pkg/knowledge/extract"
	"github.com/recado/recado/pkg/knowledge/extract/pdf/pdftest"
)

// A tree of pages that leads back to itself held another library for good.
func TestACircleOfPagesEnds(t *testing.T) {
	t.Parallel()
	body := pdftest.Write(column(11, 700, "Hola"))
	start := bytes.Index(body, []byte("/Kids ["))
	end := start + bytes.IndexByte(body[start:], ']') + 1
	body = bytes.Replace(body, body[start:end], []byte("/Kids [2 0 R]"), 1)
	_, err := extract.New(extract.Config{OCR: "off"}).Read(t.Context(), extract.File{Body: body})
	if !errors.Is(err, extract.ErrUnreadable) {
		t.Error(err)
	}
}
