package language

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// gateClasses are the classes that pass a gate beside its words, by their names in the source.
var gateClasses = map[string]uint64{
	"pastClasses": pastClasses, "weekendClasses": weekendClasses, "weekClasses": weekClasses, "monthClasses": monthClasses, "nearClasses": nearClasses, "plainClasses": plainClasses,
	"classNumber": 1 << classNumber, "classHalf": 1 << classHalf, "classNone": 0,
}

// readerOpens are the readers that are called only at a word that opens them, and ask for it by name.
var readerOpens = map[opens]string{
	opensGuard: "both past always",
	opensRange: "weekend week month weekOfMonth partOfMonth numbersFromTo",
	opensDay:   "nearDay nthWeekday relativeDay besideDay dayNumber count",
	opensClock: "boundAt aroundAt cue hoursFromNow britishHalf",
	opensPart:  "partAt afterMeal",
}

// A word that a reader asks for behind its gate, but that does not pass it, is never read.
func TestEveryWordThatAReaderAsksForPassesItsGate(t *testing.T) {
	t.Parallel()
	kindOf, asked := gateKinds(t), 0
	for _, f := range readerFuncs(t) {
		for _, g := range gatesOf(f, kindOf) {
			for _, w := range wordsAskedAt(f, g.at, g.pos) {
				known := vocabulary.of(w)
				asked++
				if known.kinds&g.kinds == 0 && g.classes>>known.lex.class&1 == 0 && (!g.listed || known.lex.lists == 0) {
					t.Errorf("%s asks for %q behind a gate that it does not pass", f.Name.Name, w)
				}
			}
		}
	}
	if asked < 100 {
		t.Errorf("only %d words were found behind gates", asked)
	}
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
				if lexicon[w].opens&open == 0 {
					t.Errorf("%s begins at %q, which does not open it", name, w)
				}
			}
		}
	}
}

// readerFuncs are the functions of the readers of times.
func readerFuncs(t *testing.T) (found []*ast.FuncDecl) {
	t.Helper()
	files, err := filepath.Glob("when*.go")
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

// gateKinds are the kinds of when_gates.go by their names.
func gateKinds(t *testing.T) map[string]kinds {
	t.Helper()
	found := make(map[string]kinds)
	block, ok := parsed(t, "when_gates.go").Decls[0].(*ast.GenDecl)
	if !ok || block.Tok != token.CONST {
		t.Fatal("when_gates.go does not begin with its kinds")
	}
	for i, spec := range block.Specs {
		if v, ok := spec.(*ast.ValueSpec); ok {
			found[v.Names[0].Name] = kWishes << i
		}
	}
	if found["kWishes"] != kWishes || found["kHands"] != kHands {
		t.Fatal("the kinds of when_gates.go do not follow one another")
	}
	return found
}

// gate is a condition !s.of(at, kinds) with the classes that pass beside them.
type gate struct {
	at      string
	pos     token.Pos
	kinds   kinds
	classes uint64
	listed  bool // words of a list pass too
}

// gatesOf finds the gates of a function; the condition around a gate names the classes.
func gatesOf(f *ast.FuncDecl, kindOf map[string]kinds) (found []gate) {
	var condition []ast.Expr
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			condition = []ast.Expr{n.Cond}
		case *ast.CaseClause:
			condition = n.List
		case *ast.UnaryExpr:
			call, ok := n.X.(*ast.CallExpr)
			if !ok || n.Op != token.NOT || called(call) != "of" {
				return true
			}
			g := gate{at: source(call.Args[0]), pos: n.Pos()}
			names(call.Args[1], func(name string) { g.kinds |= kindOf[name] })
			for _, e := range condition {
				names(e, func(name string) {
					g.classes |= gateClasses[name]
					g.listed = g.listed || name == "in"
				})
			}
			found = append(found, g)
		}
		return true
	})
	return found
}

// wordsAskedAt are the words for which a function asks at a token, behind pos.
func wordsAskedAt(f *ast.FuncDecl, at string, pos token.Pos) (words []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() < pos || len(call.Args) < 2 || source(call.Args[0]) != at {
			return true
		}
		asked := call.Args[1:]
		switch called(call) {
		case "run":
			asked = asked[:1]
		case "is":
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

func names(e ast.Node, each func(string)) {
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			each(id.Name)
		}
		return true
	})
}
