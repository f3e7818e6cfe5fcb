package tenantfile

import (
	_ "embed"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

//go:embed fields.txt
var fieldsText string

// FieldInfo is one field of a tenant's file, for whoever describes it.
type FieldInfo struct {
	// Path is its place, such as branches[].hours.
	Path string
	// Type is a word for what it holds: text, number, true or false, list, map, fields.
	Type     string
	Required bool
	// Bounds is what its tags ask of it, such as "at most 120 characters".
	Bounds string
	// Readers are who reads it, and About what it does.
	Readers []string
	About   string
}

// Reference lists the fields of a tenant's file in the order of its types; a field that fields.txt does not describe, or that it
// describes and the types do not have, is an error.
func Reference() ([]FieldInfo, error) {
	described, err := readFields(fieldsText)
	if err != nil {
		return nil, err
	}
	var out []FieldInfo
	walkFields("", reflect.TypeFor[Tenant](), func(f FieldInfo) { out = append(out, f) })
	for i := range out {
		about, ok := described[out[i].Path]
		if !ok {
			return nil, fmt.Errorf("fields.txt does not describe %s", out[i].Path)
		}
		out[i].Readers, out[i].About = about.Readers, about.About
		delete(described, out[i].Path)
	}
	for path := range described {
		return nil, fmt.Errorf("fields.txt describes %s, which is no field", path)
	}
	return out, nil
}

func readFields(text string) (map[string]FieldInfo, error) {
	out := map[string]FieldInfo{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		parts := strings.SplitN(line, " | ", 3)
		if len(parts) != 3 {
			return nil, fmt.Errorf("fields.txt: expected path | who reads it | what it does, got %q", line)
		}
		out[parts[0]] = FieldInfo{Path: parts[0], Readers: strings.Split(parts[1], ", "), About: parts[2]}
	}
	return out, nil
}

func walkFields(path string, t reflect.Type, see func(FieldInfo)) {
	for f := range t.Fields() {
		tag := strings.Split(f.Tag.Get("yaml"), ",")
		info := FieldInfo{Path: path + tag[0], Required: slices.Contains(tag[1:], "required")}
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		list := inner.Kind() == reflect.Slice && inner.Elem().Kind() == reflect.Struct
		if list {
			info.Path, inner = info.Path+"[]", inner.Elem()
		}
		info.Type, info.Bounds = typeName(inner, list), boundsOf(f)
		see(info)
		if inner.Kind() == reflect.Struct {
			walkFields(info.Path+".", inner, see)
		}
	}
}

func typeName(t reflect.Type, list bool) string {
	switch {
	case list, t.Kind() == reflect.Slice:
		return "list"
	case t == reflect.TypeFor[Amount]():
		return "amount"
	}
	switch t.Kind() {
	case reflect.Struct:
		return "fields"
	case reflect.Map:
		return "map"
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "whole number"
	case reflect.Float64:
		return "number"
	}
	return "text"
}

// boundsOf says what the tags of a field ask of it.
func boundsOf(f reflect.StructField) string {
	var out []string
	form := f.Tag.Get("check")
	if words, ok := choices[form]; ok {
		out = append(out, strings.Join(words, ", "))
	} else if p, ok := patterns[form]; ok {
		out = append(out, p.expected)
	} else if form != "" {
		out = append(out, strings.TrimPrefix(expectedOf(form), "expected "))
	}
	low, high := f.Tag.Get("min"), f.Tag.Get("max")
	switch {
	case low != "":
		out = append(out, low+" to "+high)
	case high != "" && f.Type.Kind() == reflect.String:
		out = append(out, "at most "+high+" characters")
	case high != "":
		out = append(out, "at most "+high)
	}
	return strings.Join(out, "; ")
}

// expectedOf is what a form says of a text that it is not.
func expectedOf(form string) string {
	if check, ok := forms[form]; ok {
		if err := check("?"); err != nil {
			return err.Error()
		}
	}
	return form
}

// Idle lists the fields that the file fills and that nothing reads, and those that only a language model reads.
func (f *File) Idle() (nobody, models []string, err error) {
	all, err := Reference()
	if err != nil {
		return nil, nil, err
	}
	for _, field := range all {
		only := len(field.Readers) == 1
		parent, _, _ := strings.Cut(field.Path, "[].")
		if !only || field.Type == "fields" || !filled(reflect.ValueOf(f.Tenant), strings.Split(field.Path, ".")) {
			continue
		}
		switch field.Readers[0] {
		case "nobody":
			if parent == field.Path || !slices.Contains(nobody, parent+"[]") { // its list says so already
				nobody = append(nobody, field.Path)
			}
		case "models":
			if field.Type != "list" {
				models = append(models, field.Path)
			}
		}
	}
	return nobody, models, nil
}

// Closed names the web chats of the file that no page may use but one of the door's own address.
func (f *File) Closed() (accounts []string) {
	for _, a := range f.Tenant.Accounts {
		if a.Channel == "webchat" && len(a.Origins) == 0 {
			accounts = append(accounts, a.ID)
		}
	}
	return accounts
}

// filled reports whether the field at a path is set in v, in any item of its lists.
func filled(v reflect.Value, path []string) bool {
	if v.Kind() == reflect.Pointer {
		return !v.IsNil()
	}
	if len(path) == 0 {
		return !v.IsZero()
	}
	name := strings.TrimSuffix(path[0], "[]")
	for i := range v.NumField() {
		tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("yaml"), ",")
		if tag != name {
			continue
		}
		field := v.Field(i)
		if field.Kind() != reflect.Slice || len(path) == 1 {
			return filled(field, path[1:])
		}
		for k := range field.Len() {
			if filled(field.Index(k), path[1:]) {
				return true
			}
		}
	}
	return false
}
