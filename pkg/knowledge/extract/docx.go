package extract

import (
	"context"
	"encoding/xml"
	"strconv"
	"strings"
)

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
	styles  map[string]wordStyle
	numbers map[string]bool // lists that count, by number and level

	path      []string // open elements
	inTitle   bool
	skip      int // depth of the element that is skipped, else 0
	paragraph paragraph
	run       look
	behind    behind
	tables    int
	table     tableReader
	pictures  int
	counted   map[string]int
	text      strings.Builder
}

// paragraph is what is said of the one that is read.
type paragraph struct {
	level int    // of a heading, else 0
	list  string // the number of its list
	depth int
	look  look
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
var unread = map[string]bool{
	"Fallback": true, "del": true, "moveFrom": true, "instrText": true, "delText": true,
	"sectPr": true, "sdtPr": true, "rPrChange": true, "pPrChange": true,
}

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
	seen := r.run.over(r.paragraph.look)
	if seen.shaded = seen.shaded || r.behind.shaded(); !seen.unseen() {
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

// of is what a property describes: a run, a paragraph, a cell, or rPr, which is the mark at the end of a paragraph.
func (r *docxReader) of() string {
	if len(r.path) < 3 || r.path[len(r.path)-2] == "rPr" && r.path[len(r.path)-3] != "r" {
		return ""
	}
	return r.path[len(r.path)-2]
}

// shows reads how letters, and what is behind them, are shown.
func (r *docxReader) shows(t xml.StartElement) {
	l := look{}
	l.read(t)
	switch r.of() {
	case "rPr":
		r.run = l.over(r.run)
	case "pPr":
		r.paragraph.look.shaded = r.paragraph.look.shaded || l.shaded
	case "tcPr", "tblPr":
		r.behind.mark(l.shaded)
	}
}

func (r *docxReader) start(t xml.StartElement) {
	switch t.Name.Local {
	case "p":
		r.paragraph = paragraph{}
	case "r":
		r.run = look{}
	case "vanish", "webHidden", "sz", "color", "shd", "highlight":
		r.shows(t)
	case "rStyle":
		if r.of() == "rPr" {
			r.run = r.run.over(r.styles[attribute(t, "val")].look)
		}
	case "pStyle":
		s := r.styles[attribute(t, "val")]
		r.paragraph.level, r.paragraph.look = s.level, r.paragraph.look.over(s.look)
	case "tblStyle":
		r.behind.mark(r.styles[attribute(t, "val")].look.shaded)
	case "background":
		r.behind.begin(dark(attribute(t, "color")))
	case "txbxContent":
		r.behind.begin(true)
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
		r.behind.begin(false)
		r.startTable()
	case "tr", "tc":
		r.behind.begin(false)
		r.table.begin(cells[t.Name.Local])
	}
}

func (r *docxReader) end(name string) {
	switch name {
	case "p":
		r.endParagraph()
	case "txbxContent":
		r.behind.end()
	case "tr", "tc":
		r.behind.end()
		r.table.end(cells[name])
	case "tbl":
		r.behind.end()
		r.endTable()
	}
}

func (r *docxReader) endParagraph() {
	text := tidy(r.text.String())
	p := r.paragraph
	r.text.Reset()
	r.paragraph, r.run = paragraph{}, look{}
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
