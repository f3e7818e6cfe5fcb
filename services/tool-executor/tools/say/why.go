package say

import (
	"strconv"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
	"github.com/recado/recado/services/tool-executor/tools/openings"
)

// reasons has for each cause a sentence about one day and one about several; the second is empty where the first says both. They
// have no full stop: an offer may follow. A gap that a sentence does not need is left out.
var reasons = map[openings.Cause]map[language.Lang][2]string{
	openings.PastDay: {
		language.Spanish:    {"Esa fecha ya pasó", "Esas fechas ya pasaron"},
		language.English:    {"That date is already past", "Those dates are already past"},
		language.Portuguese: {"Essa data já passou", "Essas datas já passaram"},
	},
	openings.PastTime: {
		language.Spanish:    {"Esa hora ya pasó"},
		language.English:    {"That time is already past"},
		language.Portuguese: {"Esse horário já passou"},
	},
	openings.TooSoon: {
		language.Spanish:    {"Para esa hora ya es tarde: agendo con al menos {notice} de anticipación"},
		language.English:    {"It is too late for that time: I book at least {notice} ahead"},
		language.Portuguese: {"Para esse horário já é tarde: agendo com pelo menos {notice} de antecedência"},
	},
	openings.TodayOver: {
		language.Spanish:    {"Para hoy ya es tarde"},
		language.English:    {"It is too late for today"},
		language.Portuguese: {"Para hoje já é tarde"},
	},
	openings.NoDate: {
		language.Spanish:    {"Esa fecha no existe"},
		language.English:    {"There is no such date"},
		language.Portuguese: {"Essa data não existe"},
	},
	openings.Holiday: {
		language.Spanish:    {"Ese día está cerrado{at}: {name}", "Esos días está cerrado{at}: {name}"},
		language.English:    {"We are closed that day{at}: {name}", "We are closed on those days{at}: {name}"},
		language.Portuguese: {"Nesse dia estamos fechados{at}: {name}", "Nesses dias estamos fechados{at}: {name}"},
	},
	openings.ClosedDay: {
		language.Spanish:    {"El {weekday} no abrimos{at}", "Esos días no abrimos{then}{at}"},
		language.English:    {"We are closed on {weekday}{at}", "We are not open{then} on those days{at}"},
		language.Portuguese: {"{On} {weekday} não abrimos{at}", "Nesses dias não abrimos{then}{at}"},
	},
	openings.OtherHours: {
		language.Spanish:    {"{Day} abrimos{at} {hours}{name}", "Esos días abrimos{at} {hours}{name}"},
		language.English:    {"{Day} we open{at} {hours}{name}", "On those days we open{at} {hours}{name}"},
		language.Portuguese: {"{Day} abrimos{at} {hours}{name}", "Nesses dias abrimos{at} {hours}{name}"},
	},
	openings.LastStart: {
		language.Spanish:    {"{Day} lo último que puedo agendar{at} es {final}", "Esos días lo último que puedo agendar{at} es {final}"},
		language.English:    {"{Day} the latest that I can book{at} is {final}", "On those days the latest that I can book{at} is {final}"},
		language.Portuguese: {"{Day} o último horário{at} é {final}", "Nesses dias o último horário{at} é {final}"},
	},
	openings.StaffAway: {
		language.Spanish:    {"{who} no atiende el {weekday}{at}", "{who} no atiende esos días{then}{at}"},
		language.English:    {"{who} is not in on {weekday}{at}", "{who} is not in{then} on those days{at}"},
		language.Portuguese: {"{who} não atende {on} {weekday}{at}", "{who} não atende nesses dias{then}{at}"},
	},
	openings.StaffHours: {
		language.Spanish:    {"{who} atiende el {weekday}{at} {hours}", "{who} atiende esos días{at} {hours}"},
		language.English:    {"{who} is in on {weekday}{at} {hours}", "{who} is in on those days{at} {hours}"},
		language.Portuguese: {"{who} atende {on} {weekday}{at} {hours}", "{who} atende nesses dias{at} {hours}"},
	},
	openings.ServiceAway: {
		language.Spanish:    {"{who}: no se atiende el {weekday}{at}", "{who}: no se atiende esos días{then}{at}"},
		language.English:    {"{who}: not available on {weekday}{at}", "{who}: not available{then} on those days{at}"},
		language.Portuguese: {"{who}: sem atendimento {on} {weekday}{at}", "{who}: sem atendimento nesses dias{then}{at}"},
	},
	openings.ServiceHours: {
		language.Spanish:    {"{who}: se atiende el {weekday}{at} {hours}", "{who}: se atiende esos días{at} {hours}"},
		language.English:    {"{who}: available on {weekday}{at} {hours}", "{who}: available on those days{at} {hours}"},
		language.Portuguese: {"{who}: atendimento {on} {weekday}{at} {hours}", "{who}: atendimento nesses dias{at} {hours}"},
	},
	openings.TooFar: {
		language.Spanish:    {"Solo agendo hasta el {last}"},
		language.English:    {"I can only book up to {last}"},
		language.Portuguese: {"Só agendo até {last}"},
	},
	openings.NoneLeft: {
		language.Spanish:    {"Ese día ya no queda lugar{at}", "Esos días ya no queda lugar{at}"},
		language.English:    {"There is no place left that day{at}", "There is no place left on those days{at}"},
		language.Portuguese: {"Nesse dia não há mais vaga{at}", "Nesses dias não há mais vaga{at}"},
	},
	openings.TimeTaken: {
		language.Spanish:    {"Ese día {time} ya no queda lugar{at}", "Esos días {time} ya no queda lugar{at}"},
		language.English:    {"There is no place left {time} that day{at}", "There is no place left {time} on those days{at}"},
		language.Portuguese: {"Nesse dia {time} não há mais vaga{at}", "Nesses dias {time} não há mais vaga{at}"},
	},
}

// Why is one sentence that a customer can be told: why what they wish is not to be had.
func Why(y openings.Why, lang string) string {
	l := language.Lang(lang).Spoken()
	text := reasons[y.Cause][l]
	sentence := text[0]
	if y.Several && text[1] != "" {
		sentence = text[1]
	}
	weekday := weekdayOf(y.Date, l)
	fill := strings.NewReplacer(
		"{at}", place(y.Branch, l), "{name}", named(y), "{weekday}", weekday, "{On}", on(weekday, true), "{on}", on(weekday, false),
		"{Day}", theDay(y, weekday, l), "{hours}", hours(y.Hours, l), "{who}", y.Who, "{last}", dayAndMonth(y.LastDay, l),
		"{notice}", Length(y.Notice, l), "{time}", wished(y.Wish, l), "{then}", then(y.Wish, l),
		"{final}", final(y.Last, l))
	return fill.Replace(sentence)
}

// NoSuchDate says that a month is shorter than a day that was asked for in it.
func NoSuchDate(month, days int, lang string) string {
	l := language.Lang(lang).Spoken()
	name := monthOf(month, l)
	if name == "" {
		return reasons[openings.NoDate][l][0]
	}
	name = strings.ToUpper(name[:1]) + name[1:]
	switch n := strconv.Itoa(days); l {
	case language.English:
		return name + " has only " + n + " days"
	case language.Portuguese:
		return name + " tem só " + n + " dias"
	default:
		return name + " tiene solo " + n + " días"
	}
}

// named is a holiday, alone or in brackets behind its hours.
func named(y openings.Why) string {
	if y.Name == "" || y.Cause == openings.Holiday {
		return y.Name
	}
	return " (" + y.Name + ")"
}

var placeWords = map[language.Lang]string{language.Spanish: " en ", language.English: " at ", language.Portuguese: " em "}

func place(branch string, l language.Lang) string {
	if branch == "" {
		return ""
	}
	return placeWords[l] + branch
}

// on is the Portuguese preposition of a weekday.
func on(weekday string, first bool) string {
	word := "na"
	if weekday == "sábado" || weekday == "domingo" {
		word = "no"
	}
	if first {
		return strings.ToUpper(word[:1]) + word[1:]
	}
	return word
}

// theDay is "that day" where the day is special, else its weekday.
func theDay(y openings.Why, weekday string, l language.Lang) string {
	special := y.Name != ""
	switch {
	case l == language.English && special:
		return "That day"
	case l == language.English:
		return "On " + weekday
	case l == language.Portuguese && special:
		return "Nesse dia"
	case l == language.Portuguese:
		return on(weekday, true) + " " + weekday
	case special:
		return "Ese día"
	}
	return "El " + weekday
}

func weekdayOf(date string, l language.Lang) string {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return ""
	}
	return when.SayWeekday((int(day.Weekday())+6)%7+1, l)
}

func monthOf(month int, l language.Lang) string {
	if month < 1 || month > 12 {
		return ""
	}
	words := strings.Fields(when.SayDate(time.Date(2026, time.Month(month), 1, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), l))
	return words[len(words)-1]
}

// dayAndMonth is a date without its weekday: "22 de enero".
func dayAndMonth(date string, l language.Lang) string {
	said := when.SayDate(date, l)
	_, rest, _ := strings.Cut(said, " ")
	return rest
}

// hours are spans as people say them: "de 9:00 a 13:00 y de 15:00 a 19:00".
func hours(spans []openings.Span, l language.Lang) string {
	parts := make([]string, len(spans))
	for i, s := range spans {
		from, to := openings.Clock(s.Opens), openings.Clock(s.Closes)
		switch l {
		case language.English:
			parts[i] = "from " + when.SayTime(from, l) + " to " + when.SayTime(to, l)
		case language.Portuguese:
			parts[i] = "das " + when.SayTime(from, l) + " às " + when.SayTime(to, l)
		default:
			parts[i] = "de " + strings.TrimPrefix(from, "0") + " a " + strings.TrimPrefix(to, "0")
		}
	}
	and := map[language.Lang]string{language.Spanish: " y ", language.English: " and ", language.Portuguese: " e "}
	return strings.Join(parts, and[l])
}

// wished is the hour or the part of the day, with its preposition.
func wished(w openings.Wish, l language.Lang) string {
	if w.Time == "" {
		return when.SayPart(w.Part, l)
	}
	said := when.SayTime(w.Time, l)
	switch l {
	case language.English:
		return "at " + said
	case language.Portuguese:
		return "às " + said
	}
	if at, err := time.Parse("15:04", w.Time); err == nil && at.Hour()%12 == 1 {
		return "a la " + said
	}
	return "a las " + said
}

// final is an hour that stands by itself; English has no preposition there.
func final(clock string, l language.Lang) string {
	return strings.TrimPrefix(wished(openings.Wish{Time: clock}, l), "at ")
}

// then is the same behind a space; nothing where no hour was wished.
func then(w openings.Wish, l language.Lang) string {
	if said := wished(w, l); said != "" {
		return " " + said
	}
	return ""
}

var units = map[language.Lang][3][2]string{
	language.Spanish:    {{"día", "días"}, {"hora", "horas"}, {"minuto", "minutos"}},
	language.English:    {{"day", "days"}, {"hour", "hours"}, {"minute", "minutes"}},
	language.Portuguese: {{"dia", "dias"}, {"hora", "horas"}, {"minuto", "minutos"}},
}

// Length is a length of time in its largest whole unit, hours up to two days: "24 horas", "90 minutos".
func Length(d time.Duration, l language.Lang) string {
	n, unit := int(d/time.Minute), 2
	switch {
	case n > 48*60 && n%(24*60) == 0:
		n, unit = n/(24*60), 0
	case n >= 60 && n%60 == 0:
		n, unit = n/60, 1
	}
	words := units[l.Spoken()][unit]
	word := words[1]
	if n == 1 {
		word = words[0]
	}
	return strconv.Itoa(n) + " " + word
}
