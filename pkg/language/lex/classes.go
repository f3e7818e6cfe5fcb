// Package lex is the dictionary: what words are to the readers of texts, each listed once.
package lex

import (
	"maps"
	"strings"

	"github.com/recado/recado/pkg/language/calendar"
)

// Class says what a word is to the readers of dates, times and numbers.
type Class uint8

// The classes of words.
const (
	None     Class = iota
	Number         // n: the number that the word writes
	Ordinal        // n: which one
	Weekday        // n: 1 Monday to 7 Sunday
	Feira          // n: as classWeekday, but only in Portuguese or before "feira"
	ShortDay       // n: as classWeekday, but only beside a number, "next" and the like
	Month          // n: 1 to 12
	Today          // today
	Tomorrow       // tomorrow, and nothing else
	Manana         // "mañana": tomorrow or the morning
	Pasado         // "pasado": the day after tomorrow before or after "mañana", else the past
	Part           // n: a part of the day
	Tonight        // tonight
	Day            // the unit day
	Week           // the unit week
	Weekend        // weekend
	Months         // the unit month
	Years          // the unit year
	Hour           // the unit hour, and the mark of a 24 hour time
	Minute         // the unit minute
	Next           // next
	This           // this
	Other          // the other
	AmPm           // n: 0 am, 12 pm
	Noon           // n: 12 noon, 0 midnight
	Half           // half
	Quarter        // quarter
)

// Lexeme is the meaning of one word; n depends on the class.
type Lexeme struct {
	Class Class
	Opens Opens // which readers may find something here
	Moves bool  // asks to move what is booked
	Aches bool  // says that something hurts
	N     int32
	Lists Lists // the lists of words that it stands in
}

// The parts of a day, as n of classPart.
const (
	Morning = iota + 1
	Afternoon
	Evening
	SmallHours
)

// Words is built once from the lists below; a word stands in one list only.
var Words = buildLexicon()

// numbered lists words by class, where n of a word is its place in the list plus one.
var numbered = map[Class][][]string{
	Weekday: {
		{"lunes", "lune", "lunez", "lunesito", "monday", "mondays"},
		{"martes", "marte", "martez", "martesito", "tuesday", "tuesdays", "terca"},
		{"miercoles", "miercole", "miercolez", "mierc", "wednesday", "wednesdays", "wensday", "wednsday", "miercolitos"},
		{"jueves", "jueve", "juevez", "juebes", "juevecito", "juevesito", "thursday", "thursdays", "thurs", "thrusday"},
		{"viernes", "vierne", "viernez", "biernes", "viernesito", "friday", "fridays"},
		{"sabado", "sabados", "savado", "sabadito", "sabadin", "saturday", "saturdays"},
		{"domingo", "domingos", "dominguito", "sunday", "sundays"},
	},
	Feira: {{"segunda"}, {}, {"quarta"}, {"quinta"}, {"sexta"}},
	ShortDay: {
		{"lun", "mon"},
		{"mar", "tue", "tues"},
		{"mie", "mier", "wed", "weds"},
		{"jue", "juev", "thu", "thur"},
		{"vie", "vier", "fri"},
		{"sab", "sat"},
		{"dom", "sun"},
	},
	Month: {
		{"enero", "ene", "january", "jan", "janeiro"},
		{"febrero", "feb", "february", "fevereiro", "fev"},
		{"marzo", "march", "marco"},
		{"abril", "abr", "april", "apr"},
		{"mayo", "may", "maio"},
		{"junio", "jun", "june", "junho"},
		{"julio", "jul", "july", "julho"},
		{"agosto", "ago", "august", "aug"},
		{"septiembre", "setiembre", "sept", "sep", "september", "setembro"},
		{"octubre", "oct", "october", "outubro"},
		{"noviembre", "nov", "november", "novembro"},
		{"diciembre", "dic", "december", "dec", "dezembro"},
	},
	Part: {
		{"morning", "mornings", "manha", "manhazinha", "mananas", "mananita"},
		{"tarde", "tardes", "tardecita", "tardesita", "tardezinha", "tardinha", "afternoon", "afternoons"},
		{"noche", "noches", "nochecita", "nochesita", "noitinha", "noite", "evening", "evenings", "night", "nights"},
		{"madrugada"},
	},
	Number: {
		{"un", "uno", "una", "one", "um", "uma"},
		{"dos", "two", "dois", "duas", "par", "couple"},
		{"tres", "three"},
		{"cuatro", "four", "quatro"},
		{"cinco", "five", "sinco"},
		{"seis", "six"},
		{"siete", "seven", "sete"},
		{"ocho", "eight", "oito"},
		{"nueve", "nine", "nove"},
		{"diez", "ten", "dez"},
		{"once", "eleven", "onze"},
		{"doce", "twelve", "doze"},
		{"trece", "thirteen", "treze"},
		{"catorce", "fourteen", "quatorze"},
		{"quince", "fifteen", "quinze"},
		{"dieciseis", "sixteen", "dezesseis"},
		{"diecisiete", "seventeen", "dezessete"},
		{"dieciocho", "eighteen", "dezoito"},
		{"diecinueve", "nineteen", "dezenove"},
		{"veinte", "twenty", "vinte"},
		{"veintiuno", "veintiun", "veintiuna"},
		{"veintidos"},
		{"veintitres"},
		{"veinticuatro"},
		{"veinticinco"},
		{"veintiseis"},
		{"veintisiete"},
		{"veintiocho"},
		{"veintinueve"},
		{"treinta", "thirty", "trinta"},
	},
	Ordinal: {
		{"primero", "primera", "primer", "first", "primeiro", "primeira"},
		{"segundo", "second", "secund"},
		{"tercero", "tercera", "tercer", "third", "terceiro", "terceira"},
		{"cuarta", "fourth", "quarto"},
		{"quinto", "fifth"},
		{"sexto", "sixth"},
		{"septimo", "septima", "seventh", "setimo", "setima"},
		{"octavo", "octava", "eighth", "oitavo", "oitava"},
		{"noveno", "novena", "ninth", "nono"},
		{"decimo", "decima", "tenth"},
		{"eleventh"},
		{"twelfth"},
		{"thirteenth"},
		{"fourteenth"},
		{"fifteenth"},
		{"sixteenth"},
		{"seventeenth"},
		{"eighteenth"},
		{"nineteenth"},
		{"twentieth"},
		{},
		{},
		{},
		{},
		{},
		{},
		{},
		{},
		{},
		{"thirtieth"},
	},
}

// plain lists the words whose class says everything.
var plain = map[Class][]string{
	Today:    {"hoy", "today", "hoje", "hoyy"},
	Tomorrow: {"tomorrow", "amanha"},
	Manana:   {"manana"},
	Pasado:   {"pasado"},
	Tonight:  {"tonight", "tonite"},
	Day:      {"dia", "dias", "day", "days"},
	Week:     {"semana", "semanas", "week", "weeks", "semanita"},
	Weekend:  {"finde", "weekend", "findes", "weekends"},
	Months:   {"mes", "meses", "month", "months"},
	Years:    {"ano", "anos", "year", "years", "anitos"},
	Hour:     {"hora", "horas", "hour", "hours", "hr", "hrs", "hs", "h", "horitas", "horita"},
	Minute:   {"minuto", "minutos", "minute", "minutes", "min", "mins"},
	Next:     {"proximo", "proxima", "siguiente", "next", "entrante", "prox", "seguinte"},
	This:     {"este", "esta", "this", "deste", "desta", "neste", "nesta"},
	Other:    {"otra", "otro", "outra", "outro"},
	Half:     {"media", "half", "meia"},
	Quarter:  {"cuarto", "quarter"},
}

// tens and hundreds, and the words of the clock whose n is not a place in a list.
var valued = map[string]Lexeme{
	"cuarenta": {Class: Number, N: 40}, "forty": {Class: Number, N: 40}, "quarenta": {Class: Number, N: 40},
	"cincuenta": {Class: Number, N: 50}, "fifty": {Class: Number, N: 50}, "cinquenta": {Class: Number, N: 50},
	"sesenta": {Class: Number, N: 60}, "sixty": {Class: Number, N: 60}, "setenta": {Class: Number, N: 70}, "seventy": {Class: Number, N: 70},
	"ochenta": {Class: Number, N: 80}, "eighty": {Class: Number, N: 80}, "noventa": {Class: Number, N: 90}, "ninety": {Class: Number, N: 90},
	"cien": {Class: Number, N: 100}, "ciento": {Class: Number, N: 100}, "hundred": {Class: Number, N: 100}, "doscientos": {Class: Number, N: 200},
	"trescientos": {Class: Number, N: 300}, "cuatrocientos": {Class: Number, N: 400}, "quinientos": {Class: Number, N: 500},
	"seiscientos": {Class: Number, N: 600}, "setecientos": {Class: Number, N: 700}, "ochocientos": {Class: Number, N: 800}, "novecientos": {Class: Number, N: 900},
	"mil": {Class: Number, N: 1000}, "thousand": {Class: Number, N: 1000}, "cero": {Class: Number, N: 0}, "zero": {Class: Number, N: 0},
	"am": {Class: AmPm, N: 0}, "pm": {Class: AmPm, N: 12},
	"mediodia": {Class: Noon, N: 12}, "noonish": {Class: Noon, N: 12}, "mediodias": {Class: Noon, N: 12}, "noon": {Class: Noon, N: 12}, "midday": {Class: Noon, N: 12},
	"medianoche": {Class: Noon, N: 0}, "midnight": {Class: Noon, N: 0},
}

func buildLexicon() map[string]Lexeme {
	words := make(map[string]Lexeme, 400)
	for c, lists := range numbered {
		for i, list := range lists {
			for _, w := range list {
				words[w] = Lexeme{Class: c, N: int32(i + 1)}
			}
		}
	}
	for c, list := range plain {
		for _, w := range list {
			words[w] = Lexeme{Class: c}
		}
	}
	maps.Copy(words, valued)
	for w, l := range words {
		l.Opens = opensOf[l.Class]
		words[w] = l
	}
	for reader, list := range openers {
		mark(words, list, func(l *Lexeme) { l.Opens |= reader })
	}
	for w := range calendar.Feasts {
		mark(words, w, func(l *Lexeme) { l.Opens |= OpensFeast })
	}
	for list, of := range wordLists {
		mark(words, of, func(l *Lexeme) { l.Lists |= list })
	}
	mark(words, moves+" "+movingForms(), func(l *Lexeme) { l.Moves = true })
	mark(words, aches, func(l *Lexeme) { l.Aches = true })
	return words
}

func mark(words map[string]Lexeme, list string, set func(*Lexeme)) {
	for w := range strings.FieldsSeq(list) {
		l := words[w]
		set(&l)
		words[w] = l
	}
}
