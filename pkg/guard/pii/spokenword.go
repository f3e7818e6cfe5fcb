package pii

import "strings"

const (
	// maxSaid is how many words are told to a guard, a school or a machine at most.
	maxSaid = 4
	// aroundKey is how many words around "palabra clave" may tell that it opens something.
	aroundKey = 10
	// minSaidWord is how many letters the first of them has at least.
	minSaidWord = 3
)

var (
	// wordEnds may follow words that somebody is to say; what is after them is no part of those.
	wordEnds = setOf(`y and e o or u por para si al a en con que pero but mas so then porque because cuando when quando verdad right vale ok gracias thanks please porfa
		va viene pasa todo toda tudo all sin no as no in with if for at to on ahora now luego eh jaja`)
	// unsaid begin what is no value: words about it, or whoever says it.
	unsaid = setOf(`distinta distinto diferente different complicada raro rara lio normal tomorrow later manana tonight soon slowly
		el la los las lo un una uno unos unas mi mis tu tus su sus nuestra nuestro otra otro este esta ese esa eso esto algo nada cualquier cualquiera
		le les me te se nos yo ella ellos usted ustedes bien mal aqui ahi alli alla fecha nombre apellido numero codigo clave contrasena password senha
		cumpleanos enter cancelar aceptar siguiente recuperar atencion
		i we he she they you it its his her their our my your yours mine a an the this that these those there here any anything whatever something nothing one another
		date name number code skip next cancel carefully exactly correctly again everything everybody everyone nobody
		o os as um uma meu minha seu sua que de del of gratis free siempre always never nunca todos todas`)
	// keyPlacesSaid are who asks for a word, or what for, so that "palabra clave" is one.
	keyPlacesSaid = setOf(`alarma alarmas alarme alarmes alarm alarms central securitas prosegur adt verisure recoger recogida retirar retiro retirada buscar pickup familia familiar family
		guardia vigilante guarda guard caseta garita preguntan preguntas pregunta preguntar pregunte pregunten piden pide pidan perguntam perguntarem perguntar seguridad seguranca security
		colegio cole escuela guarderia guarde escola school`)
)

// keyWord reports whether the words around "palabra clave" at pos tell who asks for it: it is no word of an advertisement.
func (f *Finder) keyWord(pos int) bool {
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	for range aroundKey {
		word := b.word()
		if word == "" {
			break
		}
		if inSet(keyPlacesSaid, word) {
			return true
		}
	}
	i := f.lettersEnd(pos)
	for range aroundKey {
		i = f.pastMarks(i, " ,")
		to := f.lettersEnd(i)
		if to == i {
			return false
		}
		if inSet(keyPlacesSaid, f.text[i:to]) {
			return true
		}
		i = to
	}
	return false
}

// pastMarks goes past up to three of the marks.
func (f *Finder) pastMarks(i int, marks string) int {
	for n := 0; n < 3 && f.at(i) != 0 && strings.IndexByte(marks, f.text[i]) >= 0; n++ {
		i++
	}
	return i
}

// saidWords returns where the plain words from i on end that may be a password, or 0: one to four, to the end of their clause
// or to a word that begins the next.
func (f *Finder) saidWords(i int) (end int) {
	if to := f.quoted(i); to > 0 {
		return to
	}
	first := f.text[i:f.lettersEnd(i)]
	if len(first) < minSaidWord || inSet(unsaid, first) || inSet(noValues, first) || inSet(wordEnds, first) || strings.HasSuffix(first, "mente") || strings.HasSuffix(first, "ly") && f.at(i+len(first)) != ' ' {
		return 0
	}
	for n := 1; ; n++ {
		to := f.lettersEnd(i)
		if word := f.text[i:to]; n > 1 && inSet(wordEnds, word) {
			return end
		} else if inSet(requirements, word) || inSet(virtues, word) || aboutOf(word)&(sayOther|sayPhone|sayUnit) != 0 {
			return 0
		}
		for end = f.wordEnd(to); f.at(end) == '-' && f.wordAt(end+1); {
			end = f.wordEnd(end + 1) // beija-flor
			to = end
		}
		if end == i || n > 1 && end != to && to > i {
			return 0
		}
		switch c := f.at(end); {
		case c == 0 || strings.IndexByte("\n.,;)!\"'?", c) >= 0:
			return end
		case c != ' ' || n == maxSaid:
			return 0
		}
		i = end + 1
		if !f.wordAt(i) {
			return end
		}
	}
}

// saidPhrase recognises a password of plain words to be told by word of mouth: "la contraseña para recoger al niño es ballena
// roja". What only "clave" calls for has no article and is nothing that one does: "la clave familiar es el diálogo".
func (f *Finder) saidPhrase(l lead) (got Span) {
	if !l.sure || l.cue == cueClave && (f.articleBefore(l.at) || f.infinitive(l.at)) {
		return got
	}
	if end := f.saidWords(l.at); end > 0 {
		return Span{TypeSecret, l.at, end}
	}
	return got
}

// spokenKind reports a word right before the name of a password at pos that makes it one to tell: "our family password".
func (f *Finder) spokenKind(pos int) bool {
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	return inSet(spokenKinds, b.word()) && !b.broke
}

var spokenKinds = setOf("family pickup verbal duress guard daycare school")

// articleBefore reports an article right before i.
func (f *Finder) articleBefore(i int) bool {
	b := backward{text: f.text[max(0, i-contextBytes):i]}
	return inSet(ofWords, b.word())
}

// infinitive reports a Spanish or Portuguese verb at i.
func (f *Finder) infinitive(i int) bool {
	var w folded
	if !w.fold(f.text[i:f.lettersEnd(i)]) || w.n < 4 || w.buf[w.n-1] != 'r' {
		return false
	}
	return strings.IndexByte("aei", w.buf[w.n-2]) >= 0
}

var (
	notes         = setOf("todo toda todas tudo all en con sin with no in em com sem")
	spellingWords = setOf(`punto guion minuscula minusculas mayuscula mayusculas junto junta acento acentos tilde tildes espacio espacios lowercase uppercase caps capital capitals lower upper word
		spaces minusculo minusculas maiuscula maiusculo pegado pegada corrido`)
)

// spellingNote reports words at i that tell how a password is written: "todo en minúscula", "with a capital S".
func (f *Finder) spellingNote(i int) bool {
	if f.at(i) == '(' {
		i++
	}
	if !inSet(notes, f.text[i:f.lettersEnd(i)]) {
		return false
	}
	for range maxLockIns {
		i = f.blanks(f.lettersEnd(i), 1)
		if inSet(spellingWords, f.text[i:f.lettersEnd(i)]) {
			return true
		}
	}
	return false
}

// maxNumbered is how many words a password has that ends in a spoken number.
const maxNumbered = 7

// numbered recognises a password of plain words and a spoken number at the end of its clause: "mariposa azul cuarenta y dos".
func (f *Finder) numbered(l lead) (got Span) {
	first := f.text[l.at:f.lettersEnd(l.at)]
	if !l.sure || l.cue == cuePass || len(first) < minSaidWord || f.said(l.at) || inSet(unsaid, first) || inSet(noValues, first) || f.infinitive(l.at) {
		return got
	}
	words, large := 0, false
	for i, n := l.at, 0; n < maxNumbered; n++ {
		to := f.lettersEnd(i)
		word := f.text[i:to]
		v, _ := f.saidValue(i)
		switch {
		case to == i && words > 1 && l.cue == cuePassword:
			return f.withDigits(l.at, i)
		case to == i:
			return got
		case v != notSaid:
			large = large || v > 9
		case large && (word == "y" || word == "e" || word == "and"):
		case large, inSet(wordEnds, word), inSet(requirements, word), inSet(copulas, word), aboutOf(word)&(sayOther|sayPhone|sayCounted) != 0:
			return got
		default:
			words++
		}
		if c := f.at(to); v != notSaid && (c == 0 || strings.IndexByte("\n.,;)!\"", c) >= 0) {
			if !large && words < 2 {
				return got
			}
			return Span{TypeSecret, l.at, to}
		} else if c != ' ' && c != '-' {
			return got
		}
		i = to + 1
	}
	return got
}

// withDigits takes the words from pos on for a password where digits at i end them and their clause: "tigre blanco 71".
func (f *Finder) withDigits(pos, i int) (got Span) {
	end := f.wordEnd(i)
	if c := f.at(end); end-i < 2 || end-i > minLock || !digitsOnly(f.text[i:end]) || c != 0 && c != '\n' && (c != ',' && c != '.' || isDigit(f.at(end+1))) {
		return got
	}
	return Span{TypeSecret, pos, end}
}
