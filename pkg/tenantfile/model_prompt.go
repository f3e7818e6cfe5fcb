package tenantfile

// Instruction is what the assistants must mind. At most five stand in the prompt, those that include_in_prompt names first, then those
// of priority 8 and up where it says nothing.
type Instruction struct {
	ID              string   `yaml:"id,required" check:"slug"`
	Title           string   `yaml:"title" max:"80"`
	Type            string   `yaml:"type" check:"instruction"`  // default rule
	Priority        *int     `yaml:"priority" min:"1" max:"10"` // default 5
	Active          *bool    `yaml:"active"`                    // default true
	Branches        []string `yaml:"branches" max:"50"`         // default all
	IncludeInPrompt *bool    `yaml:"include_in_prompt"`         // default from priority 8 on
	Text            string   `yaml:"text,required" max:"600"`
}

// Prompt is how models are told of the business.
type Prompt struct {
	BrandVoice  string `yaml:"brand_voice" max:"600"`
	FullContext bool   `yaml:"full_context"` // all of the business stands in the prompt, in place of what tools bring
}

// Assistant is a persona; one is active per channel.
type Assistant struct {
	ID                  string   `yaml:"id,required" check:"slug"`
	Name                string   `yaml:"name,required" max:"60"`
	Channel             string   `yaml:"channel" check:"channel"` // default *
	Style               string   `yaml:"style,required" check:"style"`
	Type                string   `yaml:"type" check:"type"` // default full
	Tier                string   `yaml:"tier" check:"tier"` // default balanced
	Model               string   `yaml:"model" max:"100"`
	Temperature         *float64 `yaml:"temperature" min:"0" max:"2"`
	MaxTokens           *int     `yaml:"max_tokens" min:"1" max:"32768"`
	SystemInstructions  string   `yaml:"system_instructions" max:"4000"`
	TemperatureCriteria string   `yaml:"temperature_criteria" max:"600"`
	Unanswered          string   `yaml:"unanswered" check:"unanswered"` // default offer
	Corpora             []string `yaml:"corpora" max:"20" check:"slug"` // default general
	AllowsPersonal      bool     `yaml:"allows_personal_corpus"`
	Documents           string   `yaml:"documents" check:"documents"` // default on_demand
	Active              *bool    `yaml:"active"`                      // default true
}
