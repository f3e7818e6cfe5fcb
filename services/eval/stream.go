package eval

import (
	"context"
	"io"
	"strings"

	"github.com/recado/recado/pkg/guard"
)

var streamSet = Set{
	Name:  "stream",
	About: "texts masked while they are written, chunk by chunk; exact counts the lines that read as they should",
	Keys:  []string{"exact"},
	run:   runStream,
}

func runStream(ctx context.Context, in io.Reader) (*Report, error) {
	report := &Report{Failures: []Failure{}}
	exact := 0
	n, err := examples(in, func(line int, e example) error {
		var chunks []string
		if err := e.read("chunks", "a list of strings", &chunks); err != nil {
			return err
		}
		want, err := e.text("masked")
		if err != nil {
			return err
		}
		got := stream(chunks)
		if got == want {
			exact++
		} else {
			report.fail(line, strings.Join(chunks, "|"), want, got)
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	report.Lines = n
	report.add("exact", float64(exact))
	return report, nil
}

func stream(chunks []string) string {
	var out strings.Builder
	s := guard.NewStream()
	for _, chunk := range chunks {
		out.WriteString(s.Write(chunk))
	}
	out.WriteString(s.Flush())
	return out.String()
}
