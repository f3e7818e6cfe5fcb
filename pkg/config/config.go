// Package config reads typed structs from environment variables and reports every missing or bad one together.
package config

import (
	"encoding"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// ErrWrong says that a variable is missing or wrong; the error names it.
var ErrWrong = errors.New("wrong configuration")

// Wrong marks an error as ErrWrong without a change to its text.
func Wrong(err error) error {
	if err == nil {
		return nil
	}
	return wrong{err}
}

type wrong struct{ error }

func (w wrong) Unwrap() []error { return []error{ErrWrong, w.error} }

// Load fills a T from the variables that its env tags name. A field without a default tag is required; a number or duration
// below that of its min tag is refused.
// The error joins one line for each variable that is missing or wrong, and never holds a secret's value.
func Load[T any](getenv func(string) string) (T, error) {
	var out T
	errs := fill(reflect.ValueOf(&out).Elem(), getenv)
	return out, Wrong(errors.Join(errs...))
}

func fill(v reflect.Value, getenv func(string) string) (errs []error) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, tagged := field.Tag.Lookup("env")
		switch {
		case !tagged && field.Type.Kind() == reflect.Struct:
			errs = append(errs, fill(v.Field(i), getenv)...)
		case tagged:
			if err := fillField(v.Field(i), field, getenv(name)); err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", name, err))
			}
		}
	}
	return errs
}

func fillField(v reflect.Value, field reflect.StructField, value string) error {
	if value == "" {
		fallback, ok := field.Tag.Lookup("default")
		if !ok {
			return errors.New("is required and not set" + describe(field))
		}
		value = fallback
	}
	if err := set(v, value); err != nil {
		return fmt.Errorf("%w%s", err, describe(field))
	}
	if low := field.Tag.Get("min"); low != "" && below(v, low) {
		return fmt.Errorf("expected at least %s%s", low, describe(field))
	}
	return nil
}

// below compares with a min tag, which is written as the variable is.
func below(v reflect.Value, low string) bool {
	least := reflect.New(v.Type()).Elem()
	if err := set(least, low); err != nil {
		panic(fmt.Sprintf("config: min tag %q: %v", low, err)) // a mistake in our own struct
	}
	if v.CanFloat() {
		return math.IsNaN(v.Float()) || v.Float() < least.Float()
	}
	return v.Int() < least.Int()
}

func describe(field reflect.StructField) string {
	if help := field.Tag.Get("help"); help != "" {
		return " (" + help + ")"
	}
	return ""
}

func set(v reflect.Value, value string) error {
	if u, ok := reflect.TypeAssert[encoding.TextUnmarshaler](v.Addr()); ok {
		return u.UnmarshalText([]byte(value))
	}
	if v.Type() == reflect.TypeFor[time.Duration]() {
		d, err := time.ParseDuration(value)
		if err != nil {
			return errors.New("expected a duration such as 30s")
		}
		v.SetInt(int64(d))
		return nil
	}
	return setKind(v, value)
}

func setKind(v reflect.Value, value string) error {
	switch v.Kind() {
	case reflect.String:
		v.SetString(value)
	case reflect.Bool:
		b, err := strconv.ParseBool(value)
		if err != nil {
			return errors.New("expected true or false")
		}
		v.SetBool(b)
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return errors.New("expected a whole number")
		}
		v.SetInt(n)
	case reflect.Float64:
		f, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return errors.New("expected a number")
		}
		v.SetFloat(f)
	case reflect.Slice:
		v.Set(reflect.ValueOf(splitList(value)))
	default:
		return fmt.Errorf("has the unsupported type %s", v.Type())
	}
	return nil
}

func splitList(value string) []string {
	var out []string
	for part := range strings.SplitSeq(value, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// Check reports what Load would report of a config struct given by value, for callers that do not know its type.
func Check(cfg any, getenv func(string) string) []error {
	return fill(reflect.New(reflect.TypeOf(cfg)).Elem(), getenv)
}
