package extract

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// Bounds of a packed file: what unpacks to more is a bomb.
const (
	maxPart    = 64 << 20 // bytes of one part, unpacked
	maxParts   = 10_000
	maxRatio   = 200 // unpacked by packed, of parts over 1 MB
	maxElement = 256 // elements within elements
)

var errBomb = errors.New("a part unpacks to far more than its size: save it again with Word")

// packedFile is a zip file whose parts are read within bounds.
type packedFile struct{ parts map[string]*zip.File }

func unpack(body []byte) (packedFile, error) {
	z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return packedFile{}, refuse("the file is broken or cut off: save it again")
	}
	if len(z.File) > maxParts {
		return packedFile{}, refuse("it has more than %d parts: expected %s", maxParts, expected)
	}
	out := packedFile{parts: map[string]*zip.File{}}
	for _, f := range z.File {
		if f.Flags&1 != 0 {
			return out, refuse("it has a password: save it without one")
		}
		name := strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/")
		if out.parts[name] == nil {
			out.parts[name] = f
		}
	}
	return out, nil
}

// other documents that are zip files, by a part that they have.
var packedAs = []struct{ part, problem string }{
	{"xl/workbook.xml", "a spreadsheet: save the sheet as CSV"},
	{"ppt/presentation.xml", "a presentation: save it as PDF"},
	{"content.xml", "an OpenDocument file: save it as .docx or PDF"},
	{"META-INF/container.xml", "an e-book: save it as PDF"},
	{"xl/workbook.bin", "a spreadsheet: save the sheet as CSV"},
}

// check refuses what is no document of Word, and one that can run programs.
func (p packedFile) check() error {
	for name := range p.parts {
		lower := strings.ToLower(name)
		if strings.HasSuffix(lower, "vbaproject.bin") || strings.HasSuffix(lower, "vbadata.xml") {
			return refuse("it holds macros, which are programs: save it as .docx without macros")
		}
	}
	if p.parts["word/document.xml"] != nil {
		return nil
	}
	for _, other := range packedAs {
		if p.parts[other.part] != nil {
			return refuse("it is %s; expected %s", other.problem, expected)
		}
	}
	return refuse("it is %s; expected %s", packed, expected)
}

// each reads the elements of a part in order; a part that lacks has none.
func (p packedFile) each(ctx context.Context, name string, visit func(xml.Token) error) error {
	f := p.parts[name]
	if f == nil {
		return nil
	}
	if f.UncompressedSize64 > maxPart || f.UncompressedSize64 > 1<<20 && f.UncompressedSize64/maxRatio > f.CompressedSize64 {
		return refuse("%w", errBomb)
	}
	part, err := f.Open()
	if err != nil {
		return refuse("the file is broken: save it again with Word")
	}
	defer func() { _ = part.Close() }()
	limited := &bounded{from: part, left: maxPart, context: ctx.Err}
	decoder := xml.NewDecoder(limited)
	decoder.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errors.New("expected UTF-8") }
	depth := 0
	for {
		t, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			if depth += nesting(t); depth > maxElement {
				return refuse("its elements are nested too deep: save it again with Word")
			}
			err = visit(t)
		}
		switch {
		case err == nil:
		case limited.failed != nil:
			return limited.failed
		case errors.Is(err, ErrUnreadable):
			return err
		default:
			return refuse("the file is broken: save it again with Word")
		}
	}
}

func nesting(t xml.Token) int {
	switch t.(type) {
	case xml.StartElement:
		return 1
	case xml.EndElement:
		return -1
	}
	return 0
}

// bounded reads no more than it may, whatever a part says of its size, and no longer than it may.
type bounded struct {
	from    io.Reader
	left    int
	context func() error
	failed  error
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.failed = b.context(); b.failed != nil {
		return 0, b.failed
	}
	n, err := b.from.Read(p)
	if b.left -= n; b.left < 0 {
		b.failed = refuse("%w", errBomb)
		return 0, b.failed
	}
	return n, err
}
