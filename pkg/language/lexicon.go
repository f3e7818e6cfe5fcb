package language

import (
	"github.com/recado/recado/pkg/language/calendar"
	"maps"
	"strings"
)

// class says what a word is to the readers of dates, times and numbers.
type class uint8

const (
	classNone     class = iota
	classNumber         // n: the number that the word writes
	classOrdinal        // n: which one
	classWeekday        // n: 1 Monday to 7 Sunday
	classFeira          // n: as classWeekday, but only in Portuguese or before "feira"
	classShortDay       // n: as classWeekday, but only beside a number, "next" and the like
	classMonth          // n: 1 to 12
	classToday          // today
	classTomorrow       // tomorrow, and nothing else
	classManana         // "mañana": tomorrow or the morning
	classPasado         // "pasado": the day after tomorrow before or after "mañana", else the past
	classPart           // n: a part of the day
	classTonight        // tonight
	classDay            // the unit day
	classWeek           // the unit week
	classWeekend        // weekend
	classMonths         // the unit month
	classYears          // the unit year
	classHour           // the unit hour, and the mark of a 24 hour time
	classMinute         // the unit minute
	classNext           // next
	classThis           // this
	classOther          // the other
	classAmPm           // n: 0 am, 12 pm
	classNoon           // n: 12 noon, 0 midnight
	classHalf           // half
	classQuarter        // quarter
)

// lexeme is the meaning of one word; n depends on the class.
type lexeme struct {
	class class
	opens opens // which readers may find something here
	moves bool  // asks to move what is booked
	aches bool  // says that something hurts
	n     int32
	lists lists // the lists of words that it stands in
}

// The parts of a day, as n of classPart.
const (
	morning = iota + 1
	afternoon
	evening
	smallHours
)

// lexicon is built once from the lists below; a word stands in one list only.
var lexicon = buildLexicon()

// numbered lists words by class, where n of a word is its place in the list plus one.
var numbered = map[class][][]string{
	classWeekday: {
		{"lunes", "lune", "lunez", "lunesito", "monday", "mondays"},
		{"martes", "marte", "martez", "martesito", "tuesday", "tuesdays", "terca"},
		{"miercoles", "miercole", "miercolez", "mierc", "wednesday", "wednesdays", "wensday", "wednsday", "miercolitos"},
		{"jueves", "jueve", "juevez", "juebes", "juevecito", "juevesito", "thursday", "thursdays", "thurs", "thrusday"},
		{"viernes", "vierne", "viernez", "biernes", "viernesito", "friday", "fridays"},
		{"sabado", "sabados", "savado", "sabadito", "sabadin", "saturday", "saturdays"},
		{"domingo", "domingos", "dominguito", "sunday", "sundays"},
	},
	classFeira: {{"segunda"}, {}, {"quarta"}, {"quinta"}, {"sexta"}},
	classShortDay: {
		{"lun", "mon"},
		{"mar", "tue", "tues"},
		{"mie", "mier", "wed", "weds"},
		{"jue", "juev", "thu", "thur"},
		{"vie", "vier", "fri"},
		{"sab", "sat"},
		{"dom", "sun"},
	},
	classMonth: {
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
	classPart: {
		{"morning", "mornings", "manha", "manhazinha", "mananas", "mananita"},
		{"tarde", "tardes", "tardecita", "tardesita", "tardezinha", "tardinha", "afternoon", "afternoons"},
		{"noche", "noches", "nochecita", "nochesita", "noitinha", "noite", "evening", "evenings", "night", "nights"},
		{"madrugada"},
	},
	classNumber: {
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
	classOrdinal: {
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
var plain = map[class][]string{
	classToday:    {"hoy", "today", "hoje", "hoyy"},
	classTomorrow: {"tomorrow", "amanha"},
	classManana:   {"manana"},
	classPasado:   {"pasado"},
	classTonight:  {"tonight", "tonite"},
	classDay:      {"dia", "dias", "day", "days"},
	classWeek:     {"semana", "semanas", "week", "weeks", "semanita"},
	classWeekend:  {"finde", "weekend", "findes", "weekends"},
	classMonths:   {"mes", "meses", "month", "months"},
	classYears:    {"ano", "anos", "year", "years", "anitos"},
	classHour:     {"hora", "horas", "hour", "hours", "hr", "hrs", "hs", "h", "horitas", "horita"},
	classMinute:   {"minuto", "minutos", "minute", "minutes", "min", "mins"},
	classNext:     {"proximo", "proxima", "siguiente", "next", "entrante", "prox", "seguinte"},
	classThis:     {"este", "esta", "this", "deste", "desta", "neste", "nesta"},
	classOther:    {"otra", "otro", "outra", "outro"},
	classHalf:     {"media", "half", "meia"},
	classQuarter:  {"cuarto", "quarter"},
}

// tens and hundreds, and the words of the clock whose n is not a place in a list.
var valued = map[string]lexeme{
	"cuarenta": {class: classNumber, n: 40}, "forty": {class: classNumber, n: 40}, "quarenta": {class: classNumber, n: 40},
	"cincuenta": {class: classNumber, n: 50}, "fifty": {class: classNumber, n: 50}, "cinquenta": {class: classNumber, n: 50},
	"sesenta": {class: classNumber, n: 60}, "sixty": {class: classNumber, n: 60}, "setenta": {class: classNumber, n: 70}, "seventy": {class: classNumber, n: 70},
	"ochenta": {class: classNumber, n: 80}, "eighty": {class: classNumber, n: 80}, "noventa": {class: classNumber, n: 90}, "ninety": {class: classNumber, n: 90},
	"cien": {class: classNumber, n: 100}, "ciento": {class: classNumber, n: 100}, "hundred": {class: classNumber, n: 100}, "doscientos": {class: classNumber, n: 200},
	"trescientos": {class: classNumber, n: 300}, "cuatrocientos": {class: classNumber, n: 400}, "quinientos": {class: classNumber, n: 500},
	"seiscientos": {class: classNumber, n: 600}, "setecientos": {class: classNumber, n: 700}, "ochocientos": {class: classNumber, n: 800}, "novecientos": {class: classNumber, n: 900},
	"mil": {class: classNumber, n: 1000}, "thousand": {class: classNumber, n: 1000}, "cero": {class: classNumber, n: 0}, "zero": {class: classNumber, n: 0},
	"am": {class: classAmPm, n: 0}, "pm": {class: classAmPm, n: 12},
	"mediodia": {class: classNoon, n: 12}, "noonish": {class: classNoon, n: 12}, "mediodias": {class: classNoon, n: 12}, "noon": {class: classNoon, n: 12}, "midday": {class: classNoon, n: 12},
	"medianoche": {class: classNoon, n: 0}, "midnight": {class: classNoon, n: 0},
}

func buildLexicon() map[string]lexeme {
	words := make(map[string]lexeme, 400)
	for c, lists := range numbered {
		for i, list := range lists {
			for _, w := range list {
				words[w] = lexeme{class: c, n: int32(i + 1)}
			}
		}
	}
	for c, list := range plain {
		for _, w := range list {
			words[w] = lexeme{class: c}
		}
	}
	maps.Copy(words, valued)
	for w, l := range words {
		l.opens = opensOf[l.class]
		words[w] = l
	}
	for reader, list := range openers {
		mark(words, list, func(l *lexeme) { l.opens |= reader })
	}
	for w := range calendar.Feasts {
		mark(words, w, func(l *lexeme) { l.opens |= opensFeast })
	}
	for list, of := range wordLists {
		mark(words, of, func(l *lexeme) { l.lists |= list })
	}
	mark(words, moves+" "+movingForms(), func(l *lexeme) { l.moves = true })
	mark(words, aches, func(l *lexeme) { l.aches = true })
	return words
}

func mark(words map[string]lexeme, list string, set func(*lexeme)) {
	for w := range strings.FieldsSeq(list) {
		l := words[w]
		set(&l)
		words[w] = l
	}
}
