package language

import (
	"slices"
	"sort"
)

// minTelling is the shortest word that can stand for a longer name.
const minTelling = 4

// none marks a token that no name has; skipped one that names leave out.
const (
	none    = -1
	skipped = -2
)

// Find returns the entries named in a text, in the order of the text. The longest name wins; a word of five letters or
// more may have one slip of the keyboard.
func (m *Matcher) Find(t Text) []Match {
	if m == nil || len(m.words) == 0 {
		return nil
	}
	var room [64]int32
	ids := m.ids(t, room[:0])
	var found []Match
	for i := 0; i < len(ids); {
		if ids[i] < 0 {
			i++
			continue
		}
		entry, to := m.longest(ids, i)
		if to == i {
			found, to = m.partial(found, t, ids, i)
		} else {
			found = append(found, m.match(entry, i, to, true))
		}
		i = max(to, i+1)
	}
	return found
}

func (m *Matcher) match(entry uint16, from, to int, whole bool) Match {
	e := m.entries[entry]
	return Match{ID: e.id, Name: e.name, Kind: e.kind, From: from, To: to, Whole: whole}
}

// ids looks up every token among the words of the names.
func (m *Matcher) ids(t Text, ids []int32) []int32 {
	for i := range t.Tokens {
		tok := &t.Tokens[i]
		stem := stemOf(tok)
		if stem == "" {
			ids = append(ids, skipped)
			continue
		}
		w := m.exact(stem)
		if w < 0 && len(stem) >= minFuzzy && tok.Kind == Word && wordLangs[tok.Norm] == 0 && tok.lex.class == classNone {
			w = m.fuzzy(stem)
		}
		ids = append(ids, int32(w))
	}
	return ids
}

func (m *Matcher) exact(stem string) int {
	if len(stem) > maxStem {
		return none
	}
	from, to := int(m.byLen[len(stem)]), int(m.byLen[len(stem)+1])
	i := from + sort.SearchStrings(m.words[from:to], stem)
	if i < to && m.words[i] == stem {
		return i
	}
	return none
}

// fuzzy finds a word one slip away. Two such words of which neither is meant more are no find.
func (m *Matcher) fuzzy(stem string) int {
	from, to := m.byLen[max(minFuzzy, len(stem)-1)], m.byLen[min(len(stem)+2, maxStem+1)]
	found := none
	for i := int(from); i < int(to); i++ {
		w := m.words[i]
		if w[0] != stem[0] && w[len(w)-1] != stem[len(stem)-1] || !oneSlip(w, stem) {
			continue
		}
		if found >= 0 {
			return found
		}
		found = i
	}
	return found
}

// oneSlip tells whether a and b differ by one letter more, less or other, or by two neighbours swapped.
func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	p := 0
	for p < len(a) && a[p] == b[p] {
		p++
	}
	if len(a) < len(b) {
		return a[p:] == b[p+1:]
	}
	if p == len(a) || a[p+1:] == b[p+1:] {
		return true
	}
	return p+1 < len(a) && a[p] == b[p+1] && a[p+1] == b[p] && a[p+2:] == b[p+2:]
}

// longest returns the entry whose name covers the most tokens from i, and the token after it.
func (m *Matcher) longest(ids []int32, i int) (entry uint16, to int) {
	to = i
	for _, p := range m.phrases[m.first[ids[i]]:m.first[ids[i]+1]] {
		if end := m.covers(p, ids, i); end > to {
			entry, to = p.entry, end
		}
	}
	return entry, to
}

func (m *Matcher) covers(p phrase, ids []int32, i int) int {
	k := i
	for n, w := range m.stems[p.at : p.at+uint32(p.words)] {
		for n > 0 && k < len(ids) && ids[k] == skipped {
			k++
		}
		if k >= len(ids) || ids[k] != int32(w) {
			return i
		}
		k++
	}
	return k
}

// partial adds the entries that share the words from i on, when these are few.
func (m *Matcher) partial(found []Match, t Text, ids []int32, i int) ([]Match, int) {
	if !m.telling(t, ids, i) {
		return found, i + 1
	}
	share, to := slices.Clone(m.parts[ids[i]]), i+1
	for k := to; k < len(ids); k++ {
		if ids[k] == skipped {
			continue
		}
		if ids[k] < 0 {
			break
		}
		rest := intersect(share, m.parts[ids[k]])
		if len(rest) == 0 {
			break
		}
		share, to = rest, k+1
	}
	for _, entry := range share {
		found = append(found, m.match(entry, i, to, false))
	}
	return found, to
}

// telling tells whether one word can stand for a name: rare enough among the names and not a word of everyday.
func (m *Matcher) telling(t Text, ids []int32, i int) bool {
	tok := &t.Tokens[i]
	share := m.parts[ids[i]]
	return len(share) > 0 && len(share) <= maxShared && len(tok.Norm) >= minTelling && tok.Kind == Word && tok.lex.class == classNone && !everyday[tok.Norm]
}

func intersect(a, b []uint16) []uint16 {
	var both []uint16
	for _, x := range a {
		if slices.Contains(b, x) {
			both = append(both, x)
		}
	}
	return both
}

// everyday words stand in names of services and say nothing of which one is meant.
var everyday = set(`cita citas consulta consultas dental dentales medico medica general servicio servicios tratamiento tratamientos atencion clinica consultorio
	restaurante plato platos casa especial completo completa primera vez control express nuevo nueva hora dia semana centro norte sur
	appointment visit treatment service check full new special house consultation que como hay son gracias hola precio`)
