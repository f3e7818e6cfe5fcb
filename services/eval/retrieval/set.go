// Package retrieval measures how often a search finds the document that answers a question.
package retrieval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Set is documents, and questions with the ids of those that answer them.
type Set struct {
	Documents []Document
	Queries   []Query
}

// Document is one text; a title is optional.
type Document struct{ ID, Title, Text string }

// Query is a question; any of the relevant documents answers it.
type Query struct {
	Text     string
	Relevant []string
}

// Bounds of a file.
const (
	maxFile      = 256 << 20
	maxDocuments = 200_000
	maxQueries   = 100_000
	maxText      = 5 << 20
	maxQuestion  = 4000
)

// FieldError names what is wrong in a file; a Line of 0 says that the field tells the place.
type FieldError struct {
	Line            int
	Field, Expected string
}

// Error says which field was expected to be what.
func (e *FieldError) Error() string {
	if e.Field == "" {
		return fmt.Sprintf("%d: %s", e.Line, e.Expected)
	}
	return e.Field + ": expected " + e.Expected
}

type object map[string]json.RawMessage

// Read reads {"documents":[{"id","title","text"}],"queries":[{"text","relevant":["id"]}]}.
func Read(in io.Reader) (Set, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return Set{}, err
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	var file object
	if err := decode(data, &file); err != nil {
		return Set{}, err
	}
	var s Set
	if s.Documents, err = list(file, "documents", maxDocuments, readDocument); err != nil {
		return Set{}, err
	}
	if s.Queries, err = list(file, "queries", maxQueries, readQuery); err != nil {
		return Set{}, err
	}
	return s, s.check()
}

func decode(data []byte, file *object) error {
	if len(data) > maxFile {
		return &FieldError{Field: "file", Expected: fmt.Sprintf("at most %d MB", maxFile>>20)}
	}
	err := json.Unmarshal(data, file)
	if err == nil && *file != nil && utf8.Valid(data) {
		return nil
	}
	line := 1
	if broken, ok := err.(*json.SyntaxError); ok { //nolint:errorlint // Unmarshal returns it as it is
		line += bytes.Count(data[:min(int(broken.Offset), len(data))], []byte("\n"))
	}
	return &FieldError{Line: line, Expected: "expected one JSON object in UTF-8 with documents and queries"}
}

func list[X any](file object, field string, most int, read func(object) (X, error)) ([]X, error) {
	var raw []json.RawMessage
	if json.Unmarshal(file[field], &raw) != nil || len(raw) == 0 || len(raw) > most {
		return nil, &FieldError{Field: field, Expected: fmt.Sprintf("a list of 1 to %d objects", most)}
	}
	out := make([]X, len(raw))
	for i, r := range raw {
		at := fmt.Sprintf("%s[%d]", field, i)
		var o object
		if json.Unmarshal(r, &o) != nil || o == nil {
			return nil, &FieldError{Field: at, Expected: "an object"}
		}
		x, err := read(o)
		if wrong, ok := err.(*FieldError); ok { //nolint:errorlint // read makes it
			wrong.Field = at + "." + wrong.Field
			return nil, wrong
		}
		out[i] = x
	}
	return out, nil
}

func (o object) text(field string, most int) (s string, err error) {
	raw, known := o[field]
	fits := func() bool { return strings.TrimSpace(s) != "" && len(s) <= most && !strings.Contains(s, "\x00") }
	if !known || json.Unmarshal(raw, &s) != nil || !fits() {
		return "", &FieldError{Field: field, Expected: fmt.Sprintf("a string of 1 to %d bytes", most)}
	}
	return s, nil
}

func readDocument(o object) (d Document, err error) {
	if d.ID, err = o.text("id", maxQuestion); err != nil {
		return d, err
	}
	if raw, known := o["title"]; known && json.Unmarshal(raw, &d.Title) != nil {
		return d, &FieldError{Field: "title", Expected: "a string"}
	}
	d.Text, err = o.text("text", maxText)
	return d, err
}

func readQuery(o object) (q Query, err error) {
	if q.Text, err = o.text("text", maxQuestion); err != nil {
		return q, err
	}
	if json.Unmarshal(o["relevant"], &q.Relevant) != nil || len(q.Relevant) == 0 {
		return q, &FieldError{Field: "relevant", Expected: "a list of ids of documents"}
	}
	return q, nil
}

// check sees that ids are unique, and that what is relevant is there.
func (s Set) check() error {
	seen := map[string]bool{}
	for i, d := range s.Documents {
		if seen[d.ID] {
			return &FieldError{Field: fmt.Sprintf("documents[%d].id", i), Expected: "an id that no document before it has"}
		}
		seen[d.ID] = true
	}
	for i, q := range s.Queries {
		if at := slices.IndexFunc(q.Relevant, func(id string) bool { return !seen[id] }); at >= 0 {
			return &FieldError{Field: fmt.Sprintf("queries[%d].relevant[%d]", i, at), Expected: "the id of a document of this file"}
		}
	}
	return nil
}
