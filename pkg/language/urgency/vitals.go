package urgency

import (
	"math"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
)

// vital is a sign of life that is told as a number.
type vital struct {
	sign string
	// words lead to the number or follow it; after has those that say something else of the number that they follow.
	words, after string
	// unit must stand beside the number where it is not empty.
	unit string
	// A number from least to most is one of the sign.
	least, most float64
	limits      []limit
	read        func(float64, string) float64 // brings a number to the unit of the limits
	// second has the limits of a second number, as of pressure; nil where there is none.
	second []limit
}

// limit says what the numbers of a sign mean up to an age. Zero asks nothing.
type limit struct {
	months       int // below this age, and of whoever is younger than the limit after it
	low5, low4   float64
	high4, high5 float64
	// calm is from where to where a number tells of nothing worse than a cold.
	calm [2]float64
}

// ever is an age above all.
const ever = math.MaxInt

// vitals are the signs that are known. The limits are those of emergency leaflets, rounded to the side of caution: labels for
// routing, never a diagnosis.
var vitals = []vital{
	{
		sign:  "temperature",
		words: "fiebre temperatura calentura fever temperature febre temp termometro thermometer febril afiebrado afiebrada",
		after: "horas dias dia hours days hrs meses semanas anos mg ml minutos", least: 33, most: 43.5, read: celsius,
		limits: []limit{
			{months: 3, low5: 35.5, high4: 37.6, high5: 38},
			{months: 36, low5: 35, high4: 39, high5: 40.5, calm: [2]float64{37.5, 38.4}},
			{months: ever, low5: 34, low4: 35, high4: 39.5, high5: 41, calm: [2]float64{37.5, 38.4}},
		},
	},
	{
		sign:  "pressure",
		words: "presion tension pressure bp pressao arterial tensiometro baumanometro sistolica",
		after: "psi bar libras kilos anos dias horas mg", least: 40, most: 300, read: millimetres,
		limits: []limit{{months: ever, low5: 80, low4: 90, high4: 160, high5: 181}},
		second: []limit{{months: ever, low5: 40, low4: 50, high4: 100, high5: 120}},
	},
	{
		sign:  "sugar",
		words: "glucosa glucemia glicemia glucometro glucometria glucose glicose glucotest dextro azucar sugar acucar",
		after: "g gr gramos grams kilo kilos kg cucharadas cucharaditas sobres sobre pesos soles bolsas unidades % dias horas anos $",
		least: 15, most: 900, read: milligrams,
		limits: []limit{{months: ever, low5: 54, low4: 70, high4: 300, high5: 410}},
	},
	{
		sign: "saturation",
		words: "satura saturando saturacion saturo saturaba satur oximetro saturometro spo sat saturation saturating oxygen " +
			"oxigeno oxigenacion saturacao oxigenio",
		after: "vol volumenes volumes litros liters l dias horas minutos", least: 40, most: 100,
		limits: []limit{{months: ever, low5: 90.5, low4: 94}},
	},
	{
		sign: "burn",
		words: "quemadura quemaduras quemo queme quemaron quemado quemada quemados burn burns burned burnt queimadura " +
			"queimaduras queimou queimado",
		unit: "%", least: 1, most: 100,
		limits: []limit{{months: ever, high4: 3, high5: 10}},
	},
}

// pregnantPressure are the limits of who expects a child.
var pregnantPressure = [2][]limit{
	{{months: ever, low5: 80, low4: 90, high4: 140, high5: 160}},
	{{months: ever, low5: 40, low4: 50, high4: 90, high5: 110}},
}

// celsius reads degrees, which are of Fahrenheit where nobody would live else.
func celsius(v float64, _ string) float64 {
	if v >= 93 && v <= 112 {
		return math.Round((v-32)/1.8*10) / 10
	}
	return v
}

// millimetres reads a pressure, which many tell in centimetres: 18/12.
func millimetres(v float64, second string) float64 {
	if second != "" && v <= 30 {
		return v * 10
	}
	return v
}

// milligrams reads a sugar, which some tell in millimoles.
func milligrams(v float64, unit string) float64 {
	if strings.HasPrefix(unit, "mmol") {
		return v * 18
	}
	return v
}

// reading is what the numbers of a text say.
type reading struct {
	level    int  // of the worst number, 0 where there is none
	calm     bool // there is one, and all of them are as they should be
	from, to int
}

// numbersReach is how many tokens may stand between a sign's word and its number.
const (
	reachAfter  = 6
	reachBefore = 3
)

// readVitals judges the numbers of a text by the age of whom it is about.
func readVitals(t language.Text) (worst reading) {
	s := scan{&t}
	var age int
	for i := range t.Tokens {
		v := vitalOf(s.At(i))
		if v == nil {
			continue
		}
		n, ok := s.numberNear(v, i)
		if !ok {
			continue
		}
		if age == 0 {
			age = s.months()
		}
		level, calm := n.judge(v, age, s.pregnant())
		first := worst.to == 0
		if level > worst.level || first {
			worst = reading{level: max(level, worst.level), calm: worst.calm || first, from: min(i, n.from), to: max(i+1, n.to)}
		}
		worst.calm = worst.calm && calm
	}
	return worst
}

// vitalWords tells which sign a word leads to.
var vitalWords = func() map[string]*vital {
	words := map[string]*vital{}
	for i := range vitals {
		for w := range strings.FieldsSeq(vitals[i].words) {
			words[w] = &vitals[i]
		}
	}
	return words
}()

func vitalOf(word string) *vital { return vitalWords[word] }

// told is a number as it was told, with the second one of a pressure, and where.
type told struct {
	value, second float64
	from, to      int
}

// numberNear finds the number of a sign whose word stands at token i: after it, or right before.
func (s scan) numberNear(v *vital, i int) (told, bool) {
	for k := i + 1; k <= i+reachAfter && !s.Is(k, ".", "?", "!", ";"); k++ {
		if n, ok := s.numberAt(v, k); ok {
			return n, true
		}
		if vitalOf(s.At(k)) != nil && vitalOf(s.At(k)) != v {
			break
		}
	}
	for k := i - 1; k >= i-reachBefore-2; k-- {
		if s.Is(k, "?", "!", ";", "y", "and", "con") {
			break
		}
		if k > 0 && s.Glued(k) && s.Is(k-1, ".", ",", "/") { // the end of a number
			continue
		}
		if n, ok := s.numberAt(v, k); ok && n.to >= i-reachBefore+1 {
			return n, true
		}
	}
	return told{}, false
}

// numberAt reads a number of a sign that begins at token k.
func (s scan) numberAt(v *vital, k int) (told, bool) {
	value, next, ok := s.decimal(k)
	if !ok {
		return told{}, false
	}
	n := told{value: value, from: k, to: next}
	var unit string
	if v.second != nil {
		if second, after, ok := s.pair(next); ok {
			n.second, n.to, unit = second, after, "pair"
		}
	} else {
		unit = s.At(next)
	}
	if v.read != nil {
		n.value = v.read(n.value, unit)
		n.second = v.read(n.second, unit)
	}
	after := s.At(n.to)
	switch {
	case n.value < v.least, n.value > v.most, slices.Contains(strings.Fields(v.after), after), s.Is(k-1, "$"):
		return told{}, false
	case v.unit != "" && after != v.unit && !s.Run(n.to, "por", "ciento") && !s.Is(n.to, "percent"):
		return told{}, false
	}
	return n, true
}

// decimal reads "38", "38.5", "38,5", "38 y medio" and "treinta y ocho".
func (s scan) decimal(k int) (value float64, next int, ok bool) {
	whole, next, ok := s.Number(k)
	if !ok {
		return 0, k, false
	}
	value = float64(whole)
	switch {
	case s.Is(next, ".", ",") && s.Glued(next) && s.Glued(next+1) && s.Digits(next+1) >= 0:
		digits := s.At(next + 1)
		return value + float64(s.Digits(next+1))/math.Pow10(len(digits)), next + 2, true
	case s.Is(next, "y", "and", "e") && s.Is(next+1, "medio", "media", "half", "meio"):
		return value + 0.5, next + 2, true
	}
	return value, next, true
}

// pair reads the second number of a pressure: "/80", "con 80", "sobre 80", "over 80", "por 8".
func (s scan) pair(k int) (value float64, next int, ok bool) {
	if !s.Is(k, "/", "con", "sobre", "over", "por", "x", "-", "a") {
		return 0, k, false
	}
	second, next, ok := s.decimal(k + 1)
	return second, next, ok
}

// judge says what a number means.
func (n told) judge(v *vital, months int, pregnant bool) (level int, calm bool) {
	first, second := v.limits, v.second
	if pregnant && v.second != nil {
		first, second = pregnantPressure[0], pregnantPressure[1]
	}
	level, calm = within(first, n.value, months)
	if n.second > 0 {
		other, otherCalm := within(second, n.second, months)
		level, calm = max(level, other), calm && otherCalm
	}
	return level, calm && !pregnant
}

// within is the level of a number at an age.
func within(limits []limit, value float64, months int) (level int, calm bool) {
	for _, l := range limits {
		if months >= l.months {
			continue
		}
		switch {
		case value < l.low5, l.high5 > 0 && value >= l.high5:
			return 5, false
		case value < l.low4, l.high4 > 0 && value >= l.high4:
			return 4, false
		}
		return routine, l.calm[0] <= value && value <= l.calm[1]
	}
	return 0, false
}

// The ages of who is spoken of without a number, in months: a doubt is the younger.
const (
	newborn = 1
	toddler = 24
	adult   = 30 * 12
)

// ages are the words of who is young.
var ages = func() map[string]int {
	words := map[string]int{}
	for w := range strings.FieldsSeq("recien newborn bebe bebita bebito baby infant lactante nenem neonato") {
		words[w] = newborn
	}
	for w := range strings.FieldsSeq(`nino nina hijo hija hijito hijita nene nena son daughter kid child toddler crianca filho
		filha nieto nieta sobrino sobrina`) {
		words[w] = toddler
	}
	return words
}()

// units are the words of ages, in months.
var units = map[string]float64{
	"dias": 1.0 / 30, "dia": 1.0 / 30, "days": 1.0 / 30, "day": 1.0 / 30, "semanas": 0.25, "semana": 0.25, "weeks": 0.25, "week": 0.25,
	"meses": 1, "mes": 1, "months": 1, "month": 1, "anos": 12, "ano": 12, "anito": 12, "anitos": 12, "years": 12, "year": 12,
}

// months is the age of whom a text is about: the one that is told, else that of a child who is named, else an adult's.
func (s scan) months() int {
	age := adult
	for i := range s.Tokens {
		if young, ok := ages[s.At(i)]; ok {
			age = min(age, young)
		}
		n, next, ok := s.Number(i)
		if s.Is(next, "-") {
			next++
		}
		unit, isAge := units[s.At(next)]
		if !ok || !isAge || !s.tellsAge(i, next) {
			continue
		}
		return max(int(float64(n)*unit), newborn)
	}
	return age
}

// tellsAge reports whether a number of months or years is an age: "de 4 meses", "tiene 2 años", "4 months old".
func (s scan) tellsAge(number, unit int) bool {
	switch {
	case s.Is(unit+1, "de"):
		return s.Is(unit+2, "edad", "nacido", "nacida", "vida")
	case s.Is(unit+1, "old"), s.Is(unit+2, "old"):
		return true
	case s.Is(number-2, "desde", "mas", "hace", "dentro", "embarazo", "embarazada"):
		return false
	}
	return s.Is(number-1, "de", "tiene", "cumplio", "tem", "is", "com")
}

// pregnant reports whether who expects a child is spoken of.
func (s scan) pregnant() bool {
	for i := range s.Tokens {
		if w := s.At(i); strings.HasPrefix(w, "embaraz") || s.Is(i, "pregnant", "gestante", "gravida", "encinta", "preeclampsia") {
			return true
		}
	}
	return false
}
