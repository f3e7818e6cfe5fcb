package wire

import (
	"encoding/json"
	"reflect"
	"strings"
)

// SchemaOf derives the JSON Schema of a tool's parameters from the struct that its arguments are decoded into, so that the two cannot
// disagree. A field is named by its json tag and described by its description tag; required:"true" says that it must be given, enum
// lists what it may be, and minimum, maximum, minItems and maxItems bound it. It panics where a field cannot be described: call it once,
// at the start.
func SchemaOf[T any]() json.RawMessage {
	data, err := json.Marshal(objectOf(reflect.TypeFor[T]()))
	if err != nil {
		panic(err)
	}
	return data
}

func objectOf(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "" || name == "-" {
			continue
		}
		properties[name] = propertyOf(f)
		if f.Tag.Get("required") == "true" {
			required = append(required, name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

func propertyOf(f reflect.StructField) map[string]any {
	out := typeOf(f.Type)
	if text := f.Tag.Get("description"); text != "" {
		out["description"] = text
	}
	if list := f.Tag.Get("enum"); list != "" {
		out["enum"] = strings.Split(list, ",")
	}
	for _, bound := range []string{"minimum", "maximum", "minItems", "maxItems"} {
		if text := f.Tag.Get(bound); text != "" {
			out[bound] = json.Number(text)
		}
	}
	return out
}

func typeOf(t reflect.Type) map[string]any {
	if t == reflect.TypeFor[json.RawMessage]() {
		return map[string]any{}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return typeOf(t.Elem())
	case reflect.Interface:
		return map[string]any{}
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int, reflect.Int32, reflect.Int64:
		return map[string]any{"type": "integer"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Slice:
		return map[string]any{"type": "array", "items": typeOf(t.Elem())}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": typeOf(t.Elem())}
	case reflect.Struct:
		return objectOf(t)
	}
	panic("no JSON Schema is known of " + t.String())
}
