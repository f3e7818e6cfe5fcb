// Package strictyaml reads plain YAML into structs by their tags, and names everything that is wrong with line, column and field.
package strictyaml

import (
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// maxDepth bounds nesting: the parser is recursive.
const maxDepth = 24

// readYAML returns the file's one mapping. What is not plain YAML (anchors, tags, several documents) is a problem.
func readYAML(data []byte, keys string, problems *Problems) (*ast.MappingNode, bool) {
	if !utf8.Valid(data) {
		problems.AddFile("expected text in UTF-8")
		return nil, false
	}
	tokens := lexer.Tokenize(string(data))
	if at, ok := tabAt(string(data)); ok {
		problems.addAt(at, "", "expected spaces before a key, got a tab")
		return nil, false
	}
	if !plain(tokens, problems) {
		return nil, false
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		addSyntax(err, problems)
		return nil, false
	}
	return rootOf(file, keys, problems)
}

// tabAt finds the first line that a tab indents before a key or an item, which YAML does not read.
func tabAt(text string) (position, bool) {
	line := 0
	for l := range strings.Lines(text) {
		line++
		rest := strings.TrimLeft(l, " ")
		if !strings.HasPrefix(rest, "\t") {
			continue
		}
		if rest = strings.TrimSpace(rest); strings.HasPrefix(rest, "- ") || keyLine.MatchString(rest) {
			return position{line, len(l) - len(strings.TrimLeft(l, " ")) + 1}, true
		}
	}
	return position{}, false
}

var keyLine = regexp.MustCompile(`^[a-z_0-9-]+:( |$)`)

func rootOf(file *ast.File, keys string, problems *Problems) (*ast.MappingNode, bool) {
	var bodies []ast.Node
	for _, doc := range file.Docs {
		if doc.Body != nil {
			bodies = append(bodies, doc.Body)
		}
	}
	if len(bodies) == 1 {
		if root, ok := asMapping(bodies[0]); ok {
			return root, true
		}
	}
	problems.AddFile("expected one YAML document with %s", keys)
	return nil, false
}

// asMapping returns a mapping of one or of several keys alike.
func asMapping(n ast.Node) (*ast.MappingNode, bool) {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n, true
	case *ast.MappingValueNode:
		return ast.Mapping(n.Start, false, n), true
	}
	return nil, false
}

// plain refuses what nobody needs to describe a business, and what could make reading it expensive.
func plain(tokens token.Tokens, problems *Problems) bool {
	flow, line, onLine := 0, 0, 0
	for _, t := range tokens {
		at := position{t.Position.Line, t.Position.Column}
		if at.line != line {
			line, onLine = at.line, 0
		}
		switch t.Type {
		case token.AnchorType, token.AliasType, token.TagType, token.MergeKeyType, token.DirectiveType, token.MappingKeyType:
			problems.addAt(at, "", "expected plain YAML, without anchors, aliases, tags, directives and ? keys")
			return false
		case token.InvalidType:
			problems.addAt(at, "", "expected YAML, got something that is not")
			return false
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow--
		case token.SequenceEntryType:
			onLine++
		}
		if flow > maxDepth || onLine > maxDepth || at.column > 1<<14 {
			problems.addAt(at, "", "expected at most %d levels and lines of at most 16 KiB", maxDepth)
			return false
		}
	}
	return true
}

func addSyntax(err error, problems *Problems) {
	at, message := position{1, 1}, "expected YAML"
	if syntax, ok := errors.AsType[yaml.Error](err); ok {
		message = "expected YAML: " + syntax.GetMessage()
		if t := syntax.GetToken(); t != nil && t.Position != nil {
			at = position{t.Position.Line, t.Position.Column}
		}
	}
	problems.addAt(at, "", "%s", message)
}
