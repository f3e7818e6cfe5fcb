package scenario

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
)

// placeholder is {{service.1.price}}, slotNumber the number in "slot.2".
var (
	placeholder = regexp.MustCompile(`\{\{\s*([a-z0-9_.-]+)\s*\}\}`)
	slotNumber  = regexp.MustCompile(`[1-9][0-9]?`)
)

// fact is what a placeholder stands for: as it is said, and what it is written from where a reply may say it otherwise.
type fact struct{ said, of string }

// facts are the facts of a business by the names of their placeholders, without braces.
type facts map[string]fact

func (f facts) put(name, value string) { f[name] = fact{value, value} }

// has reports whether a requirement such as slot.1, menu.2 or loyalty can be filled.
func (f facts) has(required string) bool {
	if _, ok := f[required]; ok {
		return true
	}
	for name := range f {
		if strings.HasPrefix(name, required+".") {
			return true
		}
	}
	return false
}

// text fills the placeholders of something that is said.
func (f facts) text(s string) (string, error) {
	return f.fill(s, func(_ string, is fact) string { return is.said })
}

// pattern fills the placeholders of a regular expression with expressions that fit the value however a reply writes it.
func (f facts) pattern(s string) (string, error) { return f.fill(s, patternOf) }

func (f facts) fill(s string, write func(name string, is fact) string) (string, error) {
	var missing []string
	out := placeholder.ReplaceAllStringFunc(s, func(found string) string {
		name := placeholder.FindStringSubmatch(found)[1]
		value, ok := f[name]
		if !ok {
			missing = append(missing, name)
		}
		return write(name, value)
	})
	if len(missing) > 0 {
		return "", fmt.Errorf("nothing stands for {{%s}}", strings.Join(missing, "}}, {{"))
	}
	return out, nil
}

// patternOf writes a value as a regular expression.
func patternOf(name string, is fact) string {
	switch kind := name[strings.LastIndexByte(name, '.')+1:]; {
	case strings.HasPrefix(kind, "price"):
		return pricePattern(is.of)
	case strings.HasPrefix(kind, "date"):
		return dayPattern(is.of)
	case strings.HasPrefix(kind, "time"):
		return clockPattern(is.of)
	}
	return regexp.QuoteMeta(is.of)
}

// pricePattern fits an amount with and without thousands marks and decimals.
func pricePattern(amount string) string {
	whole, cents, _ := strings.Cut(amount, ".")
	var out strings.Builder
	for i, digit := range whole {
		if left := len(whole) - i; i > 0 && left%3 == 0 {
			out.WriteString(`[.,' ]?`)
		}
		out.WriteRune(digit)
	}
	if strings.Trim(cents, "0") == "" {
		return `\b` + out.String() + `(?:[.,]00)?\b`
	}
	return `\b` + out.String() + `[.,]` + strings.TrimRight(cents, "0") + `0?\b`
}

// dayPattern fits a day as any of the languages says it, with the weekday or without, and as it is written.
func dayPattern(value string) string {
	day, err := time.Parse(time.DateOnly, value)
	if err != nil {
		return regexp.QuoteMeta(value)
	}
	forms := []string{value, fmt.Sprintf(`\b0?%d/0?%d\b`, day.Day(), day.Month())}
	for _, l := range language.Langs {
		said := when.SayDate(value, l)
		forms = append(forms, `\b`+regexp.QuoteMeta(said[strings.IndexByte(said, ' ')+1:]))
	}
	forms = append(forms, day.Format(`January 2`)+`\b`)
	return `(?i:` + strings.Join(forms, "|") + `)`
}

// clockPattern fits a time of day in 24 hours, and in 12 with what says which half of the day.
func clockPattern(value string) string {
	at, err := time.Parse("15:04", value)
	if err != nil {
		return regexp.QuoteMeta(value)
	}
	minutes, optional := fmt.Sprintf(":%02d", at.Minute()), ""
	if at.Minute() == 0 {
		optional = "?"
	}
	half := `a\.? ?m\.?|de la (?:mañana|madrugada)|da manhã|in the morning`
	if at.Hour() >= 12 {
		half = `p\.? ?m\.?|del mediod[ií]a|de la (?:tarde|noche)|da (?:tarde|noite)|in the (?:afternoon|evening)`
	}
	twelve := (at.Hour()+11)%12 + 1
	return fmt.Sprintf(`(?i:\b0?%d%s\b|\b%dh(?:%02d)%s|\b0?%d(?:%s)%s ?(?:%s))`,
		at.Hour(), minutes, at.Hour(), at.Minute(), optional, twelve, minutes, optional, half)
}
