package tenantfile

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// maxBusiness bounds what a prompt tells of a whole business, in bytes.
const maxBusiness = 60_000

// unsaid are the fields that a prompt does not tell: they are for programs.
var unsaid = []string{"id", "aliases", "staff", "rooms", "bookable", "buffer_before_minutes", "buffer_after_minutes", "google_maps_url"}

// Business tells all that the file says to customers, a line for each thing, for a prompt in which it stands.
func (t *Tenant) Business() string {
	var b strings.Builder
	tell := func(name string, list any) {
		v := reflect.ValueOf(list)
		if v.Len() == 0 {
			return
		}
		line := name + ":\n"
		for i := range v.Len() {
			line += "- " + told(v.Index(i)) + "\n"
			if b.Len()+len(line) > maxBusiness {
				return
			}
			b.WriteString(line)
			line = ""
		}
	}
	if t.Description != "" {
		fmt.Fprintf(&b, "%s\n", strings.Join(strings.Fields(t.Description), " "))
	}
	tell("branches", t.Branches)
	tell("closures", t.Closures)
	tell("services", t.Services)
	tell("menu", t.Menu)
	tell("delivery zones", t.Zones)
	tell("staff", t.Staff)
	tell("policies", t.Policies)
	tell("faqs", t.FAQs)
	return strings.TrimSpace(b.String())
}

// told is a value in one line: what is empty is left out.
func told(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		return told(v.Elem())
	case reflect.Struct:
		return fields(v)
	case reflect.Slice:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = told(v.Index(i))
		}
		return strings.Join(parts, ", ")
	case reflect.Map:
		var parts []string
		for _, key := range v.MapKeys() {
			parts = append(parts, key.String()+" "+told(v.MapIndex(key)))
		}
		slices.Sort(parts)
		return strings.Join(parts, ", ")
	}
	return strings.Join(strings.Fields(fmt.Sprint(v.Interface())), " ")
}

func fields(v reflect.Value) string {
	var parts []string
	for field, value := range v.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("yaml"), ",")
		if value.IsZero() || slices.Contains(unsaid, name) {
			continue
		}
		text := told(value)
		switch {
		case text == "":
			continue
		case name == "name" || name == "question":
			parts = append(parts, text)
		default:
			parts = append(parts, name+": "+text)
		}
	}
	return strings.Join(parts, "; ")
}
