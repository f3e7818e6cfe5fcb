package pii

import "strings"

// maxPhrase is how many words a pass phrase has at most: those of a wallet have 24.
const maxPhrase = 24

// minSeed is how many words the phrase of a wallet has at least.
const minSeed = 12

// phrase recognises a secret of several plain words after a lead, which goes on to the end of its line or clause: "nube
// roja", "correct river lamp 20".
func (f *Finder) phrase(l lead) (got Span) {
	if !l.sure {
		return got
	}
	letters, n, virtue := 0, 0, false
	for i := l.at; n < maxPhrase; i++ {
		to := f.wordEnd(i)
		for f.at(to) == '-' && f.wordAt(to+1) {
			to = f.wordEnd(to + 1)
		}
		word := f.text[i:to]
		if to == i || inSet(requirements, word) {
			if to > i && n >= minSeed {
				got = Span{TypeSecret, l.at, i - 1} // "... window bishop what do I do with it"
			}
			return got
		}
		if n == 0 && !f.colonBefore(l.at) && (inSet(indefinite, word) || inSet(noValues, word) && f.at(to) == ' ') {
			return got
		}
		virtue = virtue || inSet(virtues, word)
		if n++; f.lettersEnd(i) == to {
			letters += to - i
		}
		if f.at(to) == ' ' && f.wordAt(to+1) && !f.afterthought(to) {
			i = to
			continue
		}
		if c := f.at(to); c != 0 && strings.IndexByte("\n.,;)!\"' ", c) < 0 || letters < 4 || n == 1 && inSet(noValues, word) || n < 3 && virtue {
			return got
		}
		return Span{TypeSecret, l.at, to}
	}
	return got
}

// withArticle gives a sentence that somebody says its article: "la frase de seguridad es el perro come sandía".
func (f *Finder) withArticle(pos int, got Span) Span {
	if !f.follows(pos, "frase") && !f.follows(pos, "phrase") || strings.Count(f.text[got.Start:got.End], " ") < 2 {
		return got
	}
	for _, article := range [...]string{" el ", " la ", " the "} {
		if hasEnd(f.text[:got.Start], article) {
			got.Start -= len(article) - 1
		}
	}
	return got
}

// colonBefore reports a colon before the blanks and quotes before i.
func (f *Finder) colonBefore(i int) bool {
	return hasEnd(strings.TrimRight(f.text[max(0, i-4):i], " \""), ":")
}

// afterthought reports whether a clause without a comma begins at i: "es Timbuktu por si os llaman".
func (f *Finder) afterthought(i int) bool {
	if c := f.at(i + 1); c != 'p' && c != 's' && c != 'c' && c != 'i' {
		return false
	}
	for _, words := range [...]string{" por si ", " si ", " cuando ", " porque ", " if ", " in case "} {
		if f.follows(i, words) {
			return true
		}
	}
	return false
}

// requirements are words of a sentence about a pass phrase, which is none.
var requirements = setOf(`debe deben tiene tienen must should has have can cannot will not no nunca never minimo minima minimum least muy too very same misma
	mismo ver see ask pregunte pregunta consulte consulta solicite solicita pida pide pendiente enviada enviado enviaremos sent required obligatoria obligatorio please favor
	gracias forgot olvide olvidada olvido perdi perdida lost wrong incorrecta invalida your is es was era longer larga short expired what cual que which vial dia day
	e nao deve tem minha sua tu tus su sus mi mis my ao seu`)

// virtues are words of a motto, which no one keeps secret: "palabra de seguridad: respeto mutuo".
var virtues = setOf("dialogo union unidad paciencia puntualidad carino perseverancia esfuerzo organizacion planificacion patience teamwork persistence respeto confianza amor comunicacion honestidad disciplina constancia responsabilidad prevencion cuidado respect trust love honesty discipline safety respeito amor")

// phraseNamed reports whether the word for words at pos is one for a pass phrase: "palabra de seguridad", "seed phrase".
func (f *Finder) phraseNamed(pos int, b backward) bool {
	end := f.lettersEnd(pos)
	if lower(f.text[pos]) == 'a' || lower(f.text[pos]) == 'r' { // answer, respuesta
		return b.questioned() || inSet(answerKinds, b.word()) && !b.broke || f.secretAnswer(end)
	}
	if f.follows(end, " es ") && b.alarmed() {
		return true
	}
	if b.phraseKind() || inSet(wholeNames, f.text[pos:end]) || f.follows(end, " para ") && f.keyWord(pos) {
		return true
	}
	if f.at(end) == ':' && f.follows(pos, "seed") {
		return true
	}
	i := f.blanks(end, 2)
	for range 2 {
		to := f.lettersEnd(i)
		if word := f.text[i:to]; to == i || !inSet(ofWords, word) {
			return to > i && inSet(phraseKinds, word)
		}
		i = f.blanks(to, 2)
	}
	return false
}

// questioned reports "security question", "pregunta secreta" before the word for an answer.
func (b backward) questioned() bool {
	asked, secret := false, false
	for range lockWords {
		word := b.word()
		asked = asked || word == "question" || word == "pregunta" || word == "pergunta" || word == "Question" || word == "Pregunta" || word == "Pergunta"
		if secret = secret || inSet(answerKinds, word); secret && asked {
			return true
		}
	}
	return false
}

// maxAnswered is how many words stand between the word for an answer and what makes it a secret one at most.
const maxAnswered = 6

// secretAnswer reports "secreta", "a la pregunta de seguridad" after the word for an answer.
func (f *Finder) secretAnswer(i int) bool {
	for range maxAnswered {
		if f.at(i) != ' ' {
			return false
		}
		to := f.lettersEnd(i + 1)
		word := f.text[i+1 : to]
		if inSet(answerKinds, word) {
			return true
		}
		if !inSet(ofWords, word) && !inSet(owners, word) && !inSet(questions, word) {
			return false
		}
		i = to
	}
	return false
}

var (
	answerKinds = setOf("secreta secret seguridad security seguranca")
	questions   = setOf("a to for the my pregunta pergunta question")
)

// alarmed reports whether whoever watches over a house asks for a word: "si llaman de la alarma la palabra es albaricoque".
func (b backward) alarmed() bool {
	for range aroundKey {
		if inSet(watchers, b.word()) {
			article, in := b.word(), b.word()
			return !inSet(shownAt, article) && !inSet(shownAt, in) // "en la alarma la palabra es ...": it is shown there
		}
	}
	return false
}

var shownAt = setOf("en in on na no")

var watchers = setOf("alarma alarmas alarme securitas prosegur adt verisure garita caseta")

// phraseKind reports a word before that makes words a pass phrase, or how many a wallet has.
func (b backward) phraseKind() bool {
	word := b.word()
	return !b.broke && (inSet(phraseKinds, word) || word == "12" || word == "24")
}

// wholeNames need no word beside them.
var wholeNames = setOf("passphrase codeword")

var phraseKinds = setOf("metamask ledger trezor phantom exodus electrum pickup code memorable coaccion safe security secret seed recovery duress backup wallet verbal seguridad paso secreta secreto recuperacion semilla respaldo acceso segura seguranca recuperacao")
