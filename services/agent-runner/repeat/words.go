package repeat

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/pkg/language"
)

//go:embed repeat.yaml
var file []byte

type kind struct {
	Words      string `yaml:"words"`
	ES, EN, PT string
}

type table struct {
	Empty string          `yaml:"empty"`
	Kinds map[string]kind `yaml:"kinds"`
	Same  [][]string      `yaml:"same"`
	Other [][]string      `yaml:"other"`

	empty  map[string]bool
	kindOf map[string]string // by word
}

var known = mustTable()

func mustTable() (t table) {
	if err := yaml.UnmarshalWithOptions(file, &t, yaml.Strict()); err != nil {
		panic(fmt.Sprintf("repeat.yaml: %v", err)) // it is embedded
	}
	t.empty, t.kindOf = map[string]bool{}, map[string]string{}
	for w := range strings.FieldsSeq(t.Empty) {
		t.empty[w] = true
	}
	for name, k := range t.Kinds {
		for w := range strings.FieldsSeq(k.Words) {
			t.kindOf[w] = name
		}
	}
	return t
}

// Gist is what a text is about, as short hashes of its words: enough to compare, too little to read.
type Gist struct {
	Kinds   []string `json:"kinds,omitempty"` // of the values that it asks for
	Words   []uint16 `json:"words,omitempty"` // that say something
	Figures []uint16 `json:"figures,omitempty"`
}

// maxGist bounds what of a text is compared.
const maxGist = 40

func gist(text string) (g Gist) {
	words := strings.FieldsFunc(language.FoldString(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, w := range words[:min(len(words), maxGist)] {
		switch {
		case known.kindOf[w] != "":
			g.Kinds = append(g.Kinds, known.kindOf[w])
		case strings.ContainsFunc(w, unicode.IsDigit):
			g.Figures = append(g.Figures, short(w))
		case !known.empty[w] && len(w) > 1:
			g.Words = append(g.Words, short(w))
		}
	}
	g.Kinds, g.Words, g.Figures = set(g.Kinds), set(g.Words), set(g.Figures)
	return g
}

func set[T string | uint16](all []T) []T {
	slices.Sort(all)
	return slices.Compact(all)
}

func short(w string) uint16 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(w))
	return uint16(h.Sum32())
}

// nothing reports whether a text is about nothing in particular.
func (g Gist) nothing() bool { return len(g.Kinds)+len(g.Words) == 0 }

// nearEqual is the share of their words that two texts have in common that are about the same.
const nearEqual = 0.8

// same reports whether two texts are about the same: of the same values, or nearly in the same words where they ask for none that is
// known. Other figures are other times, prices or amounts.
func (g Gist) same(of Gist) bool {
	if g.nothing() || of.nothing() || !slices.Equal(g.Figures, of.Figures) || !slices.Equal(g.Kinds, of.Kinds) {
		return false
	}
	return len(g.Kinds) > 0 || g.near(of)
}

// again reports whether two texts of a customer ask the same, in nearly the same words.
func (g Gist) again(of Gist) bool {
	return !g.nothing() && slices.Equal(g.Figures, of.Figures) && slices.Equal(g.Kinds, of.Kinds) && g.near(of)
}

// near reports whether two texts have nearly the same words.
func (g Gist) near(of Gist) bool {
	both := 0
	for _, w := range g.Words {
		if _, ok := slices.BinarySearch(of.Words, w); ok {
			both++
		}
	}
	return float64(both) >= nearEqual*float64(len(g.Words)+len(of.Words)-both)
}

// question is the last sentence of a text where it asks, and what stands before it.
func question(text string) (before, asked string) {
	text = strings.TrimSpace(text)
	if !strings.HasSuffix(text, "?") {
		return text, ""
	}
	at := strings.LastIndexAny(text[:len(text)-1], ".!?\n")
	if open := strings.LastIndex(text, "¿"); open > at {
		at = open - 1
	}
	return strings.TrimSpace(text[:at+1]), strings.TrimSpace(text[at+1:])
}

// example is how a value of the kinds that a question asks for is written; empty where none is known.
func (g Gist) example(language string) string {
	var out []string
	for _, name := range g.Kinds {
		switch k := known.Kinds[name]; language {
		case "en":
			out = append(out, k.EN)
		case "pt":
			out = append(out, k.PT)
		default:
			out = append(out, k.ES)
		}
	}
	return strings.Join(out, "; ")
}
