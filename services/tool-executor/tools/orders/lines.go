package orders

import (
	"fmt"
	"slices"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/match"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// line is a dish of an order with its price.
type line struct {
	dish        *dish
	options     []option
	quantity    int
	notes       string
	unit, total int64
}

// offered bounds how many names stand in the place of a wrong one.
const offered = 5

// lines finds the dishes and options that are meant, and prices them.
func (m *card) lines(r request, lang string) (out []line, refusal *tool.Error) {
	for i, x := range r.Items {
		l := line{quantity: x.Quantity, notes: x.Notes}
		at := fmt.Sprintf("items[%d]", i)
		if l.dish, refusal = m.dish(at+".name", x.Name, lang); refusal != nil {
			return nil, refusal
		}
		if l.options, refusal = l.dish.chosen(at+".options", x.Options, lang); refusal != nil {
			return nil, refusal
		}
		if refusal = l.uncharged(at+".notes", lang); refusal != nil {
			return nil, refusal
		}
		l.unit = l.dish.price
		for _, o := range l.options {
			l.unit += o.price
		}
		l.total = l.unit * int64(l.quantity)
		out = append(out, l)
	}
	return out, nil
}

// dish finds the one that is meant. Of several that may be meant none is taken, even where only one can be had.
func (m *card) dish(field, wanted, lang string) (*dish, *tool.Error) {
	called := func(d dish) match.Name { return d.called }
	found := match.Meant(m.dishes, called, wanted)
	switch {
	case len(found) == 0:
		return nil, &tool.Error{
			Code: "unknown_dish", Field: field, Message: say("unknown_dish", lang, "{name}", wanted),
			Allowed: tool.Names(match.Near(m.had(), called, wanted, offered)...),
		}
	case len(found) > 1:
		return nil, &tool.Error{
			Code: "unknown_dish", Field: field, Message: say("several_dishes", lang, "{name}", wanted),
			Allowed: tool.Names(wire.Names(found, dish.name)...),
		}
	case !found[0].available:
		return nil, m.soldOut(field, found[0], say("sold_out", lang, "{name}", found[0].name()))
	}
	return &found[0], nil
}

// soldOut offers what stands beside a dish on the menu.
func (m *card) soldOut(field string, d dish, message string) *tool.Error {
	var beside []string
	for _, other := range m.had() {
		if other.category == d.category && other.slug != d.slug && len(beside) < offered {
			beside = append(beside, other.name())
		}
	}
	return &tool.Error{Code: "sold_out", Field: field, Message: message, Allowed: tool.Names(beside...)}
}

// had are the dishes that can be had.
func (m *card) had() []dish {
	return slices.DeleteFunc(slices.Clone(m.dishes), func(d dish) bool { return !d.available })
}

// chosen finds the options that are meant: each once, one of each group.
func (d *dish) chosen(field string, wanted []string, lang string) (out []option, refusal *tool.Error) {
	for _, name := range wanted {
		found := match.Meant(d.options, func(o option) match.Name { return o.called }, name)
		if len(found) != 1 {
			return nil, d.unknownOption(field, say("unknown_option", lang, "{name}", name, "{dish}", d.name()), "")
		}
		o := found[0]
		if !o.available {
			refusal := d.unknownOption(field, say("sold_out", lang, "{name}", o.name()), "")
			refusal.Code = "sold_out"
			return nil, refusal
		}
		if slices.ContainsFunc(out, o.excludes) {
			return nil, d.unknownOption(field, say("one_option", lang, "{name}", o.name()), o.group)
		}
		out = append(out, o)
	}
	return out, nil
}

func (o option) excludes(other option) bool {
	return o.name() == other.name() || o.group != "" && o.group == other.group
}

// unknownOption offers the options of a dish that can be had, or those of one group.
func (d *dish) unknownOption(field, message, group string) *tool.Error {
	var names []string
	for _, o := range d.options {
		if o.available && (group == "" || o.group == group) {
			names = append(names, o.name())
		}
	}
	return &tool.Error{Code: "unknown_option", Field: field, Message: message, Allowed: tool.Names(names...)}
}

// allergens are those of the dish and of what it is had with.
func (l line) allergens() []string {
	out := slices.Clone(l.dish.allergens)
	for _, o := range l.options {
		for _, a := range o.allergens {
			if !slices.Contains(out, a) {
				out = append(out, a)
			}
		}
	}
	return out
}

func (l line) optionNames() []string {
	out := make([]string, len(l.options))
	for i, o := range l.options {
		out[i] = o.name()
	}
	return out
}
