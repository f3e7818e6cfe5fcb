// Package phrase holds everything that Recado says to customers by itself, in three languages and three ways to address somebody.
package phrase

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/llm"
)

// files are a language each; what is said of the business comes from tools.
//
//go:embed phrases/*.yaml
var files embed.FS

// phrase is one text; Spanish may address the customer in three ways, which fall back to tú.
type phrase struct {
	Tu    string `yaml:"tu"`
	Usted string `yaml:"usted"`
	Vos   string `yaml:"vos"`
}

// UnmarshalYAML reads a text, or one for each way to address.
func (p *phrase) UnmarshalYAML(unmarshal func(any) error) error {
	if unmarshal(&p.Tu) == nil {
		return nil
	}
	type forms phrase
	return unmarshal((*forms)(p))
}

// phrases are the texts of each language by key.
var phrases = map[language.Lang]map[string]phrase{
	language.Spanish: mustPhrases("es"), language.English: mustPhrases("en"), language.Portuguese: mustPhrases("pt"),
}

func mustPhrases(lang string) (texts map[string]phrase) {
	data, err := files.ReadFile("phrases/" + lang + ".yaml")
	if err == nil {
		err = yaml.UnmarshalWithOptions(data, &texts, yaml.Strict())
	}
	if err != nil {
		panic(fmt.Sprintf("phrases/%s.yaml: %v", lang, err)) // it is embedded
	}
	return texts
}

// The ways in which Spanish addresses somebody.
const (
	tu = iota
	usted
	vos
)

// voseo are the countries where vos is what everybody says.
var voseo = []string{"AR", "UY", "PY"}

// Words say phrases in one language and register.
type Words struct {
	Lang    language.Lang
	address int
}

// For are the words for a conversation: its language, the assistant's style, and what the country says.
func For(f *llm.Facts) Words {
	w := Words{Lang: language.Lang(f.Language)}
	if !w.Lang.Known() {
		w.Lang = language.Spanish
	}
	style := styleOf(f)
	switch {
	case style == "professional" || style == "very_formal":
		w.address = usted
	case slices.Contains(voseo, f.Settings.Country):
		w.address = vos
	}
	return w
}

func styleOf(f *llm.Facts) string {
	if f.Assistant == nil {
		return ""
	}
	return f.Assistant.Style
}

func (w Words) get(key string) string {
	p := phrases[w.Lang][key]
	switch {
	case w.address == usted && p.Usted != "":
		return p.Usted
	case w.address == vos && p.Vos != "":
		return p.Vos
	}
	return p.Tu
}

// Has reports whether there is a phrase under a key.
func Has(key string) bool {
	_, ok := phrases[language.Spanish][key]
	return ok
}

// Say fills a phrase: pairs are names in braces and what stands for them.
func (w Words) Say(key string, pairs ...string) string {
	text := w.get(key)
	for i := 0; i+1 < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, "{"+pairs[i]+"}", pairs[i+1])
	}
	return text
}
