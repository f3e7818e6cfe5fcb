package question

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func stopped(word string) bool { return knowledge.Silent(word) }

func carrying(text string) []string { return knowledge.Carrying(text) }

// turns are little words after which no thing of the business is named: "for my mother", "with my card".
var turns = strings.Fields("para por con sin en mi mis su sus tu tus que si for with without in at my your com sem em meu minha seu sua")

// joins are the words that part one thing from the next.
var joins = strings.Fields("y e o u and or ou mas ademas tambien plus")

// links join words to one name.
var links = strings.Fields("de del da do dos das of")

func linked(thing string) bool {
	return slices.ContainsFunc(strings.Fields(language.FoldString(thing)), func(w string) bool { return slices.Contains(links, w) })
}

// thingWords is how many words the name of a thing has at most.
const thingWords = 6

// saysMore reports whether a clause has a word of a matter beside the words that ask and the names that are known.
func (t *Turn) saysMore(a ask) bool {
	text := t.reading().text
	for i := a.clause.from; i < a.clause.to; i++ {
		w := text.At(i)
		if asksAt(a.clause, i) || !carries(w) || text.Token(i).Kind != language.Word || t.placeOrPerson(w) {
			continue
		}
		if !slices.ContainsFunc(a.items, func(m *recadov1.Mention) bool { return t.speaksOf(w, m) }) {
			return true
		}
	}
	return false
}

// ofThings are the kinds whose question names what it is about.
var ofThings = []string{"price", "have", "duration"}

// ofNone are those that ask of what was named before where nothing is named.
var ofNone = []string{"price", "duration", "count"}

// about gives a question what it is about: the names said in its clause, things that nobody knows there, else those of the message,
// else what the conversation was about.
func (t *Turn) about(a ask) ask {
	named := append(slices.Clone(t.Slots.GetServices()), t.Slots.GetDishes()...)
	if len(a.clause.hits) > 0 && slices.Contains(ofThings, a.kind) {
		for _, thing := range t.things(a.clause) {
			part := slices.ContainsFunc(named, func(m *recadov1.Mention) bool { return t.speaksOf(thing, m) })
			switch m := t.find(thing); {
			case m != nil && !part:
				a.items = withMention(a.items, m)
			case a.kind == "duration":
			case part && kinds.says(thing, "pets"): // "sterilizing a cat" is what there is
			case part && m == nil && (a.kind == "have" || linked(thing)): // "a vaccine against yellow fever" is not the one that there is
				a.unknown = append(a.unknown, thing)
			case !part && !t.otherName(thing):
				a.unknown = append(a.unknown, thing)
			}
		}
	}
	switch whole := (clause{to: len(t.reading().text.Tokens)}).without(t, a.kind); a.kind {
	case "allergy": // what the allergy is to names no dish
		named = slices.DeleteFunc(named, func(m *recadov1.Mention) bool { return !t.speaksOf(whole, m) })
	case "diet":
		named = slices.DeleteFunc(named, func(m *recadov1.Mention) bool { return !t.speaksOf(a.text, m) })
	}
	rest := a.clause.without(t, a.kind)
	for _, thing := range a.unknown { // what it is like is said by its name alone
		rest = strings.Replace(rest, thing, "", 1)
	}
	for _, m := range named {
		switch {
		case t.speaksOf(rest, m):
			a.items = withMention(a.items, m)
		case len(a.unknown) > 0 && !t.speaksOf(t.Text, m): // the router knew a name that is spelled otherwise here
			a.items, a.unknown = withMention(a.items, m), a.unknown[1:]
		}
	}
	switch {
	case len(a.items)+len(a.unknown) > 0:
	case len(named) > 0 && (a.kind != "have" || len(a.clause.hits) == 0):
		a.items = named
	case a.kind == "text", a.kind == "price" && t.Busy, t.onlyOfTimes(a):
		a.items = t.subject()
	case len(a.clause.hits) > 0 && a.kind != "have":
		a.items = t.subject()
	}
	if len(a.items)+len(a.unknown) == 0 && (slices.Contains(ofNone, a.kind) || slices.Contains(ofPeople, a.kind)) {
		a.items = t.guess(a.text)
	}
	if len(a.items) == 1 {
		a.items = []*recadov1.Mention{t.nearest(a.text, a.items[0])}
	}
	if before := t.subject(); len(a.items) == 1 && len(before) == 1 && t.onlyNames(a.text, before[0]) {
		a.items = before // "how much is the consultation" after one that was named
	}
	a.items = t.fullest(a.text, a.items)
	a.items = a.items[:min(len(a.items), maxParts)]
	return a
}

// onlyOfTimes reports whether a clause names nothing but a day: "and on Saturdays is there any?".
func (t *Turn) onlyOfTimes(a ask) bool {
	return len(carrying(a.text)) == 0 && len(t.daysOf(a.clause)) > 0
}

// fullest leaves out an item of which a text says less than of another one: "consulta" beside "consulta con el pediatra".
func (t *Turn) fullest(text string, items []*recadov1.Mention) []*recadov1.Mention {
	said := func(m *recadov1.Mention) (words []string) {
		for _, w := range carrying(text) {
			if t.speaksOf(w, m) {
				words = append(words, w)
			}
		}
		return words
	}
	return slices.DeleteFunc(slices.Clone(items), func(m *recadov1.Mention) bool {
		less := said(m)
		return slices.ContainsFunc(items, func(other *recadov1.Mention) bool {
			more := said(other)
			return len(less) < len(more) && !slices.ContainsFunc(less, func(w string) bool { return !slices.Contains(more, w) })
		})
	})
}

func withMention(list []*recadov1.Mention, m *recadov1.Mention) []*recadov1.Mention {
	if slices.ContainsFunc(list, func(other *recadov1.Mention) bool { return other.GetId() == m.GetId() }) {
		return list
	}
	return append(list, m)
}

func namesIn(items []*recadov1.Mention) (names []string) {
	for _, m := range items {
		names = append(names, m.GetName())
	}
	return names
}

// names are a mention's name and aliases.
func (t *Turn) names(m *recadov1.Mention) []string {
	out := []string{m.GetName()}
	for _, list := range [][]tenant.Name{t.settings().Services, t.settings().Dishes} {
		for _, n := range list {
			if n.ID == m.GetId() {
				out = append(out, n.Aliases...)
			}
		}
	}
	return out
}

// speaksOf reports whether a text has a word of one of a mention's names.
func (t *Turn) speaksOf(text string, m *recadov1.Mention) bool {
	return slices.ContainsFunc(t.names(m), func(name string) bool { return shares(text, name) })
}

// commonIn is in how many names a word stands that tells no service from another: "dental".
const commonIn = 3

func (t *Turn) common(word string) bool {
	n := 0
	for _, s := range t.settings().Services {
		if knowledge.Covers(word, s.Name) == 1 {
			n++
		}
	}
	return n >= commonIn
}

// shares reports whether a text has a word that carries the name, in whatever form.
func shares(text, name string) bool {
	return slices.ContainsFunc(carrying(text), func(w string) bool { return !kinds.says(w, "pets") && knowledge.Covers(w, name) > 0 })
}

// find is the service or dish that goes by all the words of a thing.
func (t *Turn) find(thing string) *recadov1.Mention {
	for _, list := range [][]tenant.Name{t.settings().Services, t.settings().Dishes} {
		for _, n := range list {
			for _, name := range append([]string{n.Name}, n.Aliases...) {
				if knowledge.Covers(thing, name) == 1 || slip(language.FoldString(thing), name) {
					return &recadov1.Mention{Id: n.ID, Name: n.Name}
				}
			}
		}
	}
	return nil
}

// slipLetters is how many letters a word has at least that may be one letter away from a name: "limpeza".
const slipLetters = 6

// slip reports whether a word is one letter more, less or other than a word of a name.
func slip(word, name string) bool {
	return len(word) >= slipLetters && slices.ContainsFunc(carrying(name), func(w string) bool { return oneAway(word, w) })
}

func oneAway(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) == len(b) {
		return i == len(a) || a[i+1:] == b[i+1:]
	}
	return a[i:] == b[i+1:]
}

// otherName reports whether a thing is a branch, a person, a specialty or a category.
func (t *Turn) otherName(thing string) bool {
	of := func(n tenant.Name) bool { return shares(thing, n.Tag) }
	return t.placeOrPerson(thing) || slices.ContainsFunc(t.settings().Staff, of) || t.category(thing) != ""
}

func (t *Turn) placeOrPerson(thing string) bool {
	return slices.ContainsFunc(slices.Concat(t.settings().Branches, t.settings().Staff), func(n tenant.Name) bool {
		return slices.ContainsFunc(append([]string{n.Name}, n.Aliases...), func(name string) bool { return shares(thing, name) })
	})
}

// category is the category of the catalogue that a text names.
func (t *Turn) category(text string) string {
	for _, list := range [][]tenant.Name{t.settings().Dishes, t.settings().Services} {
		for _, n := range list {
			if n.Tag != "" && shares(text, n.Tag) {
				return n.Tag
			}
		}
	}
	return ""
}

// courseAsked is the category of several things that a question wants all of: "qué ceviches tienen?".
func (t *Turn) courseAsked(a ask) string {
	course := t.category(a.text)
	if course == "" || !kinds.says(a.text, "all") && len(strings.Fields(a.text)) > 1 {
		return ""
	}
	n := 0
	for _, list := range [][]tenant.Name{t.settings().Dishes, t.settings().Services} {
		for _, name := range list {
			if name.Tag == course {
				n++
			}
		}
	}
	words := slices.DeleteFunc(carrying(a.text), func(w string) bool { return knowledge.Covers(w, course) > 0 })
	if n < 2 || len(words) > 0 {
		return ""
	}
	return course
}

// things are the names of things in a clause, where a question has them: at its beginning, right after the words that ask, and after
// another thing and an "and".
func (t *Turn) things(c clause) (out []string) {
	text := t.reading().text
	open, asked, start := true, false, -1
	end := func(i int) {
		if start >= 0 && i-start <= thingWords {
			out = append(out, text.Original(start, i))
		}
		start = -1
	}
	for i := c.from; i < c.to; i++ {
		w := text.At(i)
		switch {
		case asksAt(c, i):
			end(i)
			if !asked && !t.leads(c, out) {
				out = nil
			}
			open, asked = true, true
		case kinds.callers[w], kinds.openers[w], kinds.parters[w]:
			end(i)
		case slices.Contains(joins, w), text.Is(i, ","):
			end(i)
			open = open || len(out) > 0
		case text.Token(i).Kind != language.Word || slices.Contains(turns, w):
			end(i)
			open = false
			if !asked { // what the words that ask do not follow is no thing of theirs
				out = nil
			}
		case stopped(w):
			if start == i-1 && slices.Contains(articles, w) && infinitive(text.At(start)) { // "operar una hernia" is one thing
				continue
			}
			if !slices.Contains(links, w) && !slices.Contains(links, text.At(i-1)) { // "corona de zirconia" is one thing
				end(i)
			}
		case !carries(w):
			end(i)
			open = false
		case open && start < 0:
			start, open = i, false
		}
	}
	end(c.to)
	return out
}

// infinitive reports whether a word looks like what one wants done.
func infinitive(w string) bool {
	return len(w) > 4 && (strings.HasSuffix(w, "ar") || strings.HasSuffix(w, "er") || strings.HasSuffix(w, "ir"))
}

// leads reports whether what stands before the words that ask is what they ask for: the first words, or after an article.
func (t *Turn) leads(c clause, things []string) bool {
	if len(things) == 0 {
		return false
	}
	before, _, _ := strings.Cut(t.words(c), things[0])
	words := strings.Fields(language.FoldString(before))
	return len(words) == 0 || slices.Contains(articles, words[len(words)-1])
}

// articles stand before the name of a thing.
var articles = strings.Fields("que cuales what which quais la el las los un una unas unos de del y the a an of and o os as um uma e")

func carries(word string) bool { return len(carrying(word)) > 0 }

// asksAt reports whether token i is part of the words that ask.
func asksAt(c clause, i int) bool {
	return slices.ContainsFunc(c.hits, func(h language.Hit) bool { return h.From <= i && i < h.To })
}

// alike are the names, three at most, that a thing may have meant: those that begin as one of its words does.
func (t *Turn) alike(thing string) (out []string) {
	const common = 5
	for _, list := range [][]tenant.Name{t.settings().Services, t.settings().Dishes} {
		for _, n := range list {
			begun := func(name string) bool { return begins(thing, name, common) }
			if slices.ContainsFunc(append([]string{n.Name}, n.Aliases...), begun) && len(out) < maxAlike {
				out = append(out, n.Name)
			}
		}
	}
	return out
}

func begins(a, b string, n int) bool {
	for _, x := range carrying(a) {
		for _, y := range carrying(b) {
			if len(x) >= n && strings.HasPrefix(y, x[:n]) {
				return true
			}
		}
	}
	return false
}
