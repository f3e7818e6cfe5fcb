package persona

import "slices"

// Instruction is one of the tenant's own that stands in the prompt.
type Instruction struct {
	Title    string
	Text     string
	Branches []string // slugs; none is all
}

var alwaysHeads = [3]string{"Siempre:", "Always:", "Sempre:"}

// Instructions are those that hold in a conversation of a branch, the most important first. An empty branch is one that is not
// known: what is bound to a branch does not hold there.
func Instructions(all []Instruction, branch, language string) Section {
	var lines []string
	for _, in := range all {
		if len(in.Branches) == 0 || slices.Contains(in.Branches, branch) {
			lines = append(lines, "- "+oneLine(in.Text))
		}
	}
	lines = lines[:min(len(lines), MaxInstructions)]
	if len(lines) == 0 {
		return Section{Name: "instructions", Ceiling: CeilingInstructions}
	}
	return fitted("instructions", CeilingInstructions, alwaysHeads[languageIndex(language)], lines)
}
