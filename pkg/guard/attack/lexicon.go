package attack

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed lexicon.txt
var lexiconText string

// lexicon knows the classes of words.
type lexicon struct {
	names []string
	ids   map[string]int
	words *table
	stems *table
	near  *neighbours
}

// shortestStem is the least length of a stem; fewer letters say nothing of what follows.
const shortestStem = 4

var words = readLexicon(lexiconText)

// ClassNames names each class of a set by its number.
func ClassNames() []string { return words.names }

// classOf returns the union of the named classes, which must exist.
func classOf(names string) (out Class) {
	for name := range strings.SplitSeq(names, "|") {
		id, ok := words.ids[name]
		if !ok {
			panic(fmt.Sprintf("guard: the lexicon has no class %q", name))
		}
		out = out.or(bit(id))
	}
	return out
}

// draft is a lexicon being read.
type draft struct {
	out   *lexicon
	words map[string]Class
	stems map[string]Class
	core  map[string]bool
	class Class
	sharp bool // the class being read is a core one
}

func readLexicon(text string) *lexicon {
	d := draft{
		out:   &lexicon{ids: map[string]int{}},
		words: make(map[string]Class, 8000), stems: map[string]Class{}, core: map[string]bool{},
	}
	for line := range strings.Lines(text) {
		switch heading, isHeading := strings.CutSuffix(strings.TrimSpace(line), ":"); {
		case strings.HasPrefix(line, "#"):
		case isHeading && !strings.HasPrefix(line, " "):
			d.open(heading)
		default:
			for item := range strings.FieldsSeq(line) {
				d.item(item)
			}
		}
	}
	return d.finish()
}

func (d *draft) open(heading string) {
	name, sharp := strings.CutSuffix(heading, " core")
	d.sharp = sharp
	d.class = d.named(name)
}

func (d *draft) named(name string) Class {
	id, ok := d.out.ids[name]
	if !ok {
		id = len(d.out.names)
		if id >= MaxClasses {
			panic("guard: the lexicon has too many classes")
		}
		d.out.ids[name] = id
		d.out.names = append(d.out.names, name)
	}
	return bit(id)
}

func (d *draft) item(item string) {
	if stem, ok := strings.CutSuffix(item, "*"); ok {
		if len(stem) < shortestStem {
			panic(fmt.Sprintf("guard: stem %q is too short", item))
		}
		d.stems[stem] = d.stems[stem].or(d.class)
		return
	}
	if stems, kind, ok := strings.Cut(item, "+"); ok {
		conjugate(stems, kind, func(form, mood string) {
			d.word(form, d.class)
			if mood != "" {
				d.words[form] = d.words[form].or(d.named(mood))
			}
		})
		return
	}
	d.word(item, d.class)
}

func (d *draft) word(word string, class Class) {
	d.words[word] = d.words[word].or(class)
	if d.sharp && len(word) >= shortestFuzzy {
		d.core[word] = true
	}
}

func (d *draft) finish() *lexicon {
	hashed := func(in map[string]Class) map[uint64]Class {
		out := make(map[uint64]Class, len(in))
		for word, class := range in {
			out[hashWord([]byte(word))] = class
		}
		return out
	}
	d.out.words, d.out.stems = newTable(hashed(d.words)), newTable(hashed(d.stems))
	d.out.near = newNeighbours(d.core)
	return d.out
}

// lookup returns the classes of a folded word, or of the verb under its pronouns, or of its stem.
func (l *lexicon) lookup(word []byte) (Class, bool) {
	if c, ok := l.words.get(hashWord(word)); ok {
		return c, true
	}
	if c, ok := l.withClitic(word); ok {
		return c, true
	}
	h := uint64(hashSeed)
	found, ok := Class{}, false
	for i, b := range word {
		h = hashByte(h, b)
		if i+1 >= shortestStem {
			if c, hit := l.stems.get(finish(h)); hit {
				found, ok = found.or(c), true
			}
		}
	}
	return found, ok
}

var verbal, me = classOf("IMPER|INFIN|GERUND"), classOf("ME")

func (l *lexicon) withClitic(word []byte) (Class, bool) {
	n := len(word)
	if n < 5 {
		return Class{}, false
	}
	switch word[n-1] {
	case 'e', 'o', 'a', 's':
	default:
		return Class{}, false
	}
	for _, clitic := range clitics {
		if n-len(clitic) < 3 || string(word[n-len(clitic):]) != clitic {
			continue
		}
		if c, ok := l.words.get(hashWord(word[:n-len(clitic)])); ok && c.Meets(verbal) {
			if clitic[0] == 'm' || clitic[0] == 'n' {
				c = c.or(me)
			}
			return c, true
		}
	}
	return Class{}, false
}
