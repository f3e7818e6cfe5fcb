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
