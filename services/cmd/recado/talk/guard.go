package talk

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// maxScreened bounds what the command reads, in bytes.
const maxScreened = 1 << 20

type guardOutput struct {
	Verdict  string         `json:"verdict"`
	Score    float64        `json:"score"`
	Findings []guardFinding `json:"findings"`
	Views    []guardView    `json:"views"`
	PII      []guardFound   `json:"pii"`
	Masked   string         `json:"masked"`
}

type guardFinding struct {
	Code   string  `json:"code"`
	OWASP  string  `json:"owasp"`
	Start  int     `json:"start"`
	End    int     `json:"end"`
	Weight float64 `json:"weight"`
	Text   string  `json:"text"`
}

type guardView struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

type guardFound struct {
	Type  string `json:"type"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	Token string `json:"token"`
}

// Guard is recado guard.
func Guard(_ context.Context, c *cli.CLI, args []string) error {
	set := c.Flags(`guard "text" [--source contact|document|tool_result] [--json]`,
		"Screens a text as the pipeline does, without a server: the verdict, "+
			"each reason with its OWASP id, span (code points) and weight,\n"+
			"how the text was read (views), the personal data found, and the masked text. The text - reads standard input, 1 MB at most.\n"+
			"Exit 0 whatever the verdict. Settings of a tenant and earlier messages of a conversation do not count here.")
	source := set.String("source", "contact", "who wrote it: contact, document or tool_result")
	asJSON := set.Bool("json", false, "print JSON")
	rest, err := c.Parse(set, args, 1, 1)
	if err != nil {
		return err
	}
	from, ok := map[string]guard.Source{"contact": guard.Contact, "document": guard.Document, "tool_result": guard.ToolResult}[*source]
	if !ok {
		return cli.Usagef("--source: expected contact, document or tool_result, got %q", *source)
	}
	text, err := textOf(c, rest[0])
	if err != nil {
		return err
	}
	out := screened(text, from)
	if *asJSON {
		return c.JSON(out)
	}
	printScreened(c, out)
	return nil
}

// textOf is an argument, or standard input where the argument is a dash.
func textOf(c *cli.CLI, argument string) (string, error) {
	if argument != "-" {
		return argument, nil
	}
	data, err := io.ReadAll(io.LimitReader(c.Stdin, maxScreened+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("read standard input: %w", err)
	case len(data) > maxScreened:
		return "", cli.Usagef("standard input: expected at most %d bytes", maxScreened)
	}
	return string(data), nil
}

func screened(text string, source guard.Source) guardOutput {
	result := guard.Screen(text, source)
	out := guardOutput{
		Verdict: result.Verdict.String(), Score: result.Score, Masked: result.Masked,
		Findings: []guardFinding{}, Views: []guardView{}, PII: []guardFound{},
	}
	runes := []rune(strings.ToValidUTF8(text, "\uFFFD"))
	for _, f := range result.Findings {
		out.Findings = append(out.Findings, guardFinding{f.Code, f.OWASP, f.Start, f.End, f.Weight, string(runes[f.Start:f.End])})
	}
	for _, v := range guard.Views(text) {
		out.Views = append(out.Views, guardView{v.Kind, v.Text})
	}
	for _, p := range result.PII {
		out.PII = append(out.PII, guardFound{p.Type, p.Start, p.End, p.Token})
	}
	return out
}

func printScreened(c *cli.CLI, out guardOutput) {
	fmt.Fprintf(c.Stdout, "verdict  %s (score %.1f)\n", out.Verdict, out.Score)
	for _, f := range out.Findings {
		fmt.Fprintf(c.Stdout, "reason   %s %s weight %.1f at %d-%d: %.80q\n", f.Code, f.OWASP, f.Weight, f.Start, f.End, f.Text)
	}
	for _, v := range out.Views {
		fmt.Fprintf(c.Stdout, "view     %s: %.200q\n", v.Kind, v.Text)
	}
	for _, p := range out.PII {
		fmt.Fprintf(c.Stdout, "personal %s at %d-%d is %s\n", p.Type, p.Start, p.End, p.Token)
	}
	fmt.Fprintln(c.Stdout, "masked  ", out.Masked)
}
