package extract

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// What a page hides from its readers is not indexed: it is how orders to an assistant are smuggled in.

// hiddenBy reports whether an element's own attributes hide it.
func hiddenBy(attributes map[string]string) bool {
	if _, hidden := attributes["hidden"]; hidden || attributes["aria-hidden"] == "true" {
		return true
	}
	return hides(attributes["style"])
}

// hiding are declarations after which nobody sees a text.
var hiding = []struct {
	property string
	value    func(string) bool
}{
	{"display", is("none")},
	{"visibility", is("hidden", "collapse")},
	{"content-visibility", is("hidden")},
	{"opacity", below(0.1)},
	{"font-size", below(2)},
	{"color", is("transparent")},
	{"max-height", below(1)},
	{"max-width", below(1)},
	{"height", below(1)},
	{"width", below(1)},
	{"line-height", below(0.1)},
	{"text-indent", below(-400)},
	{"left", below(-400)},
	{"top", below(-400)},
	{"right", below(-400)},
	{"margin-left", below(-400)},
	{"clip", func(v string) bool { return strings.HasPrefix(v, "rect(0") || strings.HasPrefix(v, "rect(1px") }},
	{"clip-path", func(v string) bool { return strings.Contains(v, "inset(50%") || strings.Contains(v, "inset(100%") }},
	{"transform", func(v string) bool { return strings.Contains(v, "scale(0)") }},
}

func is(values ...string) func(string) bool {
	return func(v string) bool {
		return slices.Contains(values, v)
	}
}

// below takes a length in pixels, in points or without a unit; other units are much larger than a pixel, so that only 0 of them hides.
func below(most float64) func(string) bool {
	return func(v string) bool {
		number := strings.TrimRight(v, "abcdefghijklmnopqrstuvwxyz%")
		n, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return false
		}
		unit := v[len(number):]
		if unit != "" && unit != "px" && unit != "pt" && n > 0 {
			return false
		}
		return n < most
	}
}

// hides reports whether declarations hide what they apply to.
func hides(style string) bool {
	if style == "" || len(style) > 10_000 {
		return len(style) > 0
	}
	colors := map[string]string{}
	for declaration := range strings.SplitSeq(strings.ToLower(style), ";") {
		property, value, _ := strings.Cut(declaration, ":")
		property = strings.TrimSpace(property)
		value = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "!important"))
		for _, h := range hiding {
			if h.property == property && h.value(value) {
				return true
			}
		}
		colors[property] = value
	}
	behind := colors["background-color"]
	if behind == "" {
		behind = colors["background"]
	}
	return colors["color"] != "" && colors["color"] == behind
}

// selectors are the elements that a page's own style sheets hide: by name, .class, #id or name.class.
type selectors map[string]bool

var (
	styleSheets = regexp.MustCompile(`(?is)<style[^>]*>(.*?)</style`)
	styleRules  = regexp.MustCompile(`(?s)([^{}]+)\{([^{}]*)\}`)
	comments    = regexp.MustCompile(`(?s)/\*.*?\*/`)
	simple      = regexp.MustCompile(`^[a-z0-9]*[.#]?[\w-]+$`)
)

const maxSheets = 1 << 20

// hidingRules reads the style sheets in a page. Those on other pages are not fetched, and rules for some media only count for all.
func hidingRules(page string) selectors {
	out := selectors{}
	read := 0
	for _, sheet := range styleSheets.FindAllStringSubmatch(page, 100) {
		if read += len(sheet[1]); read > maxSheets {
			break
		}
		for _, rule := range styleRules.FindAllStringSubmatch(comments.ReplaceAllString(sheet[1], ""), -1) {
			if !hides(rule[2]) {
				continue
			}
			for s := range strings.SplitSeq(strings.ToLower(rule[1]), ",") {
				if s = strings.TrimSpace(s); simple.MatchString(s) {
					out[s] = true
				}
			}
		}
	}
	return out
}

func (s selectors) hide(tag string, attributes map[string]string) bool {
	if len(s) == 0 {
		return false
	}
	if s[tag] || s["#"+strings.ToLower(attributes["id"])] || s[tag+"#"+strings.ToLower(attributes["id"])] {
		return true
	}
	for class := range strings.FieldsSeq(strings.ToLower(attributes["class"])) {
		if s["."+class] || s[tag+"."+class] {
			return true
		}
	}
	return false
}
