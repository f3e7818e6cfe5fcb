package grounding

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/pkg/language"
)

//go:embed claims.yaml
var claimsFile []byte

// claim is a way to say that something was written, with sentences that say it and look-alikes that do not.
type claim struct {
	Words string   `yaml:"words"`
	Says  []string `yaml:"says"`
	Not   []string `yaml:"not"`

	found *regexp.Regexp
}

var claims = mustClaims()

func mustClaims() (all []claim) {
	err := yaml.UnmarshalWithOptions(claimsFile, &all, yaml.Strict())
	for i := range all {
		if err == nil {
			all[i].found, err = regexp.Compile(all[i].Words)
		}
	}
	if err != nil {
		panic(fmt.Sprintf("claims.yaml: %v", err)) // it is embedded
	}
	return all
}

var (
	// sentences are parted by their marks; one that asks ends in its mark.
	sentences = regexp.MustCompile(`[^.!?\n]+[.!?\n]*`)
	// open are words before a claim that leave it open or deny it; a yes is none of them.
	open = regexp.MustCompile(`\b(?:no|not|nao|nunca|never|aun|ainda|si|if|when|once|cuando|quando)\b|\bse (?:ja|a|o|sua|seu|voce)\b`)
	yes  = regexp.MustCompile(`(?i)sí|\bsi,`)
)

// Claimed returns the sentences of a draft that say that something was booked, moved or cancelled.
func Claimed(draft string) (out []string) {
	for _, s := range sentences.FindAllString(draft, -1) {
		if strings.ContainsAny(s, "?¿") {
			continue
		}
		folded := strings.ToLower(language.FoldString(yes.ReplaceAllString(s, "")))
		for _, c := range claims {
			if at := c.found.FindStringIndex(folded); at != nil && !open.MatchString(folded[:at[1]]) {
				out = append(out, strings.TrimSpace(s))
				break
			}
		}
	}
	return out
}

// Undone tells a model which words to take back.
func Undone(claimed []string) string {
	return "No tool has done this, so it must not be said: " + strings.Join(claimed, " ") +
		" Call the tool that does it, or say what is true. Answer the customer again, in full."
}
