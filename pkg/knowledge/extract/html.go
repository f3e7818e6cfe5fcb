package extract

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxOpen bounds elements within elements; deeper ones are read as if they stood beside.
const maxOpen = 300

// unseen elements hold nothing that a reader of the page reads.
var unseen = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Nav: true, atom.Template: true, atom.Noscript: true, atom.Svg: true, atom.Math: true,
	atom.Iframe: true, atom.Object: true, atom.Canvas: true, atom.Audio: true, atom.Video: true, atom.Select: true, atom.Datalist: true,
	atom.Textarea: true, atom.Button: true, atom.Noframes: true, atom.Noembed: true, atom.Applet: true, atom.Map: true,
}

// void elements have no end.
var void = map[atom.Atom]bool{
	atom.Area: true, atom.Base: true, atom.Br: true, atom.Col: true, atom.Embed: true, atom.Hr: true, atom.Img: true, atom.Input: true,
	atom.Link: true, atom.Meta: true, atom.Param: true, atom.Source: true, atom.Track: true, atom.Wbr: true,
}

// blocks begin a paragraph of their own.
var blocks = map[atom.Atom]bool{
	atom.Address: true, atom.Article: true, atom.Aside: true, atom.Blockquote: true, atom.Body: true, atom.Caption: true, atom.Dd: true,
	atom.Details: true, atom.Dialog: true, atom.Div: true, atom.Dl: true, atom.Dt: true, atom.Fieldset: true, atom.Figcaption: true,
	atom.Figure: true, atom.Footer: true, atom.Form: true, atom.Header: true, atom.Hr: true, atom.Legend: true, atom.Main: true,
	atom.P: true, atom.Pre: true, atom.Section: true, atom.Summary: true, atom.Center: true,
}

// closes says which open element an element ends that begins without it: <li> an open <li>, up to the elements named after it.
var closes = map[atom.Atom]struct{ ended, within []atom.Atom }{
	atom.Li: {[]atom.Atom{atom.Li}, []atom.Atom{atom.Ul, atom.Ol}},
	atom.Dt: {[]atom.Atom{atom.Dt, atom.Dd}, []atom.Atom{atom.Dl}},
	atom.Dd: {[]atom.Atom{atom.Dt, atom.Dd}, []atom.Atom{atom.Dl}},
	atom.Tr: {[]atom.Atom{atom.Tr}, []atom.Atom{atom.Table}},
	atom.Td: {[]atom.Atom{atom.Td, atom.Th}, []atom.Atom{atom.Tr, atom.Table}},
	atom.Th: {[]atom.Atom{atom.Td, atom.Th}, []atom.Atom{atom.Tr, atom.Table}},
}

var levels = map[atom.Atom]int{atom.H1: 1, atom.H2: 2, atom.H3: 3, atom.H4: 4, atom.H5: 5, atom.H6: 6}

// element is open while its text is read.
type element struct {
	name   atom.Atom
	tag    string
	hidden bool   // it, or one around it
	href   string // of a link
	start  int    // of a link's text
}

type htmlReader struct {
	hiding selectors
	open   []element
	count  map[atom.Atom]int // of the open ones
	w      writer
	table  *tableReader
}

// readHTML reads what a visitor of the page reads. It goes by tokens and not by a tree, which a hostile page makes as large as it likes.
func readHTML(ctx context.Context, d *document) error {
	r := &htmlReader{count: map[atom.Atom]int{}, hiding: hidingRules(d.text), w: writer{given: d.Title}}
	z := html.NewTokenizer(strings.NewReader(d.text))
	for i := 0; ; i++ {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		switch z.Next() {
		case html.ErrorToken:
			if err := z.Err(); !errors.Is(err, io.EOF) {
				return refuse("its HTML is broken: save it again, or its text alone")
			}
			r.endTable()
			d.out.Sections = r.w.sections()
			d.title = r.w.own
			return nil
		case html.TextToken:
			r.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			r.start(z.Token())
		case html.EndTagToken:
			r.end(z.Token().Data)
		}
	}
}

func (r *htmlReader) hidden() bool { return len(r.open) > 0 && r.open[len(r.open)-1].hidden }

func (r *htmlReader) within(name atom.Atom) bool { return r.count[name] > 0 }

func (r *htmlReader) text(raw string) {
	if r.within(atom.Title) && !r.within(atom.Body) && !r.within(atom.Svg) {
		r.w.own = strings.TrimSpace(r.w.own + " " + clean(raw))
		return
	}
	if r.hidden() || r.within(atom.Head) {
		return
	}
	text := clean(raw)
	if r.table != nil {
		r.table.text(text)
		return
	}
	r.w.text(text, r.within(atom.Pre))
}

func (r *htmlReader) start(t html.Token) {
	r.implied(t.DataAtom)
	attributes := map[string]string{}
	for _, a := range t.Attr {
		if _, twice := attributes[a.Key]; !twice {
			attributes[a.Key] = a.Val
		}
	}
	hides := r.hidden() || unseen[t.DataAtom] || hiddenBy(attributes) || r.hiding.hide(t.Data, attributes)
	if void[t.DataAtom] {
		if !hides {
			r.begin(t.DataAtom, attributes)
		}
		return
	}
	e := element{name: t.DataAtom, tag: t.Data, hidden: hides, href: attributes["href"], start: -1}
	if !hides {
		r.begin(t.DataAtom, attributes)
		e.start = r.w.mark()
	}
	if len(r.open) < maxOpen || e.hidden && !r.hidden() {
		r.open = append(r.open, e)
		r.count[e.name]++
	}
}

// implied ends what a new element ends without saying so.
func (r *htmlReader) implied(name atom.Atom) {
	apart := name == atom.Table || name == atom.Ul || name == atom.Ol
	if apart || blocks[name] || levels[name] > 0 {
		if n := len(r.open); n > 0 && r.open[n-1].name == atom.P {
			r.end("p")
		}
	}
	rule, known := closes[name]
	if !known {
		return
	}
	for _, v := range slices.Backward(r.open) {
		name := v.name
		switch {
		case slices.Contains(rule.within, name):
			return
		case slices.Contains(rule.ended, name):
			r.end(name.String())
			return
		}
	}
}

// begin writes what an element that is seen begins with.
func (r *htmlReader) begin(name atom.Atom, attributes map[string]string) {
	if r.table != nil {
		r.table.begin(name)
		return
	}
	switch {
	case name == atom.Br:
		r.w.line()
	case levels[name] > 0:
		r.w.startHeading(levels[name])
	case name == atom.Ul, name == atom.Ol:
		r.w.startList(name == atom.Ol, attributes["start"])
	case name == atom.Li:
		r.w.item()
	case name == atom.Table:
		r.w.block()
		r.table = &tableReader{}
	case blocks[name]:
		r.w.block()
	}
}

func (r *htmlReader) end(tag string) {
	at := -1
	for i := len(r.open) - 1; i >= 0 && at < 0; i-- {
		if r.open[i].tag == tag {
			at = i
		}
	}
	if at < 0 {
		return
	}
	for i := len(r.open) - 1; i >= at; i-- {
		e := r.open[i]
		r.open = r.open[:i]
		r.count[e.name]--
		if !e.hidden {
			r.finishElement(e)
		}
	}
}

// finishElement writes what an element that is seen ends with.
func (r *htmlReader) finishElement(e element) {
	switch {
	case e.name == atom.Table:
		r.endTable()
	case r.table != nil:
		r.table.end(e.name)
	case levels[e.name] > 0:
		r.w.endHeading()
	case e.name == atom.Ul, e.name == atom.Ol:
		r.w.endList()
	case e.name == atom.A:
		r.w.link(e.start, e.href)
	case blocks[e.name]:
		r.w.block()
	}
}

func (r *htmlReader) endTable() {
	if r.table == nil || r.table.nested > 0 {
		if r.table != nil {
			r.table.nested--
		}
		return
	}
	text := r.table.String()
	r.table = nil
	r.w.add(text)
}
