package rulemodel

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/llm"
)

// phraseFiles hold everything that the rule model says by itself, a file per language; what it says of the business comes from tools.
//
//go:embed phrases/*.yaml heard.yaml
var phraseFiles embed.FS

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
	data, err := phraseFiles.ReadFile("phrases/" + lang + ".yaml")
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

// words says phrases in one language and register.
type words struct {
	lang    language.Lang
	address int
}

func wordsFor(f *llm.Facts) words {
	w := words{lang: language.Lang(f.Language)}
	if !w.lang.Known() {
		w.lang = language.Spanish
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

func (w words) get(key string) string {
	p := phrases[w.lang][key]
	switch {
	case w.address == usted && p.Usted != "":
		return p.Usted
	case w.address == vos && p.Vos != "":
		return p.Vos
	}
	return p.Tu
}

// say fills a phrase: pairs are names in braces and what stands for them.
func (t *turn) say(key string, pairs ...string) string {
	text := t.words.get(key)
	for i := 0; i+1 < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, "{"+pairs[i]+"}", pairs[i+1])
	}
	return text
}

// heard are runs of words that mean something to the engine, without accents, capitals and marks, with look-alikes that must not match.
type heardRuns struct {
	Runs []string `yaml:"runs"`
	Not  []string `yaml:"not"`
}

var heard = mustHeard()

func mustHeard() (all map[string]heardRuns) {
	data, err := phraseFiles.ReadFile("heard.yaml")
	if err == nil {
		err = yaml.UnmarshalWithOptions(data, &all, yaml.Strict())
	}
	if err != nil {
		panic(fmt.Sprintf("heard.yaml: %v", err)) // it is embedded
	}
	return all
}

// says reports whether a run of heard.yaml stands in this turn's words.
func (t *turn) says(key string) bool { return anyRun(t.plain, heard[key].Runs) }

// saysAny reports whether one of some word runs stands in a text, without accents, capitals and marks.
func saysAny(text string, runs []string) bool {
	return anyRun(plain(text), runs)
}

// plain is a text as runs are looked for in it: its words between single spaces.
func plain(text string) string { return " " + strings.Join(plainWords(text), " ") + " " }

// anyRun reports whether a run stands in a plain text, as whole words.
func anyRun(text string, runs []string) bool {
	return slices.ContainsFunc(runs, func(run string) bool {
		for rest, at := text, 0; ; rest = rest[at+1:] {
			if at = strings.Index(rest, run); at < 0 {
				return false
			}
			if at > 0 && rest[at-1] == ' ' && rest[at+len(run)] == ' ' {
				return true
			}
		}
	})
}

func plainWords(text string) []string {
	return strings.FieldsFunc(language.FoldString(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}
