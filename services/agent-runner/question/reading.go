package question

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/recado/recado/pkg/language"
)

//go:embed kinds.yaml
var kindsFile []byte

// kind is one thing that customers ask, with the words that ask it; kinds.yaml explains the fields.
type kind struct {
	Name   string   `yaml:"kind"`
	Covers []string `yaml:"covers"`
	Over   []string `yaml:"over"`
	Say    string   `yaml:"say"`
	Unless string   `yaml:"unless"`
	Family string   `yaml:"family"`
	Policy []string `yaml:"policy"` // where the business wrote of it, beside its FAQ
	Fixed  bool     `yaml:"fixed"`  // answered by an honest sentence
	Soft   bool     `yaml:"soft"`   // that sentence gives way to what the business wrote
	Polite bool     `yaml:"polite"` // only where nothing else is answered
	Yes    string   `yaml:"yes"`
	No     string   `yaml:"no"`
}

// table is kinds.yaml, compiled: list 2n finds kind n, list 2n+1 what speaks against it.
type table struct {
	Openers string            `yaml:"openers"`
	Tellers string            `yaml:"tellers"`
	Parters string            `yaml:"parters"`
	Fillers string            `yaml:"fillers"`
	Callers string            `yaml:"callers"`
	Words   map[string]string `yaml:"words"`
	Kinds   []*kind           `yaml:"kinds"`

	openers map[string]bool
	tellers map[string]bool
	parters map[string]bool
	fillers map[string]bool
	callers map[string]bool
	phrases *language.SmallPhrases
}

var kinds = mustTable(kindsFile)

func mustTable(data []byte) *table {
	t := &table{}
	if err := yaml.UnmarshalWithOptions(data, t, yaml.Strict()); err != nil {
		panic(fmt.Sprintf("kinds.yaml: %v", err)) // it is embedded
	}
	t.openers, t.tellers, t.fillers, t.callers = setOf(t.Openers), setOf(t.Tellers), setOf(t.Fillers), setOf(t.Callers)
	t.parters = setOf(t.Parters)
	lists := make([]string, 0, 2*len(t.Kinds))
	for _, k := range t.Kinds {
		lists = append(lists, t.filled(k.Say), t.filled(k.Unless))
	}
	var err error
	if t.phrases, err = language.NewSmallPhrases(lists); err != nil {
		panic(fmt.Sprintf("kinds.yaml: %v", err))
	}
	return t
}

func setOf(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[language.FoldString(w)] = true
	}
	return out
}

// filled writes out the word lists of a pattern.
func (t *table) filled(say string) string {
	for name, words := range t.Words {
		say = strings.ReplaceAll(say, "{"+name+"}", strings.TrimSpace(words))
	}
	return say
}

// says reports whether a text has one of a list of words.
func (t *table) says(text, list string) bool {
	words := strings.Split(t.Words[list], "|")
	return slices.ContainsFunc(language.Read(text).Tokens, func(k language.Token) bool { return slices.Contains(words, k.Norm) })
}

func (t *table) named(name string) *kind {
	i := slices.IndexFunc(t.Kinds, func(k *kind) bool { return k.Name == name })
	if i < 0 {
		return &kind{Name: name}
	}
	return t.Kinds[i]
}

// reading is a message cut into clauses.
type reading struct {
	done    bool
	text    language.Text
	clauses []clause
}

// clause is a part of a message that asks or says one thing: tokens from..to, to excluded.
type clause struct {
	from, to int
	asks     bool
	marked   bool // a question mark says so
	kinds    []*kind
	hits     []language.Hit // of its kinds
}

func (t *Turn) reading() *reading {
	if !t.read.done {
		t.read = kinds.read(t.Text)
	}
	return &t.read
}

// titles are abbreviations whose full stop ends no sentence.
var titles = regexp.MustCompile(`(?i)\b(dra?|dres|sra?|srta|lic|ing|prof|mrs?|ms|av)\.`)

func (t *table) read(text string) reading {
	r := reading{done: true, text: language.Read(titles.ReplaceAllString(text, "$1 "))}
	hits := t.phrases.Find(r.text, nil)
	r.clauses = t.cut(r.text)
	for i := range r.clauses {
		t.settle(&r.clauses[i], hits)
	}
	return r
}

// cut parts a text at the marks that end a sentence, at new lines, and where a question word follows an "and" or a comma.
func (t *table) cut(text language.Text) (out []clause) {
	from, question := 0, false
	end := func(to int, asks bool) {
		if wordsIn(text, from, to) > 0 {
			c := clause{from: from, to: to}
			c.marked = asks || question
			c.asks = c.marked || t.opens(text, from, to) || wonders(text, from, to)
			out = append(out, c)
		}
		question = false
	}
	for i := range text.Tokens {
		switch {
		case text.Is(i, ".", "!", ";", "¡", "?"):
			end(i, text.Is(i, "?"))
			from = i + 1
		case text.Is(i, "¿"):
			end(i, false)
			from, question = i+1, true
		case i > from && text.NewLine(i):
			end(i, false)
			from = i
		case i > from && text.Is(i, ",", "y", "e", "and", "tambien", "ah") && t.parts(text, from, i):
			asked := question || t.parters[t.afterFillers(text, i+1)]
			end(i, false)
			from, question = i+1, asked
		}
	}
	end(len(text.Tokens), false)
	return out
}

// parts reports whether another question follows place i, and what stands before it tells nothing of the one who asks.
func (t *table) parts(text language.Text, from, i int) bool {
	next := t.afterFillers(text, i+1)
	return (t.openers[next] || t.parters[next]) && !t.tells(text, from, i)
}

// afterFillers is the first word from place i on that is no filler: "y si aceptan".
func (t *table) afterFillers(text language.Text, i int) string {
	for t.fillers[text.At(i)] && !t.openers[text.At(i)] {
		i++
	}
	return text.At(i)
}

// tells reports whether a clause says something of the one who asks: what follows it asks about that.
func (t *table) tells(text language.Text, from, to int) bool {
	for i := from; i < to; i++ {
		if w := text.At(i); t.tellers[w] || !stopped(w) && text.Token(i).Kind != language.Mark {
			return t.tellers[w]
		}
	}
	return false
}

func wordsIn(text language.Text, from, to int) (n int) {
	for i := from; i < to; i++ {
		if text.Token(i).Kind != language.Mark {
			n++
		}
	}
	return n
}

// wonders reports whether a clause asks by the way: "saber si", "dime si".
func wonders(text language.Text, from, to int) bool {
	for i := from; i < to; i++ {
		if text.Is(i, "saber", "dime", "decir", "decirme", "digame", "averiguar", "know") && text.Is(i+1, "si", "if") {
			return true
		}
	}
	return false
}

// opens reports whether a clause begins as questions do, a greeting or an "and" before it aside. "Es que" begins a reason.
func (t *table) opens(text language.Text, from, to int) bool {
	for i := from; i < min(to, from+6); i++ {
		switch w := text.At(i); {
		case w == "es" && text.At(i+1) == "que":
			i++
		case w == "que" && text.Is(i-1, "quiero", "quisiera", "necesito", "queria"): // a wish
			return false
		case text.Is(i, "da", "duele", "queda", "trae") && text.Is(i-1, "me", "le", "nos", "les"): // "me da miedo"
			return false
		case t.openers[w]:
			return true
		case text.Token(i).Kind != language.Mark && !stopped(w) && !t.fillers[w] && !t.callers[w]:
			return false
		}
	}
	return false
}

// settle gives a clause its kinds: those whose words stand in it and that nothing speaks against.
func (t *table) settle(c *clause, hits []language.Hit) {
	found := make([]bool, 2*len(t.Kinds))
	for _, h := range hits {
		if h.From >= c.from && h.To <= c.to {
			found[h.List] = true
			if h.List%2 == 0 {
				c.hits = append(c.hits, h)
			}
		}
	}
	var over []string
	for i, k := range t.Kinds {
		if found[2*i] && !found[2*i+1] {
			c.kinds = append(c.kinds, k)
			over = append(over, k.Over...)
		}
	}
	c.kinds = slices.DeleteFunc(c.kinds, func(k *kind) bool { return slices.Contains(over, k.Name) })
	c.hits = slices.DeleteFunc(c.hits, func(h language.Hit) bool { return !slices.Contains(c.kinds, t.Kinds[h.List/2]) })
}

// words are a clause as the customer wrote it.
func (t *Turn) words(c clause) string {
	return strings.TrimSpace(t.reading().text.Original(c.from, c.to))
}

// without are the words of a clause; of one about allergies, less what the allergy is to: that names no dish.
func (c clause) without(t *Turn, kind string) string {
	var out []string
	allergens := strings.Split(strings.TrimSpace(kinds.Words["allergen"]), "|")
	text := t.reading().text
	for i := c.from; i < c.to; i++ {
		if kind != "allergy" || !slices.Contains(allergens, text.At(i)) {
			out = append(out, text.Original(i, i+1))
		}
	}
	return strings.Join(out, " ")
}

// honest reports whether a clause gets an honest sentence, whatever else its words may ask.
func (c clause) honest() bool {
	return slices.ContainsFunc(c.kinds, func(k *kind) bool { return k.Fixed && !k.Polite })
}
