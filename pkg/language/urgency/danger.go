package urgency

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
)

// Help is who helps in a danger.
type Help string

// Those who help.
const (
	Ambulance Help = "ambulance"
	Fire      Help = "fire"
	Police    Help = "police"
	Line      Help = "line" // somebody to talk to, for who may hurt themselves
	Vet       Help = "vet"
)

// Danger is a danger to life that a message tells of; the zero value is none.
type Danger struct {
	Name string
	Help Help
}

//go:embed danger.txt
var dangerFile string

var dangers = mustDangers(dangerFile)

// listing is what a list of phrases of danger.txt is for.
type listing uint8

const (
	ofSign    listing = iota // a part of a row
	ofBut                    // takes its danger back
	ofFigures                // no danger by itself, and not read
	ofPast
	ofSupposed
	ofOver
	ofNow
	ofAnimals
	ofPersons
	ofThings
	ofBodies
)

// asides are the sections of danger.txt that are no danger.
var asides = map[string]listing{
	"figures": ofFigures, "past": ofPast, "supposed": ofSupposed, "over": ofOver, "now": ofNow, "animals": ofAnimals, "persons": ofPersons,
	"things": ofThings, "bodies": ofBodies,
}

// dangerKind is a section of danger.txt.
type dangerKind struct {
	Danger
	patients bool // only where patients are looked after
	sure     bool // there, whatever the model says
	model    bool // there, by the model alone
	yes, no  []string
}

// dangerRow is a line that says a danger: all its parts must stand in the message.
type dangerRow struct{ kind, parts int }

// dangerList says what a list is for: which part of which row, or which danger's but.
type dangerList struct {
	is        listing
	row, part int
}

// dangerTable is danger.txt made ready.
type dangerTable struct {
	kinds   []dangerKind
	rows    []dangerRow
	lists   []dangerList
	phrases *language.Phrases
}

func mustDangers(file string) *dangerTable {
	t, err := parseDangers(file)
	if err != nil {
		panic("urgency: danger.txt: " + err.Error())
	}
	return t
}

// dangerParser reads danger.txt, whose head describes it.
type dangerParser struct {
	*dangerTable
	aside listing
	texts []string
}

func parseDangers(file string) (*dangerTable, error) {
	p := dangerParser{dangerTable: &dangerTable{}}
	for line := range strings.Lines(strings.ReplaceAll(file, "\n    ", " ")) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if err := p.line(line); err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
	}
	all, err := language.NewPhrases(p.texts)
	if err != nil {
		return nil, err
	}
	p.phrases = all.AsSaidToo()
	return p.dangerTable, nil
}

func (p *dangerParser) line(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	last := len(p.kinds) - 1
	switch {
	case line[0] == '[':
		return p.section(strings.Trim(word, "[]"), strings.Fields(rest))
	case word == "say" && p.aside != 0:
		p.list(dangerList{is: p.aside}, rest)
	case last < 0:
		return fmt.Errorf("expected a section before")
	case word == "say":
		p.say(strings.Split(rest, "&"))
	case word == "but":
		p.list(dangerList{is: ofBut, row: last}, rest)
	case word == "yes":
		p.kinds[last].yes = append(p.kinds[last].yes, rest)
	case word == "no":
		p.kinds[last].no = append(p.kinds[last].no, rest)
	default:
		return fmt.Errorf("expected say, but, yes or no")
	}
	return nil
}

func (p *dangerParser) section(name string, words []string) error {
	p.aside = asides[name]
	if p.aside != 0 {
		return nil
	}
	if len(words) == 0 || !slices.Contains([]Help{Ambulance, Fire, Police, Line, Vet}, Help(words[0])) {
		return fmt.Errorf("expected who helps")
	}
	k := dangerKind{Danger: Danger{Name: name, Help: Help(words[0])}}
	k.patients, k.sure, k.model = slices.Contains(words, "patients"), slices.Contains(words, "sure"), slices.Contains(words, "model")
	p.kinds = append(p.kinds, k)
	return nil
}

func (p *dangerParser) say(parts []string) {
	row := len(p.rows)
	p.rows = append(p.rows, dangerRow{kind: len(p.kinds) - 1, parts: len(parts)})
	for part, text := range parts {
		p.list(dangerList{row: row, part: part}, text)
	}
}

func (p *dangerParser) list(l dangerList, text string) {
	p.lists, p.texts = append(p.lists, l), append(p.texts, text)
}

// threat is what danger.txt finds in a text.
type threat struct {
	kind     int // of the first danger, -1 where there is none
	sign     language.Hit
	told     bool           // a danger is told of that is over, long ago, supposed or denied
	figures  []language.Hit // what is not read
	reading  dangerReading
	animal   bool
	somebody bool // a person is spoken of
	thing    bool // a machine or the like is
	body     bool // and what one has of a body
}

// find reads the dangers of a text; those of patients only where patients are looked after.
func (d *dangerTable) find(t language.Text, patients bool) threat {
	hits := d.phrases.Find(t, nil) // mostly none
	r := dangerReading{dangerTable: d, scan: scan{&t}, hits: hits}
	found := threat{kind: -1, reading: r}
	for _, h := range hits {
		switch d.lists[h.List].is {
		case ofFigures:
			found.figures = append(found.figures, h)
		case ofAnimals:
			found.animal = true
		case ofPersons:
			found.somebody = true
		case ofThings:
			found.thing = true
		case ofBodies:
			found.body = true
		}
	}
	r.figures = found.figures
	for _, h := range hits {
		r.weigh(h, patients, &found)
	}
	return found
}

// dangerReading is one text with what was found in it.
type dangerReading struct {
	*dangerTable
	scan
	hits, figures []language.Hit
}

// weigh takes a sign into account, where its row holds.
func (r *dangerReading) weigh(h language.Hit, patients bool, found *threat) {
	l := r.lists[h.List]
	if l.is != ofSign {
		return
	}
	row := r.rows[l.row]
	kind := &r.kinds[row.kind]
	switch {
	case l.part != row.parts-1, kind.patients && !patients, !r.complete(l.row), r.taken(row.kind), r.figurative(h):
		return
	case r.denied(h), r.nobody(h), r.elsewhere(h):
		found.told = true
	case found.kind < 0 || row.kind < found.kind:
		found.kind, found.sign = row.kind, h
	}
}

// complete reports whether each part of a row stands in the text.
func (r *dangerReading) complete(row int) bool {
	seen := 0
	for _, h := range r.hits {
		if l := r.lists[h.List]; l.is == ofSign && l.row == row {
			seen |= 1 << l.part
		}
	}
	return seen == 1<<r.rows[row].parts-1
}

// taken reports whether something in the text takes a danger back.
func (r *dangerReading) taken(kind int) bool {
	return slices.ContainsFunc(r.hits, func(h language.Hit) bool {
		l := r.lists[h.List]
		return l.is == ofBut && l.row == kind
	})
}

// figurative reports whether a sign is part of a figure of speech.
func (r *dangerReading) figurative(sign language.Hit) bool {
	return slices.ContainsFunc(r.figures, func(h language.Hit) bool { return h.From < sign.To && sign.From < h.To })
}

// elsewhere reports whether a sign is of something that is over, was long ago, or is only supposed.
func (r *dangerReading) elsewhere(sign language.Hit) bool {
	var past, supposed, now bool
	for _, h := range r.hits {
		switch is := r.lists[h.List].is; {
		case is == ofOver:
			return true
		case is == ofNow:
			now = true
		case is == ofPast && r.together(h, sign):
			past = true
		case is == ofSupposed && r.together(h, sign) && !r.saysYes(h.From):
			supposed = true
		}
	}
	return !now && (supposed || past && !r.happening(sign))
}

// together reports whether two finds stand in one sentence.
func (r *dangerReading) together(a, b language.Hit) bool {
	for i := min(a.From, b.From); i < max(a.To, b.To); i++ {
		if r.Is(i, ".", "?", "!", ";") || i > min(a.From, b.From) && r.NewLine(i) {
			return false
		}
	}
	return true
}

// nobody reports whether a sign is said of nobody.
func (r *dangerReading) nobody(sign language.Hit) bool {
	for i := sign.From - 2; i < sign.From; i++ {
		if r.Is(i, "nadie", "nobody", "ninguem", "ningun", "ninguna") {
			return true
		}
	}
	return false
}

// happening reports whether a sign is said to happen as one writes: "está convulsionando", "is choking".
func (r *dangerReading) happening(sign language.Hit) bool {
	for i := sign.From - 2; i < sign.To; i++ {
		if r.Is(i, "esta", "estan", "estoy", "sigue", "is", "are", "am", "ta", "estou") {
			return true
		}
	}
	return false
}

// saysYes reports whether the word at token i is "sí", and no condition.
func (r *dangerReading) saysYes(i int) bool {
	return r.Is(i, "si") && (strings.Contains(r.Raw[r.Tokens[i].Start:r.Tokens[i].End], "í") || r.Is(i+1, ","))
}

// decides reports whether a danger makes an emergency of what the model has judged, where patients are looked after.
func (d *dangerTable) decides(f threat, judged int) bool {
	if f.kind < 0 {
		return false
	}
	k := &d.kinds[f.kind]
	return k.sure || judged == Emergency || judged == Emergency-1 && !k.model
}

// danger is the one that was found, as it concerns whom: an animal needs another help than a person.
func (d *dangerTable) danger(f threat) Danger {
	if f.kind < 0 {
		return Danger{}
	}
	found := d.kinds[f.kind].Danger
	if found.Help == Ambulance && f.animal && !f.somebody {
		found.Help = Vet
	}
	return found
}

// without is a text less some of its tokens.
func without(t language.Text, hits []language.Hit) language.Text {
	kept := make([]language.Token, 0, len(t.Tokens))
	for i := range t.Tokens {
		if !slices.ContainsFunc(hits, func(h language.Hit) bool { return h.From <= i && i < h.To }) {
			kept = append(kept, t.Tokens[i])
		}
	}
	return language.Text{Raw: t.Raw, Tokens: kept}
}
