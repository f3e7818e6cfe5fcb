package orders

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/money"
	"github.com/recado/recado/pkg/language/when"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/match"
	"github.com/recado/recado/services/tool-executor/tools/openings"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// bill is a request that can be met, with what it costs.
type bill struct {
	lines                []line
	orderType            string
	slot                 slot
	zone                 *zone // of a delivery
	due                  time.Time
	subtotal, fee, total int64
}

// price says what a request costs and when it is there, or why it cannot be met. It is the only place where an order is priced.
// What another hour would not mend is said before the hour is.
func (m *card) price(r request, lang string) (b bill, refusal *tool.Error) {
	if b.lines, refusal = m.lines(r, lang); refusal != nil {
		return b, refusal
	}
	if b.orderType, refusal = m.orderType(r.OrderType, lang); refusal != nil {
		return b, refusal
	}
	for _, l := range b.lines {
		b.subtotal += l.total
	}
	if b.orderType == delivery && r.Zone+r.Address != "" {
		if b.zone, refusal = m.zoneOf(r, lang); refusal != nil {
			return b, refusal
		}
	}
	if refusal = m.enough(b, lang); refusal != nil {
		return b, refusal
	}
	if b.slot, refusal = m.slot(r, lang); refusal != nil {
		return b, refusal
	}
	takes := m.preparation
	if b.orderType == delivery {
		if b.zone == nil {
			return b, m.addressRequired(lang)
		}
		b.fee = b.zone.feeOf(b.subtotal)
		if b.zone.minutes != nil {
			takes = time.Duration(*b.zone.minutes) * time.Minute
		}
	}
	b.due, b.total = b.slot.due(takes), b.subtotal+b.fee
	return b, m.servedThen(b, lang)
}

// enough refuses what is below the least that an order, or one to its zone, must come to.
func (m *card) enough(b bill, lang string) *tool.Error {
	least := m.minimum
	if b.zone != nil {
		least = max(least, b.zone.minimum)
	}
	if b.subtotal >= least {
		return nil
	}
	text := money.Format(least, m.currency)
	return &tool.Error{
		Code: "below_minimum", Field: "items", Message: say("below_minimum", lang, "{amount}", text), Allowed: tool.Names(text),
	}
}

// orderType is the wished one; where only one is offered, that one need not be said.
func (m *card) orderType(wanted, lang string) (string, *tool.Error) {
	ways := m.offered()
	for _, way := range ways {
		if way == wanted || wanted == "" && len(ways) == 1 {
			return way, nil
		}
	}
	code, message := "not_offered", say("not_offered", lang)
	if wanted != pickup && wanted != delivery {
		code, message = "invalid_arguments", "expected pickup or delivery"
	}
	return "", &tool.Error{Code: code, Field: "order_type", Message: message, Allowed: tool.Names(ways...)}
}

func (m *card) addressRequired(lang string) *tool.Error {
	return &tool.Error{
		Code: "address_required", Field: "delivery_address", Message: say("address_required", lang),
		Allowed: tool.Names(wire.Names(m.zones, zone.name)...),
	}
}

// zoneOf is the zone that is named, or the only one that the address names.
func (m *card) zoneOf(r request, lang string) (*zone, *tool.Error) {
	all := tool.Names(wire.Names(m.zones, zone.name)...)
	var found []zone
	for _, z := range m.zones {
		if z.named(r.Address) {
			found = append(found, z)
		}
	}
	if r.Zone != "" {
		meant := match.Meant(m.zones, func(z zone) match.Name { return z.called }, r.Zone)
		// the address may name several, one of them the wished; another one only is another fee
		if len(meant) == 1 && len(found) > 0 && !slices.ContainsFunc(found, func(z zone) bool { return z.id == meant[0].id }) {
			meant = nil
		}
		found = meant
	}
	if len(found) != 1 {
		return nil, &tool.Error{Code: "outside_zone", Field: "zone", Message: say("outside_zone", lang), Allowed: all}
	}
	return &found[0], nil
}

// named reports whether an address holds the zone's name, or another one of it, in whole words.
func (z zone) named(address string) bool {
	padded := func(s string) string {
		words := strings.FieldsFunc(language.FoldString(s), func(r rune) bool { return strings.ContainsRune(" ,.;()", r) })
		return " " + strings.Join(words, " ") + " "
	}
	text := padded(address)
	for _, name := range append([]string{z.called.Name}, z.called.Aliases...) {
		if strings.Contains(text, padded(name)) {
			return true
		}
	}
	return false
}

func (z zone) feeOf(subtotal int64) int64 {
	if z.freeFrom != nil && subtotal >= *z.freeFrom {
		return 0
	}
	return z.fee
}

// servedThen refuses dishes that are not served at the hour for which they are ordered, and those that do not travel.
func (m *card) servedThen(b bill, lang string) *tool.Error {
	at := b.slot.wished
	if at.IsZero() {
		at = m.calendar.Now.In(m.calendar.Zone)
	}
	minute := at.Hour()*60 + at.Minute()
	for i, l := range b.lines {
		field := fmt.Sprintf("items[%d].name", i)
		if b.orderType == delivery && !l.dish.travels {
			return &tool.Error{Code: "not_delivered", Field: field, Message: say("not_delivered", lang, "{name}", l.dish.name())}
		}
		if h := l.dish.hours; h != nil && (minute < h.Opens || minute >= h.Closes) {
			spoken := language.Lang(lang).Spoken()
			return m.soldOut(field, *l.dish, say("served", lang, "{name}", l.dish.name(),
				"{from}", when.SayTime(openings.Clock(h.Opens), spoken), "{to}", when.SayTime(openings.Clock(h.Closes), spoken)))
		}
	}
	return nil
}
