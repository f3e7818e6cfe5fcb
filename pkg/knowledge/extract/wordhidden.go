package extract

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// look is how a style, a paragraph or a run shows its text, as far as that decides whether a reader sees it.
type look struct {
	hidden bool
	color  string // of the letters; empty: as around it
	shaded bool   // behind the letters is another color than paper's
}

// read takes a property of letters or of what is behind them.
func (l *look) read(t xml.StartElement) {
	value := attribute(t, "val")
	switch t.Name.Local {
	case "vanish", "webHidden":
		l.hidden = l.hidden || on(t)
	case "sz":
		half, err := strconv.Atoi(value)
		l.hidden = l.hidden || err == nil && half < 4
	case "color":
		l.color = value
	case "shd":
		l.shaded = l.shaded || dark(attribute(t, "fill")) || value == "solid" && dark(attribute(t, "color"))
	case "highlight":
		l.shaded = l.shaded || value != "none" && value != "white"
	}
}

// over is a look upon another: a run's on its paragraph's, a style's on the one that it is based on.
func (l look) over(below look) look {
	if l.color == "" {
		l.color = below.color
	}
	l.hidden, l.shaded = l.hidden || below.hidden, l.shaded || below.shaded
	return l
}

// unseen reports whether nobody reads such letters: they are hidden, or as white as the paper.
func (l look) unseen() bool { return l.hidden || !l.shaded && white(l.color) }

// white reports whether a color such as FEFEFE is hardly another than paper's.
func white(color string) bool {
	n, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 24)
	return err == nil && min(n>>16, n>>8&0xff, n&0xff) >= 0xf4
}

func dark(color string) bool { return color != "" && color != "auto" && !white(color) }

// behind follows what is behind the letters: the page, a table, its cells, a shape with text, the inner ones last.
type behind []bool

func (b behind) shaded() bool { return len(b) > 0 && b[len(b)-1] }

func (b *behind) begin(shaded bool) { *b = append(*b, shaded || b.shaded()) }

func (b *behind) end() {
	if len(*b) > 0 {
		*b = (*b)[:len(*b)-1]
	}
}

func (b behind) mark(shaded bool) {
	if shaded && len(b) > 0 {
		b[len(b)-1] = true
	}
}
