package attack

import "strings"

// endings are the forms of a verb by the mood they tell; a form after its stressed stem opens with '!'.
var endings = map[string][]struct{ mood, forms string }{
	"ar": {
		{"IMPER", "!a a !e e !en en ad !es es eis"},
		{"SECOND", "!as as aras aste ais"},
		{"INFIN", "ar"},
		{"GERUND", "ando"},
		{"FIRSTV", "!o are aremos amos"},
		{"PARTIC", "ado ada ados adas"},
		{"", "!an an aba aban aron ara aran"},
	},
	"er": {
		{"IMPER", "!e e !a a !an an ed !as as ais"},
		{"SECOND", "!es es eras iste eis"},
		{"INFIN", "er"},
		{"GERUND", "iendo endo"},
		{"FIRSTV", "!o i ere eremos emos"},
		{"PARTIC", "ido ida idos idas"},
		{"", "!en en ia ian io ieron era eran"},
	},
	"ir": {
		{"IMPER", "!e i !a a !an an id !as as ais"},
		{"SECOND", "!es is iras iste es"},
		{"INFIN", "ir"},
		{"GERUND", "iendo indo"},
		{"FIRSTV", "!o ire iremos imos"},
		{"PARTIC", "ido ida idos idas"},
		{"", "!en en ia ian io ieron ira iran"},
	},
}

// conjugate calls add with each form of the verb: stems are "olvid" or "muestr/mostr", stressed first; kind is ar, er,
// ir or en.
func conjugate(stems, kind string, add func(form, mood string)) {
	if kind == "en" {
		conjugateEnglish(stems, add)
		return
	}
	stressed, plain, two := strings.Cut(stems, "/")
	if !two {
		plain = stressed
	}
	for _, group := range endings[kind] {
		for ending := range strings.FieldsSeq(group.forms) {
			if e, ok := strings.CutPrefix(ending, "!"); ok {
				add(stressed+e, group.mood)
			} else {
				add(plain+ending, group.mood)
			}
		}
	}
}

// conjugateEnglish takes a stem that ends in '2' as one that doubles its last letter.
func conjugateEnglish(stem string, add func(form, mood string)) {
	root, twice := strings.CutSuffix(stem, "2")
	long := root
	switch {
	case twice:
		long += root[len(root)-1:]
	case strings.HasSuffix(root, "e"):
		long = root[:len(root)-1]
	}
	add(root, "IMPER")
	add(long+"ing", "GERUND")
	if y, ok := strings.CutSuffix(root, "y"); ok && !strings.ContainsAny(y[len(y)-1:], "aeo") {
		add(y+"ies", "")
		add(y+"ied", "PARTIC")
		return
	}
	add(root+"s", "")
	add(long+"ed", "PARTIC")
}

// clitics are the pronouns that hang on a verb, by their last letter, longest first.
var clitics = func() (out ['s' + 1][]string) {
	add := func(clitic string) {
		last := clitic[len(clitic)-1]
		out[last] = append(out[last], clitic)
	}
	for _, second := range []string{"los", "las", "lo", "la", "le", "les"} {
		for _, first := range []string{"me", "te", "se", "nos"} {
			add(first + second)
		}
	}
	for clitic := range strings.FieldsSeq("nos los las les me te se le lo la os") {
		add(clitic)
	}
	return out
}()
