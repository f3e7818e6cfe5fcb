package measure

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// maxFiles bounds the rows of one table.
const maxFiles = 100

// printMarkdown evaluates each file and prints the figures as a table. Times depend on the machine and are left out, and so are
// the figures of classes, which differ from file to file.
func (j *judge) printMarkdown(ctx context.Context, c *cli.CLI, files []string) error {
	keys := slices.DeleteFunc(slices.Clone(j.kind.Keys), func(key string) bool {
		return strings.HasSuffix(key, ".") || strings.HasSuffix(key, "us")
	})
	fmt.Fprintf(c.Stdout, "| file | lines | %s |\n|%s\n", strings.Join(keys, " | "), strings.Repeat(" --- |", 2+len(keys)))
	for _, file := range files {
		report, err := j.evaluate(ctx, file)
		if err != nil {
			return err
		}
		row := []string{corpus.Name(file), fmt.Sprint(report.Lines)}
		for _, key := range keys {
			cell := "–"
			if value, ok := report.Figure(key); ok {
				cell = number(value)
			}
			row = append(row, cell)
		}
		fmt.Fprintf(c.Stdout, "| %s |\n", strings.Join(row, " | "))
	}
	return nil
}
