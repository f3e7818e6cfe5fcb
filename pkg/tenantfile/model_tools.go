package tenantfile

// Tools are those that are off until the tenant's file allows them.
type Tools struct {
	Records   []Collection `yaml:"records" max:"10"`
	Documents []string     `yaml:"documents" max:"4" check:"category"`
	Email     *Email       `yaml:"email"`
	HTTP      []HTTPHost   `yaml:"http" max:"5"`
	Servers   []ToolServer `yaml:"servers" max:"3"`
}

// Collection is a kind of record that the business keeps of its customers; assistants read those of the customer they speak with.
type Collection struct {
	ID     string  `yaml:"id,required" check:"word"`
	About  string  `yaml:"about" max:"200"`
	Create bool    `yaml:"create"`
	Update bool    `yaml:"update"`
	Max    *int    `yaml:"max" min:"1" max:"100"` // of one customer; default 20
	Fields []Field `yaml:"fields,required" max:"20"`
}

// Field is one value of a record.
type Field struct {
	ID       string   `yaml:"id,required" check:"word"`
	Type     string   `yaml:"type" check:"field"` // default text
	About    string   `yaml:"about" max:"120"`
	Required bool     `yaml:"required"`
	Values   []string `yaml:"values" max:"30"`
	Max      *int     `yaml:"max" min:"1" max:"1000"` // characters; default 200
}

// Email says to whom assistants may write.
type Email struct {
	To      []string `yaml:"to" max:"10" check:"email"`
	Contact bool     `yaml:"contact"`
	PerDay  *int     `yaml:"per_day" min:"1" max:"50"` // in one customer's conversations; default 3
}

// HTTPHost is a program that assistants may call, over https; secret signs each request.
type HTTPHost struct {
	Host    string   `yaml:"host,required" max:"200" check:"hostport"`
	Methods []string `yaml:"methods,required" max:"5" check:"method"`
	Paths   string   `yaml:"paths" max:"200" check:"path"` // default /
	Secret  string   `yaml:"secret,required"`
}

// ToolServer is an MCP server of others, whose tools appear with its id before their names.
type ToolServer struct {
	ID     string       `yaml:"id,required" check:"word"`
	URL    string       `yaml:"url,required" max:"500"`
	Header string       `yaml:"header" max:"60" check:"header"` // default Authorization
	Secret string       `yaml:"secret"`
	Tools  []ServerTool `yaml:"tools,required" max:"10"`
}

// ServerTool is a tool of a server that assistants may call; a write needs the customer's yes.
type ServerTool struct {
	Name        string   `yaml:"name,required" check:"tool"`
	Write       bool     `yaml:"write"`
	Specialists []string `yaml:"specialists" max:"15" check:"word"` // default every one
}

// Budget bounds what models may cost; without one nothing does.
type Budget struct {
	MonthUSD *float64 `yaml:"month_usd" min:"0" max:"1000000"`
}
