package extract

import (
	"strconv"
	"strings"
)

// writer puts text together to blocks under headings, as pages and word processors send it: in pieces, with marks between.
type writer struct {
	given   string // the document's title; a first heading that repeats it is left out
	own     string // what the document calls itself
	out     []Section
	current Section
	levels  [9]string
	heading int // the level of the heading that is being read, else 0
	buffer  strings.Builder
	lists   []list
	fresh   bool // nothing stands on the current line but a mark
}

type list struct {
	ordered bool
	next    int
}

// maxLists bounds lists in lists.
const maxLists = 20

// text adds a run of text; white space is one space, but in what is set as it was typed.
func (w *writer) text(s string, asTyped bool) {
	if asTyped {
		w.buffer.WriteString(s)
		return
	}
	fields := strings.Fields(s)
	if len(fields) == 0 {
		if s != "" {
			w.space()
		}
		return
	}
	if strings.TrimLeft(s, " \t\r\n\f") != s {
		w.space()
	}
	w.buffer.WriteString(strings.Join(fields, " "))
	w.fresh = false
	if strings.TrimRight(s, " \t\r\n\f") != s {
		w.buffer.WriteByte(' ')
	}
}

func (w *writer) space() {
	if s := w.buffer.String(); s != "" && !strings.HasSuffix(s, " ") && !strings.HasSuffix(s, "\n") {
		w.buffer.WriteByte(' ')
	}
}

// line begins a new line in the same block.
func (w *writer) line() {
	if w.heading > 0 {
		w.space()
		return
	}
	w.buffer.WriteByte('\n')
}

// block ends a paragraph; in a list it is a line of the list.
func (w *writer) block() {
	switch {
	case w.heading > 0:
		w.space()
	case len(w.lists) > 0:
		if !w.fresh {
			w.newLine()
		}
	default:
		w.add(w.buffer.String())
		w.buffer.Reset()
	}
}

func (w *writer) newLine() {
	if w.buffer.Len() > 0 {
		w.buffer.WriteString("\n" + strings.Repeat("  ", min(len(w.lists), maxLists)))
	}
	w.fresh = true
}

// add adds a whole block.
func (w *writer) add(block string) {
	if block = tidy(block); block != "" {
		w.current.Blocks = append(w.current.Blocks, block)
	}
}

// tidy drops empty lines and spaces at ends of lines.
func tidy(block string) string {
	lines := strings.Split(block, "\n")
	kept := lines[:0]
	for _, line := range lines {
		if line = strings.TrimRight(line, " \t\r"); strings.TrimSpace(line) != "" {
			kept = append(kept, line)
		}
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}

// mark is where a link's text begins.
func (w *writer) mark() int { return w.buffer.Len() }

// link adds the address after a link's text, as far as it is one that a customer can use and the text does not say it.
func (w *writer) link(start int, address string) {
	text := w.buffer.String()
	if start < 0 || start > len(text) || w.heading > 0 || len(address) > 500 {
		return
	}
	said := strings.TrimSpace(text[start:])
	outward := strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://")
	if outward && said != "" && !strings.Contains(said, strings.TrimSuffix(address, "/")) {
		w.space()
		w.buffer.WriteString("(" + address + ")")
	}
}

func (w *writer) startHeading(level int) {
	w.endLists()
	w.block()
	w.heading = level
}

func (w *writer) endHeading() {
	if w.heading == 0 {
		return
	}
	name := strings.Join(strings.Fields(w.buffer.String()), " ")
	w.buffer.Reset()
	level := w.heading
	w.heading = 0
	if name == "" {
		return
	}
	w.under(level, name)
}

// under begins the section of a heading.
func (w *writer) under(level int, name string) {
	w.flush()
	if level == 1 && w.given+w.own == "" {
		w.own = name
	}
	if level == 1 && (repeats(name, w.given) || repeats(name, w.own)) {
		name = ""
	}
	level = min(max(level, 1), len(w.levels))
	w.levels[level-1] = name
	clear(w.levels[level:])
	w.current = Section{Path: present(w.levels[:])}
}

func (w *writer) startList(ordered bool, start string) {
	if len(w.lists) == 0 {
		w.block()
	}
	first, err := strconv.Atoi(start)
	if err != nil {
		first = 1
	}
	w.lists = append(w.lists, list{ordered, first})
}

// item begins a line with its mark.
func (w *writer) item() {
	if len(w.lists) == 0 {
		w.block()
		w.buffer.WriteString("- ")
		return
	}
	l := &w.lists[len(w.lists)-1]
	mark := "- "
	if l.ordered {
		mark = strconv.Itoa(l.next) + ". "
		l.next++
	}
	if w.buffer.Len() > 0 {
		w.buffer.WriteByte('\n')
	}
	w.buffer.WriteString(strings.Repeat("  ", min(len(w.lists)-1, maxLists)) + mark)
	w.fresh = true
}

func (w *writer) endList() {
	if len(w.lists) > 0 {
		w.lists = w.lists[:len(w.lists)-1]
	}
	if len(w.lists) == 0 {
		w.block()
	}
}

func (w *writer) endLists() {
	w.lists = nil
}

// flush ends the current section.
func (w *writer) flush() {
	if len(w.current.Blocks) > 0 {
		w.out = append(w.out, w.current)
	}
	w.current = Section{}
}

// sections ends everything that is open.
func (w *writer) sections() []Section {
	w.endLists()
	if w.heading > 0 {
		w.endHeading()
	}
	w.block()
	w.flush()
	return w.out
}
