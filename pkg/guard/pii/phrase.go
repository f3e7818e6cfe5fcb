package pii

import "strings"

// maxPhrase is how many words a pass phrase has at most: those of a wallet have 24.
const maxPhrase = 24

// phrase recognises a secret of several plain words behind a lead, which goes on to the end of its line or clause: "nube
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
			return got
		}
		virtue = virtue || inSet(virtues, word)
		if n++; f.lettersEnd(i) == to {
			letters += to - i
		}
		if f.at(to) == ' ' && f.wordAt(to+1) {
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

// requirements are words of a sentence about a pass phrase, which is none.
var requirements = setOf(`debe deben tiene tienen must should has have can cannot will not no nunca never minimo minima minimum least muy too very same misma
	mismo ver see ask pregunte pregunta consulte consulta solicite solicita pida pide pendiente enviada enviado enviaremos sent required obligatoria obligatorio please favor
	gracias forgot olvide olvidada olvido perdi perdida lost wrong incorrecta invalida your is es was era longer larga short expired what cual que which vial dia day
	e nao deve tem minha sua tu tus su sus mi mis my ao seu`)

// virtues are words of a motto, which no one keeps secret: "palabra de seguridad: respeto mutuo".
var virtues = setOf("respeto confianza amor comunicacion honestidad disciplina constancia responsabilidad prevencion cuidado respect trust love honesty discipline safety respeito amor")

// phraseNamed reports that the word for words at pos is one for a pass phrase: "palabra de seguridad", "seed phrase".
func (f *Finder) phraseNamed(pos int, b backward) bool {
	end := f.lettersEnd(pos)
	if lower(f.text[pos]) == 'p' && end-pos == len("passphrase") || b.phraseKind() {
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

// phraseKind reports a word before that makes words a pass phrase, or how many a wallet has.
func (b backward) phraseKind() bool {
	word := b.word()
	return !b.broke && (inSet(phraseKinds, word) || word == "12" || word == "24")
}

var phraseKinds = setOf("safe security secret seed recovery duress backup wallet verbal seguridad paso secreta secreto recuperacion semilla respaldo acceso segura seguranca recuperacao")
