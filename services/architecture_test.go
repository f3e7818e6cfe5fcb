package services_test

import (
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/recado/recado/"

// rows is the dependency rule of docs/architecture.md: a package imports only from lower rows. Subpackages count as their
// parent's row; the longest prefix decides.
var rows = map[string]int{
	"proto": 0, "pkg/corpus": 0, "pkg/subject": 0, "pkg/config": 0, "pkg/language": 0, "pkg/seal": 0, "pkg/tenant": 0, "pkg/retry": 0, "pkg/outward": 0, "pkg/mail": 0,
	"pkg/telemetry": 1, "pkg/meta": 1, "pkg/limit": 1, "pkg/guard": 1, "pkg/identity": 1, "pkg/tool": 1, "pkg/language/train": 1, "pkg/tokens": 1, "pkg/tenantfile/strictyaml": 1,
	"pkg/bus": 2, "pkg/store": 2, "pkg/llm": 2, "pkg/local": 2, "pkg/persona": 2,
	"pkg/apikey": 3, "pkg/app": 3, "pkg/channel": 3, "pkg/knowledge": 3, "pkg/tenantfile": 3, "pkg/vault": 3,
	"services": 5, "services/cmd": 5, "services/eval": 5, "services/demo": 5, "services/examples": 5,
}

const serviceRow, topRow = 4, 5

// doors are the only places that may import a library.
var doors = []struct {
	library string
	open    func(file string) bool
}{
	{"github.com/nats-io/nats.go", bareNATS},
	{"github.com/nats-io/nats-server", func(file string) bool { return under(file, "pkg/local") || isTest(file) && under(file, "pkg/bus") }},
	{"github.com/jackc/pgx", database},
	{"github.com/pgvector/pgvector-go", database},
	{"github.com/sashabaranov/go-openai", within("pkg/llm")},
	{"github.com/modelcontextprotocol", within("services/tool-executor/mcp")},
	{module + "pkg/local", localDoor},
	{module + "pkg/store", func(file string) bool { return !under(file, "pkg/app") }},
}

// bottom is what row 0 may import from outside.
var bottom = []string{"google.golang.org/protobuf", "golang.org/x/text"}

type imported struct{ file, path string }

func TestArchitectureKeepsTheDependencyRule(t *testing.T) {
	t.Parallel()
	for _, file := range repository(t) {
		for _, spec := range file.syntax.Imports {
			i := imported{file.name, strings.Trim(spec.Path.Value, `"`)}
			if problem := judge(i); problem != "" {
				t.Errorf("%s imports %s: %s", i.file, i.path, problem)
			}
		}
	}
}

func TestArchitectureRefusesWhatItShould(t *testing.T) {
	t.Parallel()
	refused := []imported{
		{"pkg/tool/tool.go", module + "pkg/telemetry"},
		{"pkg/bus/bus.go", module + "pkg/store"},
		{"pkg/subject/subject.go", "github.com/google/uuid"},
		{"pkg/app/app.go", module + "pkg/store"},
		{"pkg/bus/hop_test.go", module + "pkg/app"},
		{"services/ingest/service.go", module + "services/sanitize"},
		{"services/ingest/service_test.go", module + "services/sanitize"},
		{"services/ingest/service.go", "github.com/nats-io/nats.go"},
		{"services/agent-runner/service.go", "github.com/jackc/pgx/v5"},
		{"services/agent-runner/service.go", module + "pkg/local"},
		{"services/cmd/ingest/main.go", module + "pkg/local"},
		{"services/demo/demo.go", module + "services/eval"},
		{"pkg/unheard/of.go", "fmt"},
	}
	for _, i := range refused {
		if judge(i) == "" {
			t.Errorf("%s may import %s", i.file, i.path)
		}
	}
}

// judge returns what is wrong with an import, or nothing.
func judge(i imported) string {
	dir := path.Dir(i.file)
	row, known := rowOf(dir)
	if !known {
		return "the package is in no row; add it to the table"
	}
	for _, door := range doors {
		if (i.path == door.library || strings.HasPrefix(i.path, door.library+"/")) && !door.open(i.file) {
			return "the library has another door"
		}
	}
	target, own := strings.CutPrefix(i.path, module)
	if !own {
		return judgeOutside(i, row)
	}
	targetRow, _ := rowOf(target)
	switch {
	case family(dir) == family(target), targetRow < row:
		return ""
	case isTest(i.file) && (strings.HasSuffix(target, "test") || target == "pkg/local"):
		return ""
	case isTest(i.file) && targetRow == row && row != serviceRow && row != topRow:
		return ""
	case under(dir, "services/cmd/recado") && targetRow == row:
		return ""
	case isTest(i.file) && dir == "services" && targetRow == row:
		return "" // the end-to-end test starts what recado up starts
	}
	return "only lower rows may be imported"
}

func judgeOutside(i imported, row int) string {
	standard := !strings.Contains(strings.Split(i.path, "/")[0], ".")
	allowed := func(library string) bool { return strings.HasPrefix(i.path, library) }
	if row == 0 && !standard && !isTest(i.file) && !slices.ContainsFunc(bottom, allowed) {
		return "row 0 imports the standard library, protobuf and x/text only"
	}
	return ""
}

// family is the part of a path whose packages may import each other: a package of pkg, a service, a command.
func family(dir string) string {
	parts := strings.Split(dir, "/")
	switch {
	case parts[0] == "proto":
		return "proto"
	case len(parts) > 2 && parts[1] == "cmd":
		return strings.Join(parts[:3], "/")
	default:
		return strings.Join(parts[:min(2, len(parts))], "/")
	}
}

func rowOf(dir string) (int, bool) {
	for prefix := dir; prefix != "."; prefix = path.Dir(prefix) {
		if prefix == "services" && dir != "services" {
			return serviceRow, true
		}
		if row, ok := rows[prefix]; ok {
			return row, true
		}
	}
	return 0, false
}

// isTest reports whether a file is a test or part of a test package: those may import every test package and local.
func isTest(file string) bool {
	return strings.HasSuffix(file, "_test.go") || strings.HasSuffix(path.Dir(file), "test")
}

func under(file, dir string) bool { return file == dir || strings.HasPrefix(file, dir+"/") }

func within(dirs ...string) func(string) bool {
	return func(file string) bool {
		return slices.ContainsFunc(dirs, func(dir string) bool { return under(file, dir) })
	}
}

// database admits store, knowledge, and the files of a service, of tenantfile or apikey, that hold its SQL.
func database(file string) bool {
	own := within("services", "pkg/tenantfile", "pkg/apikey")(file) && strings.HasPrefix(path.Base(file), "store")
	return own || within("pkg/store", "pkg/knowledge")(file) || isTest(file)
}

// bareNATS admits tests too: they play the gateways of others.
func bareNATS(file string) bool {
	return within("pkg/bus", "pkg/local", "services/examples/gateway")(file) || isTest(file)
}

func localDoor(file string) bool {
	return within("pkg/local", "services/cmd/recado")(file) || isTest(file)
}
