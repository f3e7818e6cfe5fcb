package heard

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// numerals are the numbers from 1 in words, without accents.
var numerals = [][]string{
	strings.Fields("uno dos tres cuatro cinco seis siete ocho nueve diez once doce"), strings.Fields("una"),
	strings.Fields("one two three four five six seven eight nine ten eleven twelve"),
	strings.Fields("um dois tres quatro cinco seis sete oito nove dez onze doze"), strings.Fields("uma duas"),
}

// FirstNumber is the first small number of a text that answers how many; 0 where there is none.
func FirstNumber(text string) uint32 {
	for _, w := range plainWords(text) {
		if n := placeIn(numerals, w); n > 0 {
			return uint32(n)
		}
		if n, err := strconv.ParseUint(w, 10, 8); err == nil && n > 0 {
			return uint32(n)
		}
	}
	return 0
}

// hundreds are round numbers in words, without accents, and peoples what is counted in a party.
var (
	hundreds = map[string]uint32{
		"veinte": 20, "treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "ochenta": 80, "cien": 100, "doscientas": 200,
		"doscientos": 200, "quinientas": 500, "quinientos": 500, "mil": 1000, "vinte": 20, "trinta": 30, "quarenta": 40, "cinquenta": 50,
		"cem": 100, "duzentas": 200, "quinhentas": 500, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100,
		"thousand": 1000,
	}
	peoples = strings.Fields("personas invitados comensales people persons guests pessoas convidados")
)

// People is how many people a text counts in numerals that no table seats, "para mil personas"; 0 where it counts none.
func People(text string) uint32 {
	words := plainWords(text)
	for i, w := range words {
		if i == 0 || !slices.Contains(peoples, w) {
			continue
		}
		if n, err := strconv.ParseUint(words[i-1], 10, 32); err == nil && n <= math.MaxInt32 {
			return uint32(n)
		}
		if n := hundreds[words[i-1]]; n > 0 {
			return n
		}
	}
	return 0
}

// HourNamed reports whether an hour is named with a word that goes with hours alone: "a las 8", and not "2 cervezas".
func HourNamed(text string) bool { return hourCue.MatchString(Plain(text)) }

// hourCue stands before or after an hour, and not before a count, in a message that names dishes.
var hourCue = regexp.MustCompile(` (?:a|para|pra|por|hacia|tipo|sobre|antes de|despues de|ate) (?:las?|as) ` +
	`(?:\d|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)` +
	`| (?:at|by|around|as|las) \d| \d{1,2} ?(?:am|pm|h|hs|hrs|horas) | \d{1,2} \d{2} (?:am|pm) ` +
	`| (?:en|in|em|dentro de|daqui a) \d+ (?:min|h)|mediodia|noon|meio dia`)
