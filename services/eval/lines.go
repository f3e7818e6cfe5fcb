package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// maxLine bounds one example, in bytes.
const maxLine = 4 << 20

// LineError is a line that is no example: which field, and what was expected. It never quotes the line.
type LineError struct {
	Line            int
	Field, Expected string
}

// Error gives the line and what is wrong with it.
func (e *LineError) Error() string {
	if e.Line == 0 { // the field tells the place
		return fmt.Sprintf("%s: expected %s", e.Field, e.Expected)
	}
	if e.Field == "" {
		return fmt.Sprintf("line %d: %s", e.Line, e.Expected)
	}
	return fmt.Sprintf("line %d: %s: expected %s", e.Line, e.Field, e.Expected)
}

// examples calls each with every line of in that is not blank; an error of each gets the line's number.
func examples(in io.Reader, each func(line int, e example) error) (n int, err error) {
	scanner := bufio.NewScanner(in)
	scanner.Buffer(make([]byte, 0, 64<<10), maxLine)
	line := 0
	for scanner.Scan() {
		line++
		raw := bytes.TrimSpace(bytes.TrimPrefix(scanner.Bytes(), []byte("\ufeff")))
		if len(raw) == 0 {
			continue
		}
		var e example
		if !utf8.Valid(raw) || json.Unmarshal(raw, &e) != nil || e == nil {
			return n, &LineError{Line: line, Expected: "expected one JSON object in UTF-8"}
		}
		if err := each(line, e); err != nil {
			if wrong, ok := errors.AsType[*LineError](err); ok {
				wrong.Line = line
			}
			return n, err
		}
		n++
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		return n, &LineError{Line: line + 1, Expected: fmt.Sprintf("expected at most %d bytes", maxLine)}
	}
	if scanner.Err() == nil && n == 0 {
		return 0, &LineError{Line: 1, Expected: "expected at least one example, got an empty file"}
	}
	return n, scanner.Err()
}

// collect reads all lines before the first of them is measured.
func collect[X any](in io.Reader, read func(line int, e example) (X, error)) (set []X, err error) {
	_, err = examples(in, func(line int, e example) error {
		x, err := read(line, e)
		set = append(set, x)
		return err
	})
	return set, err
}

// example is one line: its fields, not decoded yet.
type example map[string]json.RawMessage

// read decodes a field that must be there.
func (e example) read(field, expected string, into any) error {
	raw, ok := e[field]
	if !ok || string(raw) == "null" || json.Unmarshal(raw, into) != nil {
		return &LineError{Field: field, Expected: expected}
	}
	return nil
}

func (e example) text(field string) (s string, err error) {
	err = e.read(field, "a string", &s)
	return s, err
}

// word reads a string that may not be empty.
func (e example) word(field string) (string, error) {
	s, err := e.text(field)
	if err == nil && s == "" {
		err = &LineError{Field: field, Expected: "a string that is not empty"}
	}
	return s, err
}
