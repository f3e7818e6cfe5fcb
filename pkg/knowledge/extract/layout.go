package extract

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/recado/recado/pkg/knowledge/extract/pdf"
)

// A PDF says where letters stand and not what is a heading or a paragraph: that is judged by sizes and gaps.
const (
	larger      = 1.15 // a heading's letters by those of the body
	maxLine     = 200  // runes of a heading
	margin      = 0.12 // of a page's height, where headers and footers stand
	repeatedOn  = 0.6  // of the pages
	paragraphAt = 0.55 // of a line's height between two lines ends a paragraph
)

// layout makes sections of lines.
type layout struct {
	w        writer
	outline  []pdf.Entry
	body     float64         // the size of most letters
	levels   map[float64]int // of the larger sizes
	named    map[string]int  // level of the outline's entries by their letters
	block    strings.Builder
	began    int // the page on which the block begins
	page     int
	last     pdf.Line
	lastPage int
	lastTo   float64 // how far to the right lines of the page go
	heading  int     // the level of the heading whose lines are being read, else 0
}

func (l *layout) read(pages []pdf.Page) []Section {
	l.measure(pages)
	for i, p := range pages {
		l.page, l.lastTo = i+1, 0
		for _, line := range p.Lines {
			l.lastTo = max(l.lastTo, line.Right)
		}
		for _, line := range p.Lines {
			l.line(line)
		}
	}
	l.end()
	l.w.flush()
	return l.w.out
}

// half rounds a size to half points.
func half(size float64) float64 { return math.Round(size*2) / 2 }

// measure finds the size of the body and those of headings.
func (l *layout) measure(pages []pdf.Page) {
	count := map[float64]int{}
	for _, p := range pages {
		for _, line := range p.Lines {
			count[half(line.Size())] += len(line.Text)
		}
	}
	most := 0
	for size, n := range count {
		if n > most || n == most && size < l.body {
			l.body, most = size, n
		}
	}
	var sizes []float64
	for size := range count {
		if size >= l.body*larger {
			sizes = append(sizes, size)
		}
	}
	slices.SortFunc(sizes, func(a, b float64) int { return cmp.Compare(b, a) })
	l.levels, l.named = map[float64]int{}, map[string]int{}
	level := 0
	for i, size := range sizes {
		if i == 0 || sizes[i-1]/size > 1.07 {
			level++
		}
		l.levels[size] = min(level, 6)
	}
	for _, e := range l.outline {
		l.named[key(e.Title)] = min(e.Level, 6)
	}
}

// key is a text without white space and case.
func key(s string) string { return strings.ToLower(strings.Join(strings.Fields(clean(s)), "")) }

// headingLevel is that of a line which is a heading, else 0: the outline names it, or its letters are larger.
func (l *layout) headingLevel(line pdf.Line) int {
	if level := l.named[key(line.Text)]; level > 0 {
		return level
	}
	if utf8.RuneCountInString(line.Text) > maxLine || !strings.ContainsFunc(line.Text, unicode.IsLetter) {
		return 0
	}
	return l.levels[half(line.Size())]
}

func (l *layout) line(line pdf.Line) {
	level := l.headingLevel(line)
	same := level == l.heading && half(line.Size()) == half(l.last.Size())
	switch {
	case l.block.Len() == 0:
	case level > 0 && same && l.near(line), level == 0 && l.heading == 0 && l.goesOn(line):
		l.join(line)
		return
	default:
		l.end()
	}
	l.heading, l.began, l.last, l.lastPage = level, l.page, line, l.page
	l.block.WriteString(line.Text)
}

// near reports whether a line follows right below the last one.
func (l *layout) near(line pdf.Line) bool {
	gap := l.last.Bottom - line.Top
	return gap < l.last.Size()*paragraphAt && line.Top < l.last.Top
}

// starts are marks with which a line of a list begins.
var starts = regexp.MustCompile(`^(?:[-–—•·▪◦*●○■□➢✓]|\(?[0-9]{1,3}[.)]|[a-zA-Z]\))\s`)

const ends = ".?!:;…"

// goesOn reports whether a line belongs to the paragraph before it. A sentence goes on over the end of a page or a column.
func (l *layout) goesOn(line pdf.Line) bool {
	open := !strings.ContainsRune(ends, lastRune(l.last.Text))
	switch {
	case starts.MatchString(line.Text):
		return false
	case l.lastPage != l.page, line.Top > l.last.Top+l.last.Size():
		return open && startsLower(line.Text)
	case !l.near(line):
		return false
	}
	short := l.last.Right < l.lastTo*0.75
	return open || !short
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

func startsLower(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r) || unicode.IsDigit(r)
}

// join adds a line to the block; a word that is cut at the end of the line before becomes one again.
func (l *layout) join(line pdf.Line) {
	text := l.block.String()
	before, cut := strings.CutSuffix(text, "-")
	switch {
	case l.last.Joins:
		l.block.WriteString(line.Text)
	case cut && unicode.IsLower(lastRune(before)) && startsLower(line.Text):
		l.block.Reset()
		l.block.WriteString(before + line.Text)
	case l.list(line):
		l.block.WriteString("\n" + line.Text)
	default:
		l.block.WriteString(" " + line.Text)
	}
	l.last, l.lastPage = line, l.page
}

// list reports whether a line and the one before are of a table or list whose lines stand for themselves: far apart words.
func (l *layout) list(line pdf.Line) bool {
	return l.last.Right < l.lastTo*0.6 && !startsLower(line.Text)
}

// end adds the block that is being read.
func (l *layout) end() {
	text := strings.TrimSpace(l.block.String())
	l.block.Reset()
	level := l.heading
	l.heading = 0
	switch {
	case text == "":
	case level > 0:
		l.w.under(level, text)
	default:
		before := len(l.w.current.Blocks)
		if l.w.add(text); len(l.w.current.Blocks) > before {
			l.w.current.Pages = append(l.w.current.Pages, l.began)
		}
	}
}

var digits = regexp.MustCompile(`[0-9]+|\b[ivxlc]+\b`)

// dropRepeated leaves out headers and footers: lines in the margins that stand on most pages, the same but for numbers.
func dropRepeated(pages []pdf.Page) []pdf.Page {
	on := map[string]int{}
	for _, p := range pages {
		seen := map[string]bool{}
		for _, line := range p.Lines {
			if k := repeatedKey(p, line); k != "" && !seen[k] {
				seen[k] = true
				on[k]++
			}
		}
	}
	least := max(2, int(math.Ceil(float64(len(pages))*repeatedOn)))
	for i, p := range pages {
		pages[i].Lines = slices.DeleteFunc(p.Lines, func(line pdf.Line) bool {
			k := repeatedKey(p, line)
			return k != "" && on[k] >= least
		})
	}
	return pages
}

// repeatedKey is a line in a margin without its numbers, empty for any other.
func repeatedKey(p pdf.Page, line pdf.Line) string {
	text := digits.ReplaceAllString(key(line.Text), "#")
	switch {
	case line.Bottom > p.Height*(1-margin):
		return "top " + text
	case line.Top < p.Height*margin:
		return "bottom " + text
	}
	return ""
}
