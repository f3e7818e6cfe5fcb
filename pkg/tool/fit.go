package tool

import (
	"fmt"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/tenant"
)

// httpRequest asks other programs.
const httpRequest = "http_request"

// Fit is a tool as one tenant has it. One that is off until a tenant's file allows it says what the file allows, and asking other
// programs is no write where the file allows only reading; ok is false where it is off.
func Fit(s Spec, t *tenant.Tools) (out Spec, ok bool) {
	if !s.Optional {
		return s, true
	}
	if s.Server != "" {
		return s, t.Lends(s.Server, s.Remote)
	}
	if !t.Allows(s.Name) {
		return s, false
	}
	if s.Name == httpRequest && t.Reads() {
		s.Write, s.Confirm = false, false
	}
	s.Description += what(s.Name, t)
	return s, true
}

// what says what the tenant's file allows a tool.
func what(name string, t *tenant.Tools) string {
	var parts []string
	switch name {
	case "query_records", "create_record", "update_record":
		for _, c := range t.Records {
			if name == "create_record" && !c.Create || name == "update_record" && !c.Update {
				continue
			}
			parts = append(parts, collection(c))
		}
	case "search_content":
		parts = t.Documents
	case "send_email":
		parts = slices.Clone(t.Email.To)
		if t.Email.Contact {
			parts = append(parts, "contact (the customer's own address)")
		}
	case httpRequest:
		for _, h := range t.HTTP {
			parts = append(parts, fmt.Sprintf("%s https://%s%s", strings.Join(h.Methods, ", "), h.Host, h.Paths))
		}
	}
	return " Allowed: " + strings.Join(parts, "; ") + "."
}

func collection(c tenant.Collection) string {
	fields := make([]string, len(c.Fields))
	for i, f := range c.Fields {
		fields[i] = f.Name + " (" + field(f) + ")"
	}
	out := c.Name
	if c.About != "" {
		out += ", " + c.About
	}
	return out + ": " + strings.Join(fields, ", ")
}

func field(f tenant.Field) string {
	parts := []string{f.Type}
	if len(f.Values) > 0 {
		parts = []string{strings.Join(f.Values, "|")}
	}
	if f.Required {
		parts = append(parts, "required")
	}
	if f.About != "" {
		parts = append(parts, f.About)
	}
	return strings.Join(parts, ", ")
}
