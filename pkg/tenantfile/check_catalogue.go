package tenantfile

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/tenantfile/strictyaml"
)

func (c *checker) booking() {
	b := c.tenant.Booking
	if b.LargeParty != nil && b.LargePartyCancelNoticeMinutes == nil {
		c.Add("booking.large_party_cancel_notice_minutes", "required with large_party, got nothing")
	}
	if b.LargeParty == nil && b.LargePartyCancelNoticeMinutes != nil {
		c.Add("booking.large_party", "required with large_party_cancel_notice_minutes, got nothing")
	}
}

func (c *checker) branches() {
	for i, b := range c.tenant.Branches {
		c.hours(item("branches", i, "hours"), b.Hours)
	}
	for i, cl := range c.tenant.Closures {
		c.referAll(item("closures", i, "branches"), cl.Branches, c.tenant.branchIDs())
		first, err1 := parseDate(cl.FirstDay)
		last, err2 := parseDate(cmp.Or(cl.LastDay, cl.FirstDay))
		if err1 == nil && err2 == nil && last.Before(first) {
			c.Add(item("closures", i, "last_day"), "expected a day that is not before first_day")
		}
	}
}

func (c *checker) hours(field string, h Hours) {
	h.spans(func(below string, err error) { c.Add(strictyaml.Join(field, below), "%s", err) })
}

func (c *checker) staff() {
	for i, p := range c.tenant.Staff {
		var seen []string
		for j, at := range p.Branches {
			field := item(item("staff", i, "branches"), j, "")
			c.refer(strictyaml.Join(field, "branch"), at.Branch, c.tenant.branchIDs())
			if slices.Contains(seen, at.Branch) {
				c.Add(strictyaml.Join(field, "branch"), "expected each branch once")
			}
			seen = append(seen, at.Branch)
			c.hours(strictyaml.Join(field, "hours"), at.Hours)
		}
	}
}

func (c *checker) tables() {
	for i, t := range c.tenant.Tables {
		c.refer(item("tables", i, "branch"), t.Branch, c.tenant.branchIDs())
	}
	for i, r := range c.tenant.Rooms {
		c.refer(item("rooms", i, "branch"), r.Branch, c.tenant.branchIDs())
	}
}

func (c *checker) services() {
	for i, s := range c.tenant.Services {
		c.price(i, s)
		c.referAll(item("services", i, "staff"), s.Staff, c.tenant.staffIDs())
		c.referAll(item("services", i, "rooms"), s.Rooms, slugs(c.tenant.Rooms, func(r Room) string { return r.ID }))
		if s.Promotion.Until != "" && s.Promotion.Text == "" {
			c.Add(item("services", i, "promotion.text"), "required with until, got nothing")
		}
	}
}

func (c *checker) price(i int, s Service) {
	low := c.amount(item("services", i, "price_min"), s.PriceMin)
	high := c.amount(item("services", i, "price_max"), s.PriceMax)
	c.amount(item("services", i, "price"), s.Price)
	switch {
	case s.Price != "" && (s.PriceMin != "" || s.PriceMax != ""):
		c.Add(item("services", i, "price"), "expected either price, or price_min and price_max")
	case (s.PriceMin == "") != (s.PriceMax == ""):
		c.Add(item("services", i, "price_min"), "expected price_min and price_max together")
	case low > high && !c.Has(item("services", i, "price_max")):
		c.Add(item("services", i, "price_max"), "expected at least price_min")
	}
}

// amount is 0 where there is none or a wrong one.
func (c *checker) amount(field string, a Amount) int64 {
	if a == "" {
		return 0
	}
	n, err := a.Minor(c.tenant.Currency)
	if err != nil {
		c.Add(field, "%s", err)
	}
	return n
}

func (c *checker) menu() {
	for i, d := range c.tenant.Menu {
		c.amount(item("menu", i, "price"), d.Price)
		c.options(item("menu", i, ""), d.Options)
	}
}

func (c *checker) policies() {
	list := c.tenant.Policies
	c.distinct("policies", "type", len(list), func(i int) string { return list[i].Type })
}

// gaps are what a template's text may leave open.
var gaps = []string{"name", "service", "date", "time", "branch", "staff", "party_size", "assistant", "business"}

var gap = regexp.MustCompile(`\{([^{}]*)\}`)

func (c *checker) templates() {
	list := c.tenant.Templates
	for i, t := range list {
		for _, m := range gap.FindAllStringSubmatch(t.Text, -1) {
			if !slices.Contains(gaps, m[1]) {
				c.Add(item("templates", i, "text"), "expected gaps among {%s}, got {%s}", strings.Join(gaps, "}, {"), short(m[1]))
			}
		}
	}
	for i, t := range list {
		if t.WhatsApp.Name == "" && (t.WhatsApp.Language != "" || len(t.WhatsApp.Parameters) > 0) {
			c.Add(item("templates", i, "whatsapp.name"), "required with its language or parameters, got nothing")
		}
	}
	c.distinct("templates", "trigger", len(list), func(i int) string {
		return list[i].Trigger + "/" + cmp.Or(list[i].Language, c.tenant.Language)
	})
}
