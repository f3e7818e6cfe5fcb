package generic

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/pkg/vault"
)

// How much of a record values must say.
const (
	partly = false
	whole  = true // every field that is required
)

// check refuses values that are none of the collection's, by the field.
func check(of tenant.Collection, at string, values map[string]any, complete bool) *tool.Error {
	known := make([]string, len(of.Fields))
	for i, f := range of.Fields {
		known[i] = f.Name
		v, given := values[f.Name]
		switch {
		case given:
			if problem, allowed := wrong(f, v); problem != "" {
				refusal := invalid(at+"."+f.Name, problem)
				refusal.Allowed = tool.Names(allowed...)
				return refusal
			}
		case complete && f.Required:
			return invalid(at+"."+f.Name, "expected a value: no record is without it")
		}
	}
	for name := range values {
		if !slices.Contains(known, name) {
			refusal := invalid(at, "there is no such field")
			refusal.Allowed = tool.Names(known...)
			return refusal
		}
	}
	return nil
}

// wrong says what is wrong with a value, and what would be right where that can be listed.
func wrong(f tenant.Field, v any) (problem string, allowed []string) {
	switch f.Type {
	case tenant.FieldNumber:
		if n, ok := v.(float64); !ok || math.Abs(n) > 1e15 {
			return "expected a number", nil
		}
		return "", nil
	case tenant.FieldBoolean:
		if _, ok := v.(bool); !ok {
			return "expected true or false", nil
		}
		return "", nil
	}
	text, ok := v.(string)
	if f.Type == tenant.FieldDate {
		if _, err := time.Parse(time.DateOnly, text); !ok || err != nil {
			return "expected a day as YYYY-MM-DD", nil
		}
		return "", nil
	}
	switch {
	case !ok:
		return "expected a text", nil
	case utf8.RuneCountInString(text) > f.Max:
		return fmt.Sprintf("expected at most %d characters", f.Max), nil
	case f.Required && strings.TrimSpace(text) == "":
		return "expected a text that is not empty", nil
	case len(f.Values) > 0 && !slices.Contains(f.Values, text):
		return "is not one of its values", f.Values
	case len(vault.Tokens(text)) > 0:
		return "stands for personal data, which update_lead_info keeps", nil
	}
	return "", nil
}
