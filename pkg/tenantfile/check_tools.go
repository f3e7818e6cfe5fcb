package tenantfile

import (
	"cmp"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/tenant"
)

func (c *checker) tools() {
	t := &c.tenant.Tools
	c.toolSecrets = map[string]config.Secret{}
	unique(c, "tools.records", t.Records, func(x Collection) string { return x.ID })
	for i, r := range t.Records {
		c.fields(item("tools.records", i, "fields"), r.Fields)
	}
	c.distinct("tools.documents", "", len(t.Documents), func(i int) string { return t.Documents[i] })
	if t.Email != nil && len(t.Email.To) == 0 && !t.Email.Contact {
		c.Add("tools.email", "expected addresses in to, or contact: true")
	}
	unique(c, "tools.http", t.HTTP, func(x HTTPHost) string { return x.Host })
	for i, h := range t.HTTP {
		c.distinct(item("tools.http", i, "methods"), "", len(h.Methods), func(j int) string { return h.Methods[j] })
		c.toolSecret(item("tools.http", i, "secret"), h.Host, h.Secret)
	}
	unique(c, "tools.servers", t.Servers, func(x ToolServer) string { return x.ID })
	for i, s := range t.Servers {
		c.server(i, s)
	}
}

func (c *checker) fields(field string, all []Field) {
	unique(c, field, all, func(x Field) string { return x.ID })
	for i, f := range all {
		if text := f.Type == "" || f.Type == tenant.FieldText; !text && (len(f.Values) > 0 || f.Max != nil) {
			c.Add(item(field, i, ""), "expected values and max only of a text")
		}
	}
}

func (c *checker) server(i int, s ToolServer) {
	if !secureURL(s.URL) {
		c.Add(item("tools.servers", i, "url"), "expected a URL that begins with https:// (http:// on this machine only)")
	}
	c.distinct(item("tools.servers", i, "tools"), "name", len(s.Tools), func(j int) string { return s.Tools[j].Name })
	if s.Secret != "" {
		c.toolSecret(item("tools.servers", i, "secret"), s.URL, s.Secret)
	}
}

func (c *checker) toolSecret(field, target, written string) {
	variable, ok := c.secretVariable(field, written, "TENANT_API_SECRET")
	if !ok {
		return
	}
	value := c.getenv(variable)
	if len(value) < 8 || len(value) > 4096 {
		c.Add(field, "environment variable %s: expected 8 to 4096 bytes, got %d", variable, len(value))
		return
	}
	c.toolSecrets[target] = config.Secret(value)
}

// tools is what services may know of them, secrets apart.
func (t *Tenant) tools() (out tenant.Tools) {
	for _, r := range t.Tools.Records {
		made := tenant.Collection{Name: r.ID, About: r.About, Create: r.Create, Update: r.Update, Max: or(r.Max, 20)}
		for _, f := range r.Fields {
			field := tenant.Field{
				Name: f.ID, Type: cmp.Or(f.Type, tenant.FieldText), About: f.About, Required: f.Required, Values: f.Values,
			}
			if field.Type == tenant.FieldText {
				field.Max = or(f.Max, 200)
			}
			made.Fields = append(made.Fields, field)
		}
		out.Records = append(out.Records, made)
	}
	out.Documents = t.Tools.Documents
	if e := t.Tools.Email; e != nil {
		out.Email = &tenant.Email{To: e.To, Contact: e.Contact, PerDay: or(e.PerDay, 3)}
	}
	for _, h := range t.Tools.HTTP {
		out.HTTP = append(out.HTTP, tenant.HTTPHost{Host: h.Host, Methods: h.Methods, Paths: cmp.Or(h.Paths, "/")})
	}
	for _, s := range t.Tools.Servers {
		made := tenant.ToolServer{Name: s.ID, URL: s.URL, Header: cmp.Or(s.Header, "Authorization")}
		for _, x := range s.Tools {
			made.Tools = append(made.Tools, tenant.ServerTool{Name: x.Name, Write: x.Write, Specialists: x.Specialists})
		}
		out.Servers = append(out.Servers, made)
	}
	return out
}
