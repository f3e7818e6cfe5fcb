package services_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPackagesWithoutTheRaceDetectorStartNoGoroutine reads the list of make test.
func TestPackagesWithoutTheRaceDetectorStartNoGoroutine(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^PLAIN = (.+)$`).FindSubmatch(makefile)
	if list == nil {
		t.Fatal("the Makefile has no list PLAIN")
	}
	plain := regexp.MustCompile(`^\.\./(` + string(list[1]) + `)(/|$)`)
	files := 0
	err = filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		source := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
		if err != nil || entry.IsDir() || !source || !plain.MatchString(path) {
			return err
		}
		files++
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if _, starts := n.(*ast.GoStmt); starts {
				t.Errorf("%s starts a goroutine: take its package from the list PLAIN", path)
			}
			return true
		})
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files of plain packages, %v", files, err)
	}
}
