package extract

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
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

// readDOCX reads a document of Word: its body, without headers and footers, what is hidden or was deleted.
func readDOCX(ctx context.Context, d *document) error {
	file, err := unpack(d.Body)
	if err == nil {
		err = file.check()
	}
	if err != nil {
		return err
	}
	r := &docxReader{w: writer{given: d.Title}}
	if err := file.each(ctx, "docProps/core.xml", r.property); err != nil {
		return err
	}
	if r.styles, err = readStyles(ctx, file); err != nil {
		return err
	}
	if r.numbers, err = readNumbering(ctx, file); err != nil {
		return err
	}
	if err := file.each(ctx, "word/document.xml", r.visit); err != nil {
		return err
	}
	if r.pictures > 0 && len(r.w.out)+len(r.w.current.Blocks)+r.w.buffer.Len() == 0 {
		return refuse("it has pictures and no text: write down what they say")
	}
	d.out.Sections = r.w.sections()
	d.title = r.w.own
	return nil
}

// docxReader follows the elements of a document.
type docxReader struct {
	w       writer
	styles  map[string]int  // level of the headings by the id of their style
	numbers map[string]bool // lists that count, by number and level

	path      []string // open elements
	inTitle   bool
	skip      int // depth of the element that is skipped, else 0
	paragraph paragraph
	hidden    bool // the run is
	tables    int
	table     tableReader
	pictures  int
	counted   map[string]int
	text      strings.Builder
}

// paragraph is what is said of the one that is read.
type paragraph struct {
	level  int    // of a heading, else 0
	list   string // the number of its list
	depth  int
	hidden bool
}

func (r *docxReader) property(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		r.inTitle = t.Name.Local == "title"
	case xml.EndElement:
		r.inTitle = false
	case xml.CharData:
		if r.inTitle && len(r.w.own) < 1000 {
			r.w.own = strings.TrimSpace(r.w.own + clean(string(t)))
		}
	}
	return nil
}

// unread elements repeat or describe what is read: the older form of a text box, deleted text, codes of fields, comments.
var unread = map[string]bool{"Fallback": true, "del": true, "moveFrom": true, "instrText": true, "delText": true, "sectPr": true, "sdtPr": true, "rPrChange": true, "pPrChange": true}

func (r *docxReader) visit(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		r.path = append(r.path, t.Name.Local)
		if r.skip == 0 && unread[t.Name.Local] {
			r.skip = len(r.path)
		}
		if r.skip == 0 {
			r.start(t)
		}
	case xml.EndElement:
		if r.skip == 0 {
			r.end(t.Name.Local)
		}
		if r.path = r.path[:len(r.path)-1]; len(r.path) < r.skip {
			r.skip = 0
		}
	case xml.CharData:
		if r.skip == 0 && len(r.path) > 0 && r.path[len(r.path)-1] == "t" {
			r.write(clean(string(t)))
		}
	}
	if r.text.Len() > maxText {
		return refuse("a paragraph is larger than %d MB: split it", maxText>>20)
	}
	return nil
}

func (r *docxReader) write(s string) {
	if !r.hidden && !r.paragraph.hidden {
		r.text.WriteString(s)
	}
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// on reports whether a mark such as w:vanish is set: it is, unless it says no.
func on(t xml.StartElement) bool {
	v := attribute(t, "val")
	return v != "0" && v != "false" && v != "none"
}

// inRun reports whether a property is of a run, not of the mark at the end of a paragraph.
func (r *docxReader) inRun() bool {
	return len(r.path) >= 3 && r.path[len(r.path)-3] == "r"
}

func (r *docxReader) start(t xml.StartElement) {
	switch t.Name.Local {
	case "p":
		r.paragraph = paragraph{}
	case "r":
		r.hidden = false
	case "vanish", "webHidden":
		r.hidden = r.hidden || on(t) && r.inRun()
	case "sz":
		half, err := strconv.Atoi(attribute(t, "val"))
		r.hidden = r.hidden || err == nil && half < 4 && r.inRun()
	case "pStyle":
		r.paragraph.level = r.styles[attribute(t, "val")]
	case "outlineLvl":
		if n, err := strconv.Atoi(attribute(t, "val")); err == nil && n >= 0 && n < 9 {
			r.paragraph.level = n + 1
		}
	case "numId":
		r.paragraph.list = strings.TrimPrefix(attribute(t, "val"), "0")
	case "ilvl":
		n, _ := strconv.Atoi(attribute(t, "val"))
		r.paragraph.depth = min(max(n, 0), 8)
	case "tab":
		if len(r.path) > 1 && r.path[len(r.path)-2] == "r" {
			r.write(" ")
		}
	case "br", "cr":
		r.write("\n")
	case "noBreakHyphen":
		r.write("-")
	case "drawing", "pict":
		r.pictures++
	case "tbl":
		r.startTable()
	case "tr", "tc":
		r.table.begin(cells[t.Name.Local])
	}
}

func (r *docxReader) end(name string) {
	switch name {
	case "p":
		r.endParagraph()
	case "tr", "tc":
		r.table.end(cells[name])
	case "tbl":
		r.endTable()
	}
}

func (r *docxReader) endParagraph() {
	text := tidy(r.text.String())
	p := r.paragraph
	r.text.Reset()
	r.paragraph, r.hidden = paragraph{}, false
	switch {
	case text == "":
	case r.tables > 0:
		r.table.text(text + " ")
	case p.level > 0:
		r.endList()
		r.w.under(p.level, shorten(strings.Join(strings.Fields(text), " "), 2*maxTitle))
	case p.list != "":
		r.item(p, text)
	default:
		r.endList()
		r.w.add(text)
	}
}

// item adds a line to the list that is being read.
func (r *docxReader) item(p paragraph, text string) {
	mark := "- "
	if r.counted == nil {
		r.counted = map[string]int{}
	}
	if key := p.list + "/" + strconv.Itoa(p.depth); r.numbers[key] {
		r.counted[key]++
		mark = strconv.Itoa(r.counted[key]) + ". "
	}
	indent := strings.Repeat("  ", p.depth)
	if r.w.buffer.Len() > 0 {
		r.w.buffer.WriteByte('\n')
	}
	r.w.buffer.WriteString(indent + mark + strings.ReplaceAll(text, "\n", "\n"+indent+"  "))
}

func (r *docxReader) endList() {
	r.w.add(r.w.buffer.String())
	r.w.buffer.Reset()
}

func (r *docxReader) startTable() {
	if r.tables++; r.tables == 1 {
		r.endList()
		r.table = tableReader{firstIsHead: true}
		return
	}
	r.table.begin(cells["tbl"])
}

func (r *docxReader) endTable() {
	if r.tables--; r.tables > 0 {
		r.table.nested--
		return
	}
	r.w.add(r.table.String())
}

// readStyles finds the styles of headings: by outline level, or by the name that Word gives them in every language.
func readStyles(ctx context.Context, file packedFile) (map[string]int, error) {
	levels, basedOn := map[string]int{}, map[string]string{}
	id := ""
	err := file.each(ctx, "word/styles.xml", func(t xml.Token) error {
		start, ok := t.(xml.StartElement)
		if !ok {
			return nil
		}
		switch value := attribute(start, "val"); start.Name.Local {
		case "style":
			id = attribute(start, "styleId")
		case "name":
			if n := headingStyle(value); n > 0 {
				levels[id] = n
			}
		case "basedOn":
			basedOn[id] = value
		case "outlineLvl":
			if n, err := strconv.Atoi(value); err == nil && n >= 0 && n < 9 {
				levels[id] = n + 1
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("styles: %w", err)
	}
	for style := range basedOn {
		parent := basedOn[style]
		for range 10 {
			if levels[style] > 0 || parent == "" {
				break
			}
			levels[style], parent = levels[parent], basedOn[parent]
		}
	}
	return levels, nil
}

// headingStyle is the level of "heading 2", "Título 2" or "Title".
func headingStyle(name string) int {
	name = plainLetters(name)
	if name == "title" || name == "titulo" {
		return 1
	}
	for _, word := range []string{"heading ", "titulo ", "encabezado "} {
		if n, err := strconv.Atoi(strings.TrimPrefix(name, word)); err == nil && strings.HasPrefix(name, word) {
			return min(max(n, 1), 9)
		}
	}
	return 0
}

// readNumbering tells lists that count from those with bullets.
func readNumbering(ctx context.Context, file packedFile) (map[string]bool, error) {
	counts, out := map[string]bool{}, map[string]bool{}
	abstract, level, number := "", "", ""
	err := file.each(ctx, "word/numbering.xml", func(t xml.Token) error {
		start, ok := t.(xml.StartElement)
		if !ok {
			return nil
		}
		switch value := attribute(start, "val"); start.Name.Local {
		case "abstractNum":
			abstract = attribute(start, "abstractNumId")
		case "lvl":
			level = attribute(start, "ilvl")
		case "numFmt":
			counts[abstract+"/"+level] = value != "bullet" && value != "none"
		case "num":
			number = attribute(start, "numId")
		case "abstractNumId":
			for i := range 9 {
				at := "/" + strconv.Itoa(i)
				out[number+at] = counts[value+at]
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("numbering: %w", err)
	}
	return out, nil
}
