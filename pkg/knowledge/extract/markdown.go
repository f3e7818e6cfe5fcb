package extract

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough))

// readMarkdown reads headings and blocks. A first heading that repeats the title is left out of the paths.
func readMarkdown(body []byte, title string) []Section {
	root := markdown.Parser().Parse(text.NewReader(body))
	r := mdReader{source: body}
	var out []Section
	var levels [6]string
	current := Section{}
	flush := func() {
		if len(current.Blocks) > 0 {
			out = append(out, current)
		}
	}
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		heading, ok := n.(*ast.Heading)
		if !ok {
			if block := strings.TrimSpace(r.block(n, 0)); block != "" {
				current.Blocks = append(current.Blocks, block)
			}
			continue
		}
		flush()
		name := strings.TrimSpace(r.inline(heading))
		if heading.Level == 1 && repeats(name, title) {
			name = ""
		}
		levels[heading.Level-1] = name
		clear(levels[heading.Level:])
		current = Section{Path: present(levels[:])}
	}
	flush()
	return out
}

// repeats reports whether a heading says what the title says, which may have been cut.
func repeats(heading, title string) bool {
	title = strings.TrimSpace(title)
	if start, cut := strings.CutSuffix(title, "…"); cut {
		return strings.HasPrefix(heading, start)
	}
	return strings.EqualFold(heading, title)
}

func present(names []string) (out []string) {
	for _, name := range names {
		if name != "" {
			out = append(out, name)
		}
	}
	return out
}

// mdReader writes parsed Markdown as plain text that reads well in a chat.
type mdReader struct{ source []byte }

// maxNesting bounds lists in lists and quotes in quotes.
const maxNesting = 20

func (r mdReader) block(n ast.Node, depth int) string {
	switch n := n.(type) {
	case *ast.ThematicBreak, *ast.HTMLBlock:
		return ""
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		return r.raw(n)
	case *ast.List:
		return r.list(n, depth)
	case *east.Table:
		return r.table(n)
	case *ast.Paragraph, *ast.TextBlock, *ast.Heading:
		return strings.TrimSpace(r.inline(n))
	}
	return r.children(n, depth+1, "\n\n")
}

func (r mdReader) children(n ast.Node, depth int, separator string) string {
	if depth > maxNesting {
		return strings.TrimSpace(r.inline(n))
	}
	var parts []string
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if part := r.block(c, depth); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, separator)
}

func (r mdReader) raw(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(line.Value(r.source))
	}
	return strings.TrimRight(b.String(), "\n")
}

func (r mdReader) list(n *ast.List, depth int) string {
	var items []string
	number := n.Start
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		mark := "- "
		if n.IsOrdered() {
			mark = strconv.Itoa(number) + ". "
			number++
		}
		items = append(items, mark+strings.ReplaceAll(r.children(c, depth+1, "\n"), "\n", "\n  "))
	}
	return strings.Join(items, "\n")
}

// table reads the cells of a table.
func (r mdReader) table(n *east.Table) string {
	var names []string
	var rows [][]string
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, strings.TrimSpace(r.inline(cell)))
		}
		if _, head := row.(*east.TableHeader); head {
			names = cells
		} else {
			rows = append(rows, cells)
		}
	}
	return tableText(names, rows)
}

// inline returns the text below a node; a link's address follows its text.
func (r mdReader) inline(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		switch c := c.(type) {
		case *ast.Text:
			if entering {
				b.Write(c.Segment.Value(r.source))
				switch {
				case c.HardLineBreak():
					b.WriteByte('\n')
				case c.SoftLineBreak():
					b.WriteByte(' ')
				}
			}
		case *ast.String:
			if entering {
				b.Write(c.Value)
			}
		case *ast.AutoLink:
			if entering {
				b.Write(c.URL(r.source))
			}
		case *ast.Link:
			if !entering && !strings.HasSuffix(b.String(), string(c.Destination)) {
				b.WriteString(" (" + string(c.Destination) + ")")
			}
		case *ast.RawHTML:
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
