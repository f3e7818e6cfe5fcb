package window

import (
	_ "embed" // the table
	"strconv"
	"strings"
)

// smallest is assumed of a model that nobody knows.
const smallest = 32_000

//go:embed models.txt
var table string

type row struct {
	begins, encoding string
	window           int
}

var rows = parse(table)

func parse(text string) (out []row) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] == "#" {
			continue
		}
		window, err := strconv.Atoi(fields[1])
		if err != nil {
			continue
		}
		r := row{begins: fields[0], window: window}
		if len(fields) > 2 {
			r.encoding = fields[2]
		}
		out = append(out, r)
	}
	return out
}

func rowOf(model string) row {
	name := strings.ToLower(model[strings.LastIndexByte(model, '/')+1:])
	for _, r := range rows {
		if strings.HasPrefix(name, r.begins) {
			return r
		}
	}
	return row{window: smallest}
}

func windowOf(model string) int { return rowOf(model).window }

func encodingOf(model string) string { return rowOf(model).encoding }
