// Package answer reads bare answers: yes, no, and a choice from a list.
package answer

import (
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/lex"
)

// The answers to a yes-or-no question.
const (
	Yes = "yes"
	No  = "no"
)

// maxAnswer is how many words a bare answer has at most; longer messages say something of their own.
const maxAnswer = 8

// scan reads one text for an answer.
type scan struct{ *language.Text }

// YesOrNo reports whether a message begins as a yes or a no to a question: "sí", "claro que sí", "dale", "no gracias", "yes please".
// It returns Yes, No, or "" when it is neither or says both.
func YesOrNo(t language.Text) string {
	s := scan{&t}
	if t.Words() == 0 {
		return s.emojiAnswer()
	}
	if t.Words() > maxAnswer || s.Asks() {
		return ""
	}
	for i := 0; i < len(t.Tokens); i++ {
		switch {
		case t.Tokens[i].Kind == language.Mark, s.Is(i, "ah", "eh", "pues", "bueno", "mmm", "ay", "uy", "oh", "well", "um", "hola", "ya") && i+1 < len(t.Tokens):
			continue
		case s.negative(i):
			return No
		case s.positive(i):
			if s.endsInNo() {
				return No
			}
			return Yes
		}
		return s.emojiAnswer()
	}
	return ""
}

func (s scan) negative(i int) bool {
	if s.Is(i, "no", "nao", "nop", "nope", "nah", "nel", "nones", "nunca", "tampoco", "negativo", "noo", "nopes", "never", "neh") {
		return !s.Is(i+1, "hay", "se", "tengo", "importa", "problem", "worries", "te", "puedo", "puede", "entiendo", "me", "tienen") || s.Is(i+1, "puedo") && i+2 >= len(s.Tokens)
	}
	return s.Is(i, "todavia", "aun", "ahora", "not", "mejor", "para", "de") && (s.Is(i+1, "no", "now", "yet", "nada", "ninguna") || s.Run(i+1, "que", "no"))
}

func (s scan) positive(i int) bool {
	if s.Is(i, "si", "sii", "sip", "sep", "see", "sim", "yes", "yep", "yeah", "yup", "yess", "claro", "dale", "ok", "okay", "okey", "oki", "okis", "okok", "vale", "bueno", "sale", "va", "correcto", "exacto", "exactamente",
		"afirmativo", "perfecto", "listo", "sure", "certo", "isso", "beleza", "confirmo", "confirmado", "confirmar", "confirmamos", "confirm", "confirmed", "adelante", "simon", "obvio", "perfect", "great", "correct",
		"absolutely", "definitely", "desde", "orale", "porsupuesto", "cierto", "genial", "excelente", "acepto", "fechado", "ya", "yaa", "siii", "joya", "bacan", "chevere", "mhm", "aja", "ajam") {
		return s.agreeing(i)
	}
	switch {
	case s.Is(i, "de") && s.Is(i+1, "acuerdo", "una"), s.Run(i, "por", "supuesto"), s.Run(i, "esta", "bien"), s.Run(i, "me", "parece"), s.Run(i, "me", "sirve"), s.Run(i, "me", "queda"),
		s.Run(i, "asi", "es"), s.Run(i, "of", "course"), s.Run(i, "go", "ahead"), s.Run(i, "sounds", "good"), s.Run(i, "thats", "right"), s.Run(i, "thats", "fine"), s.Run(i, "works", "for"), s.Run(i, "that", "works"),
		s.Run(i, "con", "gusto"), s.Run(i, "pode", "ser"), s.Run(i, "tudo", "bem"), s.Run(i, "todo", "bien"), s.Run(i, "es", "correcto"), s.Run(i, "let's", "do"), s.Run(i, "please", "do"), s.Run(i, "esa", "esta"), s.Run(i, "ese", "esta"):
		return true
	}
	return false
}

// endsInNo reports whether a text's last word denies: "claro que no", "ok, no gracias", "of course not", "claro que não".
func (s scan) endsInNo() bool {
	i := len(s.Tokens) - 1
	for i > 0 && (s.Tokens[i].Kind == language.Mark || s.Is(i, "gracias", "muchas", "thanks", "thank", "you", "obrigado", "obrigada")) {
		i--
	}
	return i > 0 && s.Is(i, "no", "nao", "not")
}

// agreeing leaves out "si" as "if" and "desde" without "luego".
func (s scan) agreeing(i int) bool {
	switch {
	case s.Is(i, "desde"):
		return s.Is(i+1, "luego", "ya")
	case s.Is(i, "si"):
		return !s.Is(i+1, "tienen", "tienes", "tiene", "no", "hay", "puedo", "es", "fuera", "pueden", "puede", "cancelo")
	}
	return true
}

// emojiAnswer reads a thumb.
func (s scan) emojiAnswer() string {
	for i := range s.Tokens {
		switch {
		case s.Is(i, "👍", "👌", "✅", "✔", "🙌", "🆗", "💯"):
			return Yes
		case s.Is(i, "👎", "❌", "🙅", "🚫"):
			return No
		}
	}
	return ""
}

// Choice reads which of some offered options is chosen: "la primera", "la 2", "opción 3", "the second one", "el último".
// It returns the place counted from 1, LastChoice, or 0 when none is named.
func Choice(t language.Text) int {
	s := scan{&t}
	if t.Words() > maxAnswer {
		return 0
	}
	for i := range t.Tokens {
		if n := s.choiceAt(i); n != 0 {
			return n
		}
	}
	if v := t.Digits(0); v >= 1 && v <= maxChoice && s.Ends(1) {
		return v
	}
	return 0
}

// LastChoice is the place of the last of the options, however many there are.
const LastChoice = -1

// maxChoice is the longest list of options that is offered.
const maxChoice = 20

func (s scan) choiceAt(i int) int {
	led := s.Is(i-1, "la", "el", "the", "a", "o", "opcion", "option", "numero", "number", "opcao", "#", "lo", "num", "n")
	switch {
	case led && s.Is(i, "ultima", "ultimo", "last"):
		return LastChoice
	case s.Is(i, "cuarta", "quarta") && led:
		return 4
	case s.Is(i, "segunda") && led && !s.Is(i+1, "feira", "-"):
		return 2
	case s.Is(i, "quinta") && led && !s.Is(i+1, "feira", "-"):
		return 5
	case s.Class(i) == lex.Ordinal && (led || len(s.Tokens) <= 3) && !s.Is(i+1, "vez", "hora", "cita", "consulta", "time", "visita", "thing", "mes") && s.Class(i+2) != lex.Month:
		return int(s.Tokens[i].Lex.N)
	case led && s.Is(i-1, "la", "opcion", "option", "numero", "number", "opcao", "#", "el", "num") && s.listed(i):
		n, _, _ := s.Number(i)
		return n
	}
	return 0
}

// listed reports whether a number after "la" or "opción" is a place in a list.
func (s scan) listed(i int) bool {
	n, to, ok := s.Number(i)
	if !ok || n < 1 || n > maxChoice || s.Counted(to) || s.ClockTail(to) || s.Is(i, "una", "un", "uno") && !s.Is(i-1, "opcion", "numero", "la") {
		return false
	}
	if s.Is(i, "una") || s.Is(i-2, "a") && s.Is(i-1, "la") {
		return false
	}
	return s.Ends(to) && (!s.Is(to, "de") || s.Class(to+1) != lex.Month) && !s.Is(to, "/", ":")
}
