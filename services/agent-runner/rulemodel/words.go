package rulemodel

import (
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
)

// phrase is one text in every language and register. Spanish has two registers; empty usted takes tu.
type phrase struct {
	tu, usted string
	en, pt    string
}

// words says phrases in one language and register.
type words struct {
	lang   language.Lang
	formal bool
}

func wordsFor(lang, style string) words {
	l := language.Lang(lang)
	if !l.Known() {
		l = language.Spanish
	}
	return words{lang: l, formal: style == "professional" || style == "very_formal"}
}

func (w words) get(key string) string {
	p := phrases[key]
	switch {
	case w.lang == language.English:
		return p.en
	case w.lang == language.Portuguese:
		return p.pt
	case w.formal && p.usted != "":
		return p.usted
	}
	return p.tu
}

// say fills a phrase: pairs are names in braces and what stands for them.
func (t *turn) say(key string, pairs ...string) string {
	text := t.words.get(key)
	for i := 0; i+1 < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, "{"+pairs[i]+"}", pairs[i+1])
	}
	return text
}

// when says weekday, date and time of an opening: "martes 24 de noviembre, 5 de la tarde".
func (t *turn) when(o opening) string {
	return when.SayMoment(o.Date, o.Time, t.words.lang)
}

// shortWhen fits a button: "mar 24, 17:00".
func (t *turn) shortWhen(o opening) string {
	day, err := time.Parse(time.DateOnly, o.Date)
	if err != nil {
		return o.Time
	}
	name := []rune(t.dayName(strings.ToLower(day.Weekday().String())))
	return string(name[:min(len(name), 3)]) + " " + ordinal(day.Day()) + ", " + o.Time
}
