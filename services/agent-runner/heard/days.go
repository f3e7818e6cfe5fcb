package heard

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// months are their names without accents, in order.
var months = [][]string{
	strings.Fields("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
	strings.Fields("january february march april may june july august september october november december"),
	strings.Fields("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
}

// placeIn is the place of a word in one of some lists, from 1; 0 where it is in none.
func placeIn(lists [][]string, word string) int {
	for _, list := range lists {
		if i := slices.Index(list, word); i >= 0 {
			return i + 1
		}
	}
	return 0
}

// NoSuchDate finds a day that its month does not have, "31 de noviembre" or "november 31", as YYYY-MM-DD; empty where there is none.
func NoSuchDate(text string, now time.Time) string {
	words := slices.DeleteFunc(plainWords(text), func(w string) bool { return w == "de" || w == "of" })
	for i, w := range words {
		month := time.Month(placeIn(months, w))
		if month == 0 {
			continue
		}
		for _, beside := range []int{i - 1, i + 1} {
			if beside < 0 || beside >= len(words) || len(words[beside]) != 2 {
				continue
			}
			day, err := strconv.Atoi(words[beside])
			if last := time.Date(now.Year(), month+1, 0, 0, 0, 0, 0, time.UTC).Day(); err == nil && day > last && day <= 31 {
				return fmt.Sprintf("%d-%02d-%02d", now.Year(), month, day)
			}
		}
	}
	return ""
}

// yesterdays are words for the day before today; lasts stand beside a weekday that is over.
var (
	yesterdays = []string{"ayer", "yesterday", "ontem"}
	fors       = []string{"para", "for", "pra"}
	lasts      = []string{"pasado", "last", "passado", "passada"}
	weekdays   = [][]string{
		strings.Fields("lunes martes miercoles jueves viernes sabado domingo"),
		strings.Fields("monday tuesday wednesday thursday friday saturday sunday"),
		strings.Fields("segunda terca quarta quinta sexta sabado domingo"),
	}
)

// PastDate finds a day that is over, "ayer" or "el lunes pasado", as YYYY-MM-DD; empty where none is named.
func PastDate(text string, now time.Time) string {
	words := plainWords(text)
	for i, w := range words {
		if slices.Contains(yesterdays, w) && i > 0 && slices.Contains(fors, words[i-1]) {
			return now.AddDate(0, 0, -1).Format(time.DateOnly)
		}
		day := placeIn(weekdays, w)
		after := i+1 < len(words) && slices.Contains(lasts, words[i+1])
		if day > 0 && (after || i > 0 && words[i-1] == "last") {
			return now.AddDate(0, 0, -1-(int(now.Weekday())-day+13)%7).Format(time.DateOnly)
		}
	}
	return ""
}
