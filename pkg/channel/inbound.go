package channel

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// broken is a part of a body that cannot be read, named by its place.
func broken(account string, err error, format string, args ...any) Inbound {
	return Inbound{Account: account, Err: fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), jsonError(err))}
}

// jsonError keeps what is wrong with a JSON text and drops the text itself, which may be a person's.
func jsonError(err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("invalid JSON at byte %d", syntax.Offset)
	}
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		field := "the whole"
		if mismatch.Field != "" {
			field = "field " + strconv.Quote(mismatch.Field)
		}
		return fmt.Errorf("%s: expected %s, got %s", field, jsonKind(mismatch.Type), kindOf(mismatch.Value))
	}
	if _, ok := errors.AsType[*time.ParseError](err); ok || strings.HasPrefix(err.Error(), "Time.UnmarshalJSON") {
		return errOfTime
	}
	return err
}

// errOfTime stands for what a time says of a value that is none: it quotes it.
var errOfTime = errors.New("a field with a time: expected one such as 2026-01-31T10:00:00Z")

// jsonKind says what a field takes in JSON's words.
func jsonKind(t reflect.Type) string {
	switch kind := t.Kind(); {
	case kind == reflect.Pointer:
		return jsonKind(t.Elem())
	case kind == reflect.String, t == reflect.TypeFor[[]byte]():
		return "a string"
	case kind == reflect.Bool:
		return "true or false"
	case kind == reflect.Slice, kind == reflect.Array:
		return "a list"
	case kind == reflect.Float32, kind == reflect.Float64:
		return "a number"
	case kind >= reflect.Int && kind <= reflect.Uint64:
		return "a whole number"
	}
	return "an object"
}

// kindOf cuts "number 5215550147781" to "number".
func kindOf(value string) string {
	for i := range value {
		if value[i] == ' ' {
			return value[:i]
		}
	}
	return value
}
