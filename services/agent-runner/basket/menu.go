package basket

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/names"
	"github.com/recado/recado/pkg/tenant"
)

// Dish is what get_menu says of something that can be ordered.
type Dish struct {
	Name      string   `json:"name"`
	Category  string   `json:"category"`
	PriceText string   `json:"price_text"`
	Available *bool    `json:"available"`
	Allergens []string `json:"allergens"`
	Options   []Option `json:"options"`
}

// Option is a way in which a dish can be had. Of those of one group a dish has one.
type Option struct {
	Name      string   `json:"name"`
	Aliases   []string `json:"aliases"`
	Price     float64  `json:"price"` // added
	Group     string   `json:"group"`
	Allergens []string `json:"allergens"`
}

// there reports whether a dish can be had now.
func (d *Dish) there() bool { return d != nil && (d.Available == nil || *d.Available) }

// Menu is what can be ordered, and how it is called.
type Menu struct {
	dishes []Dish
	names  *names.Matcher
}

// NewMenu reads the dishes of a menu, with what else the tenant's customers call them. Services are known too, so that "a domicilio" is
// no dish that is missing.
func NewMenu(dishes []Dish, s *tenant.Settings) *Menu {
	m := &Menu{dishes: dishes}
	called := map[string]tenant.Name{}
	for _, n := range s.Dishes {
		called[n.Name] = n
	}
	var entries []names.Entry
	for _, d := range dishes {
		entries = append(entries, names.Entry{ID: d.Name, Name: d.Name, Aliases: called[d.Name].Aliases, Kind: names.KindDish})
	}
	for _, n := range s.Services {
		entries = append(entries, names.Entry{ID: n.ID, Name: n.Name, Aliases: n.Aliases, Kind: names.KindService})
	}
	m.names = names.NewMatcher(entries)
	return m
}

// Named is the dish of a name; nil where the menu has none.
func (m *Menu) Named(name string) *Dish {
	for i := range m.dishes {
		if m.dishes[i].Name == name {
			return &m.dishes[i]
		}
	}
	return nil
}

// There reports whether a dish is on the menu and can be had now.
func (m *Menu) There(name string) bool { return m.Named(name).there() }

// Beside are other dishes of the kind of one that cannot be had.
func (m *Menu) Beside(name string, most int) (out []string) {
	d := m.Named(name)
	if d == nil {
		return nil
	}
	for i := range m.dishes {
		other := &m.dishes[i]
		if other.Name != name && other.Category == d.Category && other.there() && len(out) < most {
			out = append(out, other.Name)
		}
	}
	return out
}

// likeness is how much of what was said a name must be like, to be worth naming.
const likeness = 0.34

// Near are the dishes whose names are the most like some words that name none.
func (m *Menu) Near(words string, most int) (out []string) {
	type scored struct {
		name string
		like float64
	}
	var near []scored
	said := lettersOf(words)
	for i := range m.dishes {
		d := &m.dishes[i]
		if like := max(alike(said, d.Name), alike(said, d.Category)); like >= likeness && d.there() {
			near = append(near, scored{d.Name, like})
		}
	}
	slices.SortStableFunc(near, func(a, b scored) int {
		switch {
		case a.like > b.like:
			return -1
		case a.like < b.like:
			return 1
		}
		return 0
	})
	for _, s := range near[:min(len(near), most)] {
		out = append(out, s.name)
	}
	return out
}

// alike is the part of the three letters in a row of some words that one word of a name shares, the best of them.
func alike(said map[string]bool, name string) (best float64) {
	if len(said) == 0 {
		return 0
	}
	for _, w := range wordsOf(name) {
		if len(w) < minWord {
			continue
		}
		own, shared := lettersOf(w), 0
		for three := range own {
			if said[three] {
				shared++
			}
		}
		best = max(best, 2*float64(shared)/float64(len(own)+len(said)))
	}
	return best
}

// minWord is how many letters a word has at least that tells a dish.
const minWord = 3

// lettersOf are the three letters in a row of words.
func lettersOf(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range wordsOf(words) {
		padded := "^" + w + "$"
		for i := 0; i+3 <= len(padded); i++ {
			out[padded[i:i+3]] = true
		}
	}
	return out
}

// wordsOf are the words of a text, folded and singular.
func wordsOf(s string) []string {
	words := strings.FieldsFunc(language.FoldString(s), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	for i, w := range words {
		words[i] = singular(w)
	}
	return words
}

// singular cuts the plural of a word, the same of each form of it.
func singular(w string) string {
	if len(w) > minWord {
		w = strings.TrimSuffix(w, "s")
	}
	if len(w) > minWord {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}
