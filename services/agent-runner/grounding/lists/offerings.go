package lists

import (
	_ "embed"
	"strings"
)

var (
	//go:embed offers.txt
	offersFile string
	//go:embed ordinary.txt
	ordinaryFile string
)

// Ordinary are the words of ordinary.txt and their stems.
func Ordinary() map[string]bool {
	s := map[string]bool{}
	for line := range strings.Lines(ordinaryFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.FieldsSeq(line) {
			s[w], s[Stem(w)] = true, true
		}
	}
	return s
}

// Offering is one name of something that a business may offer, as stems.
type Offering struct {
	Stems []string
	Thing int // the line that it stands in
}

// Offerings are the names in offers.txt by their first stem, and all names of each line.
func Offerings() (byStem map[string][]Offering, things [][][]string) {
	byStem = map[string][]Offering{}
	for line := range strings.Lines(offersFile) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		var names [][]string
		for name := range strings.SplitSeq(line, "|") {
			stems := strings.Fields(name)
			for i := range stems {
				stems[i] = Stem(stems[i])
			}
			names = append(names, stems)
			byStem[stems[0]] = append(byStem[stems[0]], Offering{stems, len(things)})
		}
		things = append(things, names)
	}
	return byStem, things
}

// Stem is a word without the ends of number and gender.
func Stem(w string) string {
	if len(w) < 4 || w[0] <= '9' {
		return w
	}
	for _, end := range [...]string{"oes", "aes"} { // limpeza, revisao: revisoes
		if strings.HasSuffix(w, end) {
			return w[:len(w)-3] + "a"
		}
	}
	w = strings.TrimSuffix(w, "s")
	for len(w) > 3 && strings.IndexByte("aeo", w[len(w)-1]) >= 0 {
		w = w[:len(w)-1]
	}
	return w
}
