package attack

import (
	_ "embed"
	"fmt"
	"maps"
	"strings"
)

var (
	//go:embed lexicon.txt
	lexiconText string
	//go:embed verbs.txt
	verbsText string
	//go:embed themes.txt
	themesText string
	//go:embed languages.txt
	languagesText string
	//go:embed short.txt
	shortText string
)

// lexicon knows the classes of words.
type lexicon struct {
	names []string
	ids   map[string]int
	words *table
	stems *table
	// maxStem is how many letters of a word a stem can have.
	maxStem int
	near    *neighbours
	// short knows the hashes of the words that common short spellings stand for.
	short map[string]uint64
}

// minStem is the least length of a stem; fewer letters say nothing of what follows.
const minStem = 4

var words = readLexicon(lexiconText+themesText+verbsText, languagesText)

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
	core  map[string]Class
	class Class
	// known: the class being read is a core one, sharp: of words that only a model is told.
	known, sharp bool
	keen         map[string]bool
}

// readLexicon reads the classes; the words of further are known by their letters alone: the sounds are Spanish.
func readLexicon(text, further string) *lexicon {
	d := draft{
		out:   &lexicon{ids: map[string]int{}},
		words: make(map[string]Class, 36_000), stems: map[string]Class{}, core: map[string]Class{}, keen: map[string]bool{},
	}
	d.read(text)
	d.abbreviate(shortText)
	heard := maps.Clone(d.words)
	d.read(further)
	return d.finish(heard)
}

func (d *draft) read(text string) {
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
}

func (d *draft) open(heading string) {
	name, known := strings.CutSuffix(heading, " core")
	name, sharp := strings.CutSuffix(name, " sharp")
	d.known, d.sharp = known || sharp, sharp
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
		if len(stem) < minStem {
			panic(fmt.Sprintf("guard: stem %q is too short", item))
		}
		d.stems[stem] = d.stems[stem].or(d.class)
		d.out.maxStem = max(d.out.maxStem, len(stem))
		return
	}
	if stems, kind, ok := strings.Cut(item, "+"); ok {
		conjugate(stems, kind, func(form, mood string) {
			d.word(form, d.class)
			if mood != "" {
				d.words[form] = d.words[form].or(d.named(mood))
			}
			if d.known && mood == "IMPER" && kind != "en" {
				d.word(form+"me", d.words[form].or(d.named("ME")))
			}
		})
		return
	}
	d.word(item, d.class)
}

func (d *draft) word(word string, class Class) {
	d.words[word] = d.words[word].or(class)
	if d.known && len(word) > minHeard {
		d.core[word] = class
		d.keen[word] = d.keen[word] || d.sharp
	}
}

// finish makes the lexicon; heard are the words that are known by their sound, too.
func (d *draft) finish(heard map[string]Class) *lexicon {
	hashed := func(in map[string]Class) map[uint64]Class {
		out := make(map[uint64]Class, len(in))
		for word, class := range in {
			out[hashWord([]byte(word))] = class
		}
		return out
	}
	d.out.words, d.out.stems = newTable(hashed(d.words)), newTable(hashed(d.stems))
	for word := range d.core {
		d.core[word] = heard[word]
	}
	d.out.near = newNeighbours(d.core, d.keen, heard)
	return d.out
}

// abbreviate adds to short spellings the classes of the words that they stand for.
func (d *draft) abbreviate(text string) {
	d.out.short = map[string]uint64{}
	for line := range strings.Lines(text) {
		short, word, ok := strings.Cut(strings.TrimSpace(line), " ")
		if ok && short != "#" {
			d.words[short] = d.words[short].or(d.words[word])
			d.out.short[short] = letters([]byte(word))
		}
	}
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
	for i, b := range word[:min(len(word), l.maxStem)] {
		h = hashByte(h, b)
		if i+1 >= minStem {
			if c, hit := l.stems.get(finish(h)); hit {
				found, ok = found.or(c), true
			}
		}
	}
	if !ok {
		return byEnding(word), false
	}
	return found, ok
}

// moods are endings that tell the mood of a verb that is not in the lexicon.
var moods = []struct {
	ending string
	class  Class
}{
	{"aste", classOf("SECOND")},
	{"iste", classOf("SECOND")},
	{"ieras", classOf("SECOND")},
	{"aras", classOf("SECOND")},
	{"ieses", classOf("SECOND")},
	{"arias", classOf("SECOND")},
	{"erias", classOf("SECOND")},
	{"irias", classOf("SECOND")},
	{"abas", classOf("SECOND")},
	{"ando", classOf("GERUND")},
	{"iendo", classOf("GERUND")},
	{"melo", classOf("IMPER|ME")},
	{"mela", classOf("IMPER|ME")},
	{"melos", classOf("IMPER|ME")},
	{"melas", classOf("IMPER|ME")},
	{"noslo", classOf("IMPER|ME")},
	{"ing", classOf("GERUND")},
}

const minVerb = 6 // letters of a word whose ending tells a mood

func byEnding(word []byte) (c Class) {
	if len(word) < minVerb {
		return c
	}
	for i := range moods {
		if e := moods[i].ending; string(word[len(word)-len(e):]) == e {
			return moods[i].class
		}
	}
	return c
}

var verbal, me = classOf("IMPER|INFIN|GERUND"), classOf("ME")

func (l *lexicon) withClitic(word []byte) (Class, bool) {
	n := len(word)
	if n < 5 || int(word[n-1]) >= len(clitics) {
		return Class{}, false
	}
	for _, clitic := range clitics[word[n-1]] {
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
