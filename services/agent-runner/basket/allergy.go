package basket

import (
	"slices"
	"strings"

	"github.com/recado/recado/services/agent-runner/heard"
)

// lead are words between "alérgico" and what it is to, folded.
var lead = strings.Fields("al a la el los las to the ao aos o as os de da do in que es son soy muy")

// AllergyIn is what an allergy is to, by the words of the clause that tells it; the clause itself where it does not say so plainly.
func AllergyIn(clause string) string {
	said := strings.Fields(clause)
	words := afterBut(said)
	if len(words) < len(said) && saysNothingOf(words) {
		return strings.Join(without(said[:len(said)-len(words)]), " ")
	}
	at, itself := -1, []string{}
	for i, w := range words {
		switch {
		case heard.In(w, "allergic_itself"):
			itself = append(itself, strings.Trim(w, ",: ")+",")
		case heard.In(w, "allergic"), cannotEat(words[max(0, i-2) : i+1]):
			at = i
		}
	}
	if at < 0 && len(itself) > 0 {
		words = itself // nothing that stands beside the word is meant
	}
	for at >= 0 && at+1 < len(words) && slices.Contains(lead, plainWord(words[at+1])) {
		at++
	}
	if at >= 0 && at+1 < len(words) {
		words = append(itself, words[at+1:]...)
	}
	for i := range words {
		if i > len(itself) && slices.Contains(wishes, plainWord(words[i])) {
			words = words[:i]
			break
		}
	}
	for len(words) > 1 && slices.Contains(ands, plainWord(words[len(words)-1])) {
		words = words[:len(words)-1]
	}
	return strings.TrimRight(strings.Join(words, " "), " ,")
}

// saysNothingOf reports whether words tell an allergy and nothing behind it: "sin maní porque soy alérgico" says before it to what.
func saysNothingOf(words []string) bool {
	last := plainWord(words[len(words)-1])
	return strings.HasPrefix(last, "alergic") || last == "allergic"
}

// without is what some words before a "but" do without, and all of them where they do not say so.
func without(words []string) []string {
	words = words[:len(words)-1]
	for i := len(words) - 2; i >= 0; i-- {
		if slices.Contains([]string{"sin", "without", "sem", "no"}, plainWord(words[i])) {
			return words[i+1:]
		}
	}
	return words
}

// afterBut are the words of a clause without what is wanted before a "but" that its allergy follows: "2 causas pero soy alérgica".
func afterBut(words []string) []string {
	from := 0
	for i, w := range words {
		if heard.In(w, "allergic") {
			break
		}
		if slices.Contains(buts, plainWord(w)) && i+1 < len(words) {
			from = i + 1
		}
	}
	return words[from:]
}

// cannotEat reports whether words end in a run that what must not be eaten follows.
func cannotEat(words []string) bool {
	return slices.Contains(eats, plainWord(words[len(words)-1])) && heard.In(strings.Join(words, " "), "allergic")
}

func plainWord(w string) string { return strings.Trim(heard.Plain(w), " ") }

// eats end a run that tells what must not be eaten: "no puedo comer".
var eats = []string{"comer", "eat"}

// buts part what is wanted from an allergy that is told after it, folded.
var buts = strings.Fields("pero aunque porque but because porem")

// wishes begin something else after an allergy, folded: "soy alérgico al maní y quiero dos tacos".
var wishes = strings.Fields(`quiero quisiera dame deme ponme pon me mandame pido para quero want can could i would que gracias porfa por
	please pero but mas`)

// ands may stand between an allergy and what is said after it, folded.
var ands = []string{"y", "e", "and", "asi"}
