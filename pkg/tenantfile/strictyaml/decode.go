package strictyaml

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// maxText bounds a text without a max tag, in characters.
const maxText = 200

// Schema says what a file holds, beside the tags of the struct that it is read into:
//
//	yaml:"name,required"  the key; one that no field names is refused
//	min:"1" max:"9"       bounds of a number; max also bounds a text's characters or a list's items
//	check:"form"          the form of a text, which Check knows
type Schema struct {
	// Keys describes the file for whoever wrote something else, such as "the keys of a tenant (id, name, …)".
	Keys string
	// Check returns an error that begins with "expected" for a text that has not the form.
	Check func(form, text string) error
}

// Decode reads a file into the struct that into points to. It goes on after a problem, so that all are named at once, and more may
// be added to those that it returns; ok is false where the file is no YAML with keys, so that nothing was read.
func (s Schema) Decode(source string, data []byte, into any) (problems *Problems, ok bool) {
	problems = &Problems{source: source, at: positions{}}
	root, ok := readYAML(data, s.Keys, problems)
	if ok {
		d := decoder{problems: problems, at: problems.at, check: s.Check}
		d.object(root, "", reflect.ValueOf(into).Elem())
	}
	return problems, ok
}

// decoder fills a struct from the file's nodes and notes where each field stands.
type decoder struct {
	problems *Problems
	at       positions
	check    func(form, text string) error
}

func (d decoder) object(m *ast.MappingNode, path string, v reflect.Value) {
	fields := fieldsOf(v.Type())
	seen := map[string]bool{}
	for _, pair := range m.Values {
		name := pair.Key.GetToken().Value
		f, known := fields[name]
		at, full := place(pair.Key), Join(path, name)
		switch {
		case !known:
			d.problems.addAt(at, full, "unknown field: expected one of %s", strings.Join(namesOf(v.Type()), ", "))
		case seen[name]:
			d.problems.addAt(at, full, "expected once, got twice")
		default:
			seen[name] = true
			d.at[full] = valuePlace(pair)
			d.value(pair.Value, full, v.Field(f.index), f)
		}
	}
	for _, name := range namesOf(v.Type()) {
		if fields[name].required && !seen[name] {
			d.problems.Add(Join(path, name), "required, got nothing")
		}
	}
}

// valuePlace is where a value begins; a value on lines of its own is found by its key.
func valuePlace(pair *ast.MappingValueNode) position {
	key, value := place(pair.Key), place(pair.Value)
	if value.line == key.line {
		return value
	}
	return key
}

func place(n ast.Node) position {
	if t := firstToken(n); t != nil && t.Position != nil {
		return position{t.Position.Line, t.Position.Column}
	}
	return position{1, 1}
}

// firstToken is the token that a reader would point at: a mapping's own token is its first colon.
func firstToken(n ast.Node) *token.Token {
	switch n := n.(type) {
	case nil:
		return nil
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return firstToken(n.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return firstToken(n.Key)
	}
	return n.GetToken()
}

func (d decoder) value(n ast.Node, path string, v reflect.Value, f field) {
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Struct:
		if m, ok := asMapping(n); ok {
			d.object(m, path, v)
			return
		}
		d.problems.Add(path, "expected fields of its own, got %s", shape(n))
	case reflect.Slice:
		d.list(n, path, v, f)
	case reflect.Map:
		d.entries(n, path, v, f)
	default:
		d.scalar(n, path, v, f)
	}
}

func (d decoder) list(n ast.Node, path string, v reflect.Value, f field) {
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		d.problems.Add(path, "expected a list, got %s", shape(n))
		return
	}
	if len(seq.Values) > f.items() {
		d.problems.Add(path, "expected at most %d items, got %d", f.items(), len(seq.Values))
		return
	}
	item := field{check: f.check}
	out := reflect.MakeSlice(v.Type(), len(seq.Values), len(seq.Values))
	for i, value := range seq.Values {
		full := path + "[" + strconv.Itoa(i) + "]"
		d.at[full] = place(value)
		d.value(value, full, out.Index(i), item)
	}
	v.Set(out)
}

// entries reads a map whose keys the tenant chooses.
func (d decoder) entries(n ast.Node, path string, v reflect.Value, f field) {
	m, ok := asMapping(n)
	if !ok {
		d.problems.Add(path, "expected keys with values, got %s", shape(n))
		return
	}
	if len(m.Values) > f.items() {
		d.problems.Add(path, "expected at most %d entries, got %d", f.items(), len(m.Values))
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for _, pair := range m.Values {
		key := pair.Key.GetToken().Value
		full := Join(path, key)
		d.at[full] = valuePlace(pair)
		item := reflect.New(v.Type().Elem()).Elem()
		if v.MapIndex(reflect.ValueOf(key)).IsValid() {
			d.problems.Add(full, "expected once, got twice")
		}
		d.value(pair.Value, full, item, field{})
		v.SetMapIndex(reflect.ValueOf(key), item)
	}
}

func (d decoder) scalar(n ast.Node, path string, v reflect.Value, f field) {
	text, ok := textOf(n)
	if !ok {
		d.problems.Add(path, "expected %s, got %s", wanted(v.Kind()), shape(n))
		return
	}
	if err := d.setScalar(v, n, text, f); err != nil {
		d.problems.Add(path, "%s", err)
	}
}

func (d decoder) setScalar(v reflect.Value, n ast.Node, text string, f field) error {
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.TrimSpace(text))
		if err := f.checkText(v.String()); err != nil || v.String() == "" || f.check == "" {
			return err
		}
		return d.check(f.check, v.String())
	case reflect.Bool:
		b, ok := n.(*ast.BoolNode)
		if !ok {
			return fmt.Errorf("expected true or false")
		}
		v.SetBool(b.Value)
	case reflect.Int:
		i, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("expected a whole number%s", f.span())
		}
		v.SetInt(int64(i))
		return f.checkNumber(float64(i))
	case reflect.Float64:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || x != x {
			return fmt.Errorf("expected a number%s", f.span())
		}
		v.SetFloat(x)
		return f.checkNumber(x)
	}
	return nil
}

// textOf returns a scalar as it was written: ids and prices keep their digits.
func textOf(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

func shape(n ast.Node) string {
	switch n.(type) {
	case nil, *ast.NullNode:
		return "nothing"
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "fields of its own"
	}
	return "a single value"
}

func wanted(k reflect.Kind) string {
	switch k {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Float64:
		return "a number"
	}
	return "a text"
}

// Join is the path of a field below another.
func Join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
