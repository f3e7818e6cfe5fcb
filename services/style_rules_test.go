package services_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
	"unicode/utf8"
)

// The limits of docs/style.md, "Size and shape".
const (
	maxOperators     = 3
	maxPackageFiles  = 25
	maxPackageLines  = 4000
	maxFileLines     = 400
	maxFunctionLines = 60
	maxColumns       = 140
	tabColumns       = 4
	minTestPercent   = 50  // of the lines of a package
	smallPackage     = 300 // lines up to which a package may have fewer tests
)

// limits says each rule in words.
var limits = map[string]string{
	"columns":       "140 columns a line (number: lines of the file over it)",
	"documentation": "a comment for each exported name (number: names of the file without)",
	"file-lines":    "400 lines a file",
	"function":      "60 lines a function",
	"operators":     "3 boolean operators a condition (number: conditions of the file over it)",
	"package-files": "25 files a package, tests not counted",
	"package-lines": "4,000 lines a package, tests not counted",
	"tests":         "test lines half of source lines, in packages of more than 300 (number: percentage points that lack)",
}

// offence is a place that breaks a rule. The place is a file, file:function or a package.
type offence struct{ rule, place string }

// source is a Go file, named by its path from the root of the repository.
type source struct {
	name   string
	text   []byte
	syntax *ast.File
	lineOf func(token.Pos) int
}

func parseSource(name string, text []byte) (source, error) {
	set := token.NewFileSet()
	syntax, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
	return source{name, text, syntax, func(at token.Pos) int { return set.Position(at).Line }}, err
}

func (s source) lines() int { return bytes.Count(s.text, []byte("\n")) }

// measure finds what is over a limit, with its number. Generated files are apart.
func measure(files []source) map[offence]int {
	found := map[offence]int{}
	packages := map[string]*packageSize{}
	for _, file := range files {
		if ast.IsGenerated(file.syntax) {
			continue
		}
		for rule, number := range map[string]int{
			"operators":     longConditions(file.syntax),
			"columns":       longLines(file),
			"documentation": undocumented(file),
			"file-lines":    over(file.lines(), maxFileLines),
		} {
			found[offence{rule, file.name}] = number
		}
		for name, lines := range functionLines(file) {
			found[offence{"function", file.name + ":" + name}] = over(lines, maxFunctionLines)
		}
		dir := path.Dir(file.name)
		if packages[dir] == nil {
			packages[dir] = &packageSize{}
		}
		packages[dir].add(file)
	}
	for dir, size := range packages {
		found[offence{"package-files", dir}] = over(size.files, maxPackageFiles)
		found[offence{"package-lines", dir}] = over(size.lines, maxPackageLines)
		found[offence{"tests", dir}] = size.missingTests()
	}
	for place, number := range found {
		if number == 0 {
			delete(found, place)
		}
	}
	return found
}

// over is number where it is over the limit, and 0 elsewhere.
func over(number, limit int) int {
	if number <= limit {
		return 0
	}
	return number
}

type packageSize struct{ files, lines, testLines int }

func (p *packageSize) add(file source) {
	if strings.HasSuffix(file.name, "_test.go") {
		p.testLines += file.lines()
		return
	}
	p.files++
	p.lines += file.lines()
}

// missingTests is how many percentage points of tests the package lacks.
func (p *packageSize) missingTests() int {
	if p.lines <= smallPackage {
		return 0
	}
	return max(0, minTestPercent-100*p.testLines/p.lines)
}

// longConditions counts the boolean expressions with too many operators. What stands in parentheses or in the arguments of a
// call counts with the whole; the body of a function literal is judged by itself.
func longConditions(root ast.Node) (count int) {
	ast.Inspect(root, func(node ast.Node) bool {
		if !isBoolean(node) {
			return true
		}
		operators := 0
		ast.Inspect(node, func(part ast.Node) bool {
			if literal, ok := part.(*ast.FuncLit); ok {
				count += longConditions(literal.Body)
				return false
			}
			if isBoolean(part) {
				operators++
			}
			return true
		})
		if operators > maxOperators {
			count++
		}
		return false
	})
	return count
}

func isBoolean(node ast.Node) bool {
	binary, ok := node.(*ast.BinaryExpr)
	return ok && (binary.Op == token.LAND || binary.Op == token.LOR)
}

// longLines counts lines that are too long, a tab as four columns. In tests a line with a string literal may be longer: it is an example.
func longLines(file source) (count int) {
	var examples map[int]bool
	if strings.HasSuffix(file.name, "_test.go") {
		examples = stringLines(file)
	}
	number := 0
	for line := range bytes.Lines(file.text) {
		number++
		columns := utf8.RuneCount(bytes.TrimRight(line, "\n")) + (tabColumns-1)*bytes.Count(line, []byte("\t"))
		if columns > maxColumns && !examples[number] {
			count++
		}
	}
	return count
}

func stringLines(file source) map[int]bool {
	out := map[int]bool{}
	ast.Inspect(file.syntax, func(node ast.Node) bool {
		if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			for line := file.lineOf(literal.Pos()); line <= file.lineOf(literal.End()-1); line++ {
				out[line] = true
			}
		}
		return true
	})
	return out
}

func functionLines(file source) map[string]int {
	out := map[string]int{}
	for _, declared := range file.syntax.Decls {
		if function, ok := declared.(*ast.FuncDecl); ok {
			name := strings.TrimPrefix(receiver(function)+"."+function.Name.Name, ".")
			out[name] = max(out[name], file.lineOf(function.End())-file.lineOf(function.Pos())+1)
		}
	}
	return out
}

// receiver is the name of a method's type; empty for a function.
func receiver(function *ast.FuncDecl) string {
	if function.Recv == nil {
		return ""
	}
	of := function.Recv.List[0].Type
	for {
		switch typed := of.(type) {
		case *ast.StarExpr:
			of = typed.X
		case *ast.IndexExpr:
			of = typed.X
		case *ast.IndexListExpr:
			of = typed.X
		case *ast.Ident:
			return typed.Name
		default:
			return ""
		}
	}
}

// undocumented counts exported names without a comment, but for those of commands and tests. A comment of a group of constants or
// variables is one for each of them.
func undocumented(file source) (count int) {
	if file.syntax.Name.Name == "main" || strings.HasSuffix(file.name, "_test.go") {
		return 0
	}
	for _, declared := range file.syntax.Decls {
		switch declared := declared.(type) {
		case *ast.FuncDecl:
			of := receiver(declared)
			exported := declared.Name.IsExported() && (of == "" || ast.IsExported(of))
			if exported && declared.Doc == nil {
				count++
			}
		case *ast.GenDecl:
			count += undocumentedSpecs(declared)
		}
	}
	return count
}

func undocumentedSpecs(group *ast.GenDecl) (count int) {
	for _, spec := range group.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			single := !group.Lparen.IsValid() && group.Doc != nil
			if spec.Name.IsExported() && spec.Doc == nil && !single {
				count++
			}
		case *ast.ValueSpec:
			if group.Doc != nil || spec.Doc != nil || spec.Comment != nil {
				continue
			}
			for _, name := range spec.Names {
				if name.IsExported() {
					count++
				}
			}
		}
	}
	return count
}
