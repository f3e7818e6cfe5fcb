package basket

import (
	"slices"
	"strings"
)

// small are the words that names and notes have or leave out, folded; denies turn what follows them round, and allows end that.
var (
	small  = strings.Fields("de del la el los las the of da do das dos")
	denies = strings.Fields("sin no without sem ni hold quita quitale")
	allows = strings.Fields("con with com pero but")
	units  = strings.Fields("un una uno a an um uma some")
	joints = strings.Fields("y e and con with com , pero but mas de")
)

// said is one word of a note: as written, and folded.
type said struct {
	written, folded string
	denied          bool
	taken           bool
}

func wordsSaid(note string) (out []said) {
	denied := false
	for w := range strings.FieldsSeq(strings.ReplaceAll(note, ",", " , ")) {
		folded := strings.Join(wordsOf(w), " ")
		switch {
		case slices.Contains(denies, folded):
			denied = true
		case slices.Contains(allows, folded), w == ",":
			denied = false
		}
		out = append(out, said{written: w, folded: folded, denied: denied})
	}
	return out
}

// options finds the options of a dish that a note names: those that are wanted, those that are not, and what is left of the note.
func (d *Dish) options(note string) (wanted, refused []string, rest string) {
	if d == nil || len(d.Options) == 0 {
		return nil, nil, note
	}
	words := wordsSaid(note)
	for _, f := range d.longestFirst() {
		from, to := spanOf(words, contentOf(f.called))
		if to == 0 || slices.Contains(wanted, f.option) {
			continue
		}
		if words[from].denied && !slices.Contains(denies, wordsOf(f.called)[0]) {
			refused = append(refused, f.option)
			continue
		}
		wanted = append(wanted, f.option)
		take(words[from:to])
	}
	wanted = append(wanted, d.charged(words, wanted)...)
	slices.Sort(wanted)
	return wanted, refused, restOf(words)
}

// unwanted are the chosen options of which a note does without some word: "sin huevo" of the fried egg.
func unwanted(chosen []string, note string) (out []string) {
	words := wordsSaid(note)
	for _, o := range chosen {
		own := contentOf(o)
		without := func(w said) bool { return w.denied && len(w.folded) >= minWord && slices.Contains(own, w.folded) }
		if !slices.Contains(denies, wordsOf(o)[0]) && slices.ContainsFunc(words, without) {
			out = append(out, o)
		}
	}
	return out
}

// Unwants reports whether what was said takes an option off a line: "mejor sin huevo", where the fried egg was chosen.
func (b *Basket) Unwants(s Said) bool {
	return slices.ContainsFunc(b.Lines, func(l Line) bool { return len(unwanted(l.Options, s.Note)) > 0 })
}

func take(words []said) {
	for i := range words {
		words[i].taken = true
	}
}

// form is what an option is called.
type form struct{ option, called string }

// longestFirst are the names of the options, those of many words before those of few: "extra queso" is no "queso". The "con" of "con
// huevo" counts for none: "huevo montado" says more.
func (d *Dish) longestFirst() (out []form) {
	for _, o := range d.Options {
		for _, called := range append([]string{o.Name}, o.Aliases...) {
			if len(contentOf(called)) > 0 {
				out = append(out, form{o.Name, called})
			}
		}
	}
	own := func(f form) int {
		return len(slices.DeleteFunc(contentOf(f.called), func(w string) bool { return slices.Contains(allows, w) }))
	}
	slices.SortStableFunc(out, func(a, b form) int { return own(b) - own(a) })
	return out
}

// charged takes the options with a price that what is left of a note asks for by a part of their names: "con huevo" is the fried egg. A
// note has no price, so what costs something must not stay one.
func (d *Dish) charged(words []said, chosen []string) (out []string) {
	for from := 0; from < len(words); from++ {
		if !slices.Contains(allows[:3], words[from].folded) {
			continue
		}
		to := from + 1
		for to < len(words) && !words[to].ends() {
			to++
		}
		if o := d.chargedBy(contentOf(writtenOf(words[from+1 : to]))); o != "" && !slices.Contains(append(out, chosen...), o) {
			out = append(out, o)
			take(words[from:to])
		}
		from = to - 1
	}
	return out
}

// ends reports whether a word ends what a "con" before it asks for.
func (w said) ends() bool {
	parts := w.written == "," || slices.Contains([]string{"y", "e", "and", "mas"}, w.folded)
	return parts || w.taken || slices.Contains(denies, w.folded) || slices.Contains(allows, w.folded)
}

// chargedBy is the one option with a price of which some words are all a part.
func (d *Dish) chargedBy(words []string) (found string) {
	for _, f := range d.longestFirst() {
		i := slices.IndexFunc(d.Options, func(o Option) bool { return o.Name == f.option })
		other := func(w string) bool { return len(w) < minWord || !slices.Contains(contentOf(f.called), w) }
		switch {
		case len(words) == 0, d.Options[i].Price == 0, found == f.option, slices.ContainsFunc(words, other):
		case found != "":
			return ""
		default:
			found = f.option
		}
	}
	return found
}

// writtenOf are some words as written, without articles.
func writtenOf(words []said) string {
	var out []string
	for _, w := range words {
		if !slices.Contains(units, w.folded) {
			out = append(out, w.written)
		}
	}
	return strings.Join(out, " ")
}

func contentOf(name string) []string {
	return slices.DeleteFunc(wordsOf(name), func(w string) bool { return slices.Contains(small, w) })
}

// spanOf finds words in a note, in whatever order, with nothing but small words between; to is 0 where they do not stand there.
func spanOf(note []said, words []string) (from, to int) {
	if len(words) == 0 {
		return 0, 0
	}
	for from = range note {
		left := slices.Clone(words)
		for to = from; to < len(note) && len(left) > 0; to++ {
			if slices.Contains(small, note[to].folded) && to > from {
				continue
			}
			i := slices.Index(left, note[to].folded)
			if i < 0 || note[to].taken {
				break
			}
			left = slices.Delete(left, i, i+1)
		}
		if len(left) == 0 {
			return from, to
		}
	}
	return 0, 0
}

// restOf is a note without the words that were taken, and without what joined them.
func restOf(words []said) string {
	for i := range words {
		next := i + 1
		for next < len(words) && slices.Contains(small, words[next].folded) {
			next++
		}
		joins := slices.Contains(joints, words[i].folded) || words[i].written == ","
		if joins && (next >= len(words) || words[next].taken) {
			for k := i; k < next; k++ {
				words[k].taken = true
			}
		}
	}
	var kept []string
	for _, w := range words {
		joins := slices.Contains(joints[:3], w.folded) || w.written == ","
		switch {
		case w.taken, joins && len(kept) == 0:
		case w.written == ",":
			kept[len(kept)-1] += ","
		default:
			kept = append(kept, w.written)
		}
	}
	for len(kept) > 0 && slices.Contains(joints, strings.TrimSuffix(strings.Join(wordsOf(kept[len(kept)-1]), ""), ",")) {
		kept = kept[:len(kept)-1]
	}
	return strings.TrimRight(strings.Join(kept, " "), ", ")
}

// group is the group of an option; empty where it has none.
func (d *Dish) group(option string) string {
	if d == nil {
		return ""
	}
	for _, o := range d.Options {
		if o.Name == option {
			return o.Group
		}
	}
	return ""
}

// optionLike is the option of a dish that another dish is called like: the fries of "con papas fritas".
func (d *Dish) optionLike(name string) string {
	if d == nil {
		return ""
	}
	want := contentOf(name)
	slices.Sort(want)
	for _, o := range d.Options {
		own := contentOf(o.Name)
		slices.Sort(own)
		if slices.Equal(own, want) {
			return o.Name
		}
	}
	return ""
}
