package mention

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/language/lex"
)

// readerOpens are the readers that are called only at a word that opens them, and ask for it by name.
var readerOpens = map[lex.Opens]string{
	lex.OpensGuard: "both past always",
	lex.OpensRange: "weekend week month weekOfMonth partOfMonth numbersFromTo",
	lex.OpensDay:   "nearDay nthWeekday relativeDay besideDay dayNumber count",
	lex.OpensClock: "boundAt aroundAt cue hoursFromNow britishHalf",
	lex.OpensPart:  "partAt afterMeal",
}

func TestEveryWordAtWhichAReaderBeginsOpensIt(t *testing.T) {
	t.Parallel()
	byName := make(map[string]*ast.FuncDecl)
	for _, f := range readerFuncs(t) {
		byName[f.Name.Name] = f
	}
	for open, names := range readerOpens {
		for name := range strings.FieldsSeq(names) {
			f := byName[name]
			if f == nil {
				t.Errorf("there is no reader %s", name)
				continue
			}
			words := wordsAskedAt(f, "i", f.Pos())
			if len(words) == 0 {
				t.Errorf("no word was found at which %s begins", name)
			}
			for _, w := range words {
				if lex.Words[w].Opens&open == 0 {
					t.Errorf("%s begins at %q, which does not open it", name, w)
				}
			}
		}
	}
}

// readerFuncs are the functions of the readers of times.
func readerFuncs(t *testing.T) (found []*ast.FuncDecl) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, d := range parsed(t, name).Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				found = append(found, f)
			}
		}
	}
	return found
}

func parsed(t *testing.T, name string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// wordsAskedAt are the words for which a function asks at a token, after pos.
func wordsAskedAt(f *ast.FuncDecl, at string, pos token.Pos) (words []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() < pos || len(call.Args) < 2 || source(call.Args[0]) != at {
			return true
		}
		asked := call.Args[1:]
		switch called(call) {
		case "Run":
			asked = asked[:1]
		case "Is":
		default:
			return true
		}
		for _, a := range asked {
			if lit, ok := a.(*ast.BasicLit); ok {
				if w, err := strconv.Unquote(lit.Value); err == nil && w[0] >= 'a' && w[0] <= 'z' {
					words = append(words, w)
				}
			}
		}
		return true
	})
	return words
}

// called is the name of the method of a call.
func called(call *ast.CallExpr) string {
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		return sel.Sel.Name
	}
	return ""
}

// source is the name that an expression is, or the sum of two; other expressions are told by nothing.
func source(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.BasicLit:
		return e.Value
	case *ast.BinaryExpr:
		return source(e.X) + e.Op.String() + source(e.Y)
	case *ast.SelectorExpr:
		return source(e.X) + "." + e.Sel.Name
	}
	return "?"
}
