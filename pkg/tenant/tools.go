package tenant

import "slices"

// Tools are what a tenant allows beyond the tools that every tenant has; the zero value allows nothing.
type Tools struct {
	Records   []Collection `json:"records,omitempty"`
	Documents []string     `json:"documents,omitempty"` // categories that search_content reads
	Email     *Email       `json:"email,omitempty"`
	HTTP      []HTTPHost   `json:"http,omitempty"`
	Servers   []ToolServer `json:"servers,omitempty"`
}

// Collection is a kind of record that this business keeps of its customers.
type Collection struct {
	Name   string  `json:"name"`
	About  string  `json:"about,omitempty"`
	Create bool    `json:"create,omitempty"` // assistants may make records
	Update bool    `json:"update,omitempty"` // and change them
	Max    int     `json:"max"`              // of one contact
	Fields []Field `json:"fields"`
}

// The types of fields.
const (
	FieldText    = "text"
	FieldNumber  = "number"
	FieldBoolean = "boolean"
	FieldDate    = "date" // YYYY-MM-DD
)

// Field is one value of a record.
type Field struct {
	Name     string   `json:"name"`
	Type     string   `json:"type"`
	About    string   `json:"about,omitempty"`
	Required bool     `json:"required,omitempty"`
	Values   []string `json:"values,omitempty"` // of a text: only these
	Max      int      `json:"max,omitempty"`    // of a text: characters
}

// Email says to whom an assistant may write: to these addresses, and to the contact's own where Contact says so.
type Email struct {
	To      []string `json:"to,omitempty"`
	Contact bool     `json:"contact,omitempty"`
	PerDay  int      `json:"per_day"` // of one contact's conversations
}

// HTTPHost is a program of the business, or of somebody it trusts, that an assistant may call.
type HTTPHost struct {
	Host    string   `json:"host"`
	Methods []string `json:"methods"`
	Paths   string   `json:"paths,omitempty"` // what a path begins with
	// Secret signs requests: sealed for seal.PurposeTools, with ToolBound of the host as its associated data.
	Secret []byte `json:"secret,omitempty"`
}

// ToolServer is an MCP server whose tools appear as Name_<tool>.
type ToolServer struct {
	Name   string `json:"name"`
	URL    string `json:"url"`
	Header string `json:"header,omitempty"` // that holds the secret
	// Secret is sealed for seal.PurposeTools, with ToolBound of the URL as its associated data.
	Secret []byte       `json:"secret,omitempty"`
	Tools  []ServerTool `json:"tools"`
}

// ServerTool is a tool of a server that assistants may call.
type ServerTool struct {
	Name        string   `json:"name"`
	Write       bool     `json:"write,omitempty"` // it needs the customer's yes
	Specialists []string `json:"specialists,omitempty"`
}

// ToolBound is the associated data of the secret of a host or a server.
func ToolBound(id ID, target string) []byte { return []byte(string(id) + "/tools/" + target) }

// Allows reports whether a tool that is off by itself is on.
func (t *Tools) Allows(tool string) bool {
	switch tool {
	case "query_records":
		return len(t.Records) > 0
	case "create_record":
		return slices.ContainsFunc(t.Records, func(c Collection) bool { return c.Create })
	case "update_record":
		return slices.ContainsFunc(t.Records, func(c Collection) bool { return c.Update })
	case "search_content":
		return len(t.Documents) > 0
	case "send_email":
		return t.Email != nil
	case "http_request":
		return len(t.HTTP) > 0
	}
	return false
}

// Collection returns a kind of record.
func (t *Tools) Collection(name string) (c Collection, ok bool) {
	i := slices.IndexFunc(t.Records, func(c Collection) bool { return c.Name == name })
	if i < 0 {
		return c, false
	}
	return t.Records[i], true
}

// Reads reports whether all that assistants may ask of other programs is reading.
func (t *Tools) Reads() bool {
	return !slices.ContainsFunc(t.HTTP, func(h HTTPHost) bool {
		return slices.ContainsFunc(h.Methods, func(m string) bool { return m != "GET" })
	})
}

// Lends reports whether a server's tool may be called.
func (t *Tools) Lends(server, name string) bool {
	return slices.ContainsFunc(t.Servers, func(s ToolServer) bool {
		return s.Name == server && slices.ContainsFunc(s.Tools, func(x ServerTool) bool { return x.Name == name })
	})
}
