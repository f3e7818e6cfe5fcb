package extract

import (
	"strings"

	"golang.org/x/net/html/atom"
)

// tableText writes a line for each row, with the column's name before each value: a row that is found alone still says what it means.
func tableText(names []string, rows [][]string) string {
	var out []string
	for _, row := range rows {
		if line := rowText(names, row, "; "); line != "" {
			out = append(out, line)
		}
	}
	if len(out) == 0 {
		return strings.Join(present(names), "; ")
	}
	return strings.Join(out, "\n")
}

func rowText(names, row []string, separator string) string {
	var cells []string
	for i, value := range row {
		switch {
		case value == "":
		case i < len(names) && names[i] != "":
			cells = append(cells, names[i]+": "+value)
		default:
			cells = append(cells, value)
		}
	}
	return strings.Join(cells, separator)
}

// tableReader gathers the cells of a table; a table in it is text of its cell.
type tableReader struct {
	names, row  []string
	rows        [][]string
	cell        strings.Builder
	head        bool // the row has heading cells alone so far
	nested      int
	cells       int
	firstIsHead bool // a format that does not mark heading cells
}

// cells are the parts of a table in Word by their names in HTML.
var cells = map[string]atom.Atom{"tbl": atom.Table, "tr": atom.Tr, "tc": atom.Td}

const maxCells = 500_000

func (t *tableReader) text(s string) { t.cell.WriteString(s) }

func (t *tableReader) begin(name atom.Atom) {
	switch {
	case name == atom.Table:
		t.nested++
	case t.nested > 0:
		t.cell.WriteByte(' ')
	case name == atom.Tr:
		t.endRow()
	case name == atom.Td, name == atom.Th:
		t.endCell()
		t.head = name == atom.Th && (t.head || len(t.row) == 0)
	default:
		if blocks[name] || name == atom.Br || name == atom.Li {
			t.cell.WriteByte(' ')
		}
	}
}

func (t *tableReader) end(name atom.Atom) {
	switch {
	case t.nested > 0:
		t.cell.WriteByte(' ')
	case name == atom.Td, name == atom.Th:
		t.row = append(t.row, t.take())
	case name == atom.Tr:
		t.endRow()
	}
}

func (t *tableReader) take() string {
	value := strings.Join(strings.Fields(t.cell.String()), " ")
	t.cell.Reset()
	return value
}

// endCell keeps text that stood outside of cells.
func (t *tableReader) endCell() {
	if value := t.take(); value != "" {
		t.row = append(t.row, value)
	}
}

func (t *tableReader) endRow() {
	t.endCell()
	if t.cells += len(t.row); len(t.row) > 0 && t.cells <= maxCells {
		if t.isHead() {
			t.names = t.row
		} else {
			t.rows = append(t.rows, t.row)
		}
	}
	t.row, t.head = nil, false
}

func (t *tableReader) isHead() bool {
	return (t.head || t.firstIsHead) && t.names == nil && len(t.rows) == 0
}

func (t *tableReader) String() string {
	t.endRow()
	return tableText(t.names, t.rows)
}
