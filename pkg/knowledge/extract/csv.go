package extract

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// readCSV reads a table whose first row names the columns. Each row is a section of its own, and a document to whoever asks by Row.
func readCSV(ctx context.Context, d *document) error {
	text := d.text
	separator, named := separatorLine(text)
	if named {
		_, text, _ = strings.Cut(text, "\n")
	} else {
		separator = sniffSeparator(text)
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = separator, -1, true
	names, err := r.Read()
	if err != nil {
		return broken(err)
	}
	t := csvTable{doc: d, names: columns(names)}
	if len(names) > maxColumns {
		return refuse("it has %d columns, at most %d can be read", len(names), maxColumns)
	}
	for number := 1; ; number++ {
		if number%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return t.finish()
		}
		if err != nil {
			return broken(err)
		}
		if err := t.add(number, row); err != nil {
			return err
		}
	}
}

// broken names the row of what is no CSV.
func broken(err error) error {
	if at, ok := errors.AsType[*csv.ParseError](err); ok {
		return refuse("line %d: %w: a value that holds a quote is written in quotes, with each quote in it twice", at.Line, at.Err)
	}
	if errors.Is(err, io.EOF) {
		return refuse("it is empty")
	}
	return refuse("it is no CSV: save it again as CSV in UTF-8")
}

type csvTable struct {
	doc   *document
	names []string
	short []string // numbers of the rows that lack values
}

func (t *csvTable) add(number int, row []string) error {
	if number > maxRows {
		return refuse("it has more than %d rows: split it", maxRows)
	}
	for i, value := range row {
		if len(value) > maxCell {
			return refuse("row %d: a value is longer than %d KB: is a quote never closed?", number, maxCell>>10)
		}
		row[i] = strings.TrimSpace(strings.ReplaceAll(value, "\r\n", "\n"))
	}
	for len(row) > len(t.names) && row[len(row)-1] == "" {
		row = row[:len(row)-1]
	}
	text := rowText(t.names, row, "\n")
	switch {
	case len(row) > len(t.names):
		return refuse("row %d has %d values for %d columns: a value that holds the separator is written in quotes",
			number, len(row), len(t.names))
	case text == "":
		return nil
	case len(row) < len(t.names):
		t.short = append(t.short, strconv.Itoa(number))
	}
	s := Section{Path: []string{rowTitle(t.names, row, number)}, Blocks: []string{text}, Row: number}
	t.doc.out.Sections = append(t.doc.out.Sections, s)
	return nil
}

func (t *csvTable) finish() error {
	if len(t.doc.out.Sections) == 0 {
		return refuse("it has the names of columns and no rows")
	}
	if n := len(t.short); n > 0 {
		t.doc.note("%d rows lack values: %s", n, strings.Join(t.short[:min(n, 10)], ", "))
	}
	return nil
}

// columns tells columns of the same name apart.
func columns(names []string) []string {
	seen := map[string]int{}
	out := make([]string, len(names))
	for i, name := range names {
		name = shorten(strings.Join(strings.Fields(name), " "), maxTitle)
		if seen[name]++; seen[name] > 1 && name != "" {
			name += " " + strconv.Itoa(seen[name])
		}
		out[i] = name
	}
	return out
}

// titles are folded names of columns that say what a row is about.
var titles = []string{
	"titulo", "title", "pregunta", "question", "pergunta", "nombre", "name", "nome", "producto", "product", "produto", "servicio",
	"service", "servico", "articulo", "item", "tema", "concepto", "descripcion", "description",
}

// rowTitle is the value of the column that names things, else the first with letters.
func rowTitle(names, row []string, number int) string {
	best, value := len(titles), ""
	for i, cell := range row {
		at := slices.Index(titles, plainLetters(names[i]))
		if at >= 0 && at < best && cell != "" {
			best, value = at, cell
		}
	}
	for _, cell := range row {
		if value == "" && strings.ContainsFunc(cell, unicode.IsLetter) {
			value = cell
		}
	}
	if value == "" {
		value = names[0] + " " + row[0]
	}
	if value = strings.Join(strings.Fields(value), " "); value == "" {
		value = strconv.Itoa(number)
	}
	return shorten(value, maxTitle)
}

// plainLetters is a name in lower case without accents.
func plainLetters(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s)))
}

// separatorLine reads the first line by which spreadsheets say their separator: sep=;
func separatorLine(text string) (rune, bool) {
	line, _, _ := strings.Cut(text, "\n")
	line = strings.TrimRight(line, "\r")
	if value, ok := strings.CutPrefix(strings.ToLower(line), "sep="); ok && len(value) == 1 && strings.Contains(",;\t|", value) {
		return rune(value[0]), true
	}
	return 0, false
}

// sniffSeparator is the mark that cuts the first lines most evenly: the one in the first line, as often in most of the others.
func sniffSeparator(text string) rune {
	best, most := ',', 0
	for _, mark := range ",;\t|" {
		counts := countOutside(text, mark)
		if len(counts) == 0 || counts[0] == 0 {
			continue
		}
		score := counts[0]
		for _, n := range counts[1:] {
			if n == counts[0] {
				score += 100
			}
		}
		if score > most {
			best, most = mark, score
		}
	}
	return best
}

// countOutside counts a mark outside of quotes in each of the first lines.
func countOutside(text string, mark rune) (counts []int) {
	quoted, n := false, 0
	for _, r := range text[:min(len(text), 64<<10)] {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == mark:
			n++
		case r == '\n':
			counts, n = append(counts, n), 0
		}
		if len(counts) == 20 {
			return counts
		}
	}
	return append(counts, n)
}
