package strictyaml

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// field is what the tags of the struct say of a field.
type field struct {
	index    int
	required bool
	check    string
	min, max string
}

func fieldsOf(t reflect.Type) map[string]field {
	out := make(map[string]field, t.NumField())
	for i := range t.NumField() {
		tag := t.Field(i).Tag
		name, option, _ := strings.Cut(tag.Get("yaml"), ",")
		out[name] = field{i, option == "required", tag.Get("check"), tag.Get("min"), tag.Get("max")}
	}
	return out
}

func namesOf(t reflect.Type) []string {
	out := make([]string, t.NumField())
	for i := range out {
		out[i], _, _ = strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
	}
	return out
}

// items is the maximum of a list, a map or a text.
func (f field) items() int {
	if n, err := strconv.Atoi(f.max); err == nil {
		return n
	}
	return maxText
}

func (f field) checkText(s string) error {
	if s == "" {
		if f.required {
			return errors.New("required, got an empty text")
		}
		return nil
	}
	if n := utf8.RuneCountInString(s); n > f.items() {
		return fmt.Errorf("expected at most %d characters, got %d", f.items(), n)
	}
	if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' }) {
		return errors.New("expected text without control characters")
	}
	return nil
}

func (f field) checkNumber(x float64) error {
	if low, err := strconv.ParseFloat(f.min, 64); err == nil && x < low {
		return fmt.Errorf("expected a number%s", f.span())
	}
	if high, err := strconv.ParseFloat(f.max, 64); err == nil && x > high {
		return fmt.Errorf("expected a number%s", f.span())
	}
	return nil
}

func (f field) span() string {
	if f.min == "" || f.max == "" {
		return ""
	}
	return " from " + f.min + " to " + f.max
}
