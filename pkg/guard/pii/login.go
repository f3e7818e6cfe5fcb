package pii

import "strings"

// behindLogin reads the password after a name and a slash: "credenciales: admin / Puerto88", "wifi: Casa_Sol / verano2031".
func (f *Finder) behindLogin(pos, end int) (got Span) {
	if end == pos+len("wi") {
		if !f.follows(end, "-fi") && !f.follows(end, " fi") || f.wordAt(end+len("-fi")) {
			return got
		}
		end += len("-fi")
	}
	switch lower(f.text[pos]) {
	case 'i':
		return f.identified(end)
	case 'w', 'g':
		if got = f.wifiBeside(pos, end); got.Kind != "" {
			return got
		}
	}
	if f.at(end) == ' ' && f.follows(pos, "wi") {
		if got = f.wifiValue(pos, end); got.Kind != "" {
			return got
		}
	}
	i := f.blanks(end, 1)
	switch {
	case f.exactly(i, ":T:") || f.exactly(i, ":S:"):
		return f.wifiCode(i)
	case f.at(i) == ':':
		i = f.blanks(i+1, 2)
	case f.follows(i, "is ") || f.follows(i, "es "):
		i += len("is ")
	default:
		return f.equalled(pos, i)
	}
	if i = f.valueEnd(i); !f.follows(i, " / ") {
		return got
	}
	if got = f.value(pos, lead{at: i + len(" / "), cue: cuePassword, sure: true, strange: true}); got.End-got.Start < 6 {
		return Span{}
	}
	return got
}

// equalled reads "wifi del local = verano2031": an equals sign after the words for a network, and a password by its look.
func (f *Finder) equalled(pos, i int) (got Span) {
	if lower(f.text[pos]) != 'w' {
		return got
	}
	for n := 0; n < maxStrange && f.at(i) != '=' && f.at(i) != 0xE2 && !f.follows(i, "->"); n++ {
		to := f.lettersEnd(i)
		if to == i || !inSet(cueLinks, f.text[i:to]) || inSet(logins, f.text[i:to]) {
			return got
		}
		i = f.blanks(to, 1)
	}
	at, marked := f.connector(i)
	l := lead{at: at, cue: cuePassword, sure: true, strange: true}
	if !marked || f.at(i) == ':' || !f.mixtureAt(l) && (!isLetter(f.at(at)) || !tied(f.text[at:f.valueEnd(at)]) || f.ofNetwork(pos)) {
		return got
	}
	return f.value(pos, l)
}

// ofNetwork reports "red" or "SSID" right before pos: what follows is how a network is called.
func (f *Finder) ofNetwork(pos int) bool {
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	return inSet(networks, b.word())
}

// wifiCode reads the password of a network as its QR code has it: WIFI:T:WPA;S:Casa;P:clave8821;;
func (f *Finder) wifiCode(i int) (got Span) {
	upto := min(i+maxDomain, len(f.text))
	at := strings.Index(f.text[i:upto], ";P:")
	if at < 0 || strings.IndexByte(f.text[i:i+at], '\n') >= 0 {
		if strings.IndexByte(f.text[i:upto], '\n') < 0 {
			f.at(i + maxDomain) // more may follow
		}
		return got
	}
	i += at + len(";P:")
	end := i
	for end-i < maxValue && f.at(end) != ';' && f.at(end) != 0 && f.at(end) != '\n' {
		end++
	}
	if end == i {
		return got
	}
	return Span{TypeSecret, i, end}
}

var (
	// wifiIs lead from the word for a network to its password.
	wifiIs = setOf("es is era was seria siendo still")
	// wifiLinks may stand between those.
	wifiLinks = setOf("sigue seguia siguio del de la el los las local the for of at in en casa")
	// ones stand for the word for a password: "la del wifi".
	ones = setOf("la one una a")
)

// wifiValue reads the password of a network after its name and an is, if it is one by its look, or if the words before stand for
// one: "el wifi seguía siendo habitacion305libre", "la de la wifi es ...".
func (f *Finder) wifiValue(pos, end int) (got Span) {
	i, found := end, false
	for range maxBehind {
		at := f.blanks(i, 1)
		to := f.lettersEnd(at)
		word := f.text[at:to]
		is := inSet(wifiIs, word) || orderOf(word)&orderType != 0
		if found && !is {
			break
		}
		if to == at || f.at(to) != ' ' || !is && !inSet(wifiLinks, word) && !inSet(cueLinks, word) {
			return got
		}
		found = found || is
		i = to
	}
	if i, _ = f.connector(i); !found {
		return got
	}
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	if b.standsFor() {
		return f.value(pos, lead{at: i, cue: cuePassword, sure: true, strange: true})
	}
	to := f.valueEnd(i)
	word := f.text[i:to]
	if f.at(to) == ' ' && f.spellingNote(to+1) && to-i >= minMixture && !f.namedSoon(to) && !inSet(noValues, word) {
		return Span{TypeSecret, i, to}
	}
	s := shapeOf(word)
	if inSet(networks, b.word()) || s.digits == 0 || s.letters < 4 || s.digits+s.letters/4 < 3 || !hasSmall(word) || f.product(i, to) || strings.ContainsAny(word, " /:(,") || f.namedSoon(to) {
		return got
	}
	return Span{TypeSecret, i, to}
}

// standsFor reports "la de la", "la del", "the one for the".
func (b backward) standsFor() bool {
	word := b.word()
	for n := 0; n < 2 && inSet(ofWords, word) || word == "for"; n++ {
		last := word
		if word = b.word(); inSet(ones, word) && last != "la" && last != "the" {
			return !b.broke
		}
	}
	return false
}

// namedSoon reports whether the sentence goes on after i with the word for a password: what stood before was the network's name.
func (f *Finder) namedSoon(i int) bool {
	for range contextWords {
		i = f.pastMarks(i, " ,")
		to := f.lettersEnd(i)
		if to == i {
			return false
		}
		if k, _ := cueLexicon.get(f.text[i:to]); k == cuePassword || k == cueClave || k == cuePass {
			return true
		}
		i = to
	}
	return false
}
