package config

import "reflect"

// Variable describes one environment variable of a config struct.
type Variable struct {
	Name, Default, Help, Type string
	Required                  bool
}

// Variables lists the environment variables of a config struct, in its order.
func Variables(cfg any) []Variable { return variables(reflect.TypeOf(cfg)) }

func variables(t reflect.Type) (out []Variable) {
	for field := range t.Fields() {
		name, tagged := field.Tag.Lookup("env")
		switch {
		case !tagged && field.Type.Kind() == reflect.Struct:
			out = append(out, variables(field.Type)...)
		case tagged:
			fallback, has := field.Tag.Lookup("default")
			out = append(out, Variable{Name: name, Default: fallback, Required: !has, Help: field.Tag.Get("help"), Type: field.Type.String()})
		}
	}
	return out
}
