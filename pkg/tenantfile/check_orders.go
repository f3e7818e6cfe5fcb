package tenantfile

import (
	"time"

	"github.com/recado/recado/pkg/tenantfile/strictyaml"
)

func (c *checker) orders() {
	o := c.tenant.Orders
	c.amount("orders.minimum", o.Minimum)
	c.someAmount("orders.max_total_per_day", o.MaxTotalPerDay)
	if (o.Pickup || o.Delivery) && len(c.tenant.Menu) == 0 {
		c.Add("menu", "required where orders are taken, got nothing")
	}
	if (o.Pickup || o.Delivery) && len(c.tenant.Branches) == 0 {
		c.Add("branches", "required where orders are taken: a branch has the kitchen; got nothing")
	}
	if o.Delivery && len(c.tenant.Zones) == 0 {
		c.Add("zones", "required with orders.delivery, got nothing")
	}
	if r := c.tenant.Reminders; (r.QuietFrom == "") != (r.QuietTo == "") {
		c.Add("reminders.quiet_to", "expected quiet_from and quiet_to together")
	} else if r.awake() < leastAwake {
		c.Add("reminders.quiet_to", "expected an hour a day at least that is not quiet")
	}
	w := c.tenant.Writes
	c.distinct("writes.per_day", "tool", len(w.PerDay), func(i int) string { return w.PerDay[i].Tool })
	c.distinct("writes.approve", "tool", len(w.Approve), func(i int) string { return w.Approve[i].Tool })
	for i, a := range w.Approve {
		field := item("writes.approve", i, "above")
		c.someAmount(field, a.Above)
		if a.Above != "" && a.Tool != "create_order" && !c.Has(field) {
			c.Add(field, "expected only with create_order, which alone has a total")
		}
	}
	for i, b := range c.tenant.Branches {
		c.hours(item("branches", i, "kitchen_hours"), b.KitchenHours)
	}
	for i, z := range c.tenant.Zones {
		c.amount(item("zones", i, "fee"), z.Fee)
		c.amount(item("zones", i, "minimum"), z.Minimum)
		c.someAmount(item("zones", i, "free_from"), z.FreeFrom)
	}
}

// leastAwake is how much of a day a business may write in at least, where it may write at all.
const leastAwake = time.Hour

// awake is how much of a day is not quiet: all of it where nothing is said, and where both hours are the same.
func (r Reminders) awake() time.Duration {
	from, err := time.Parse("15:04", r.QuietFrom)
	to, wrong := time.Parse("15:04", r.QuietTo)
	if err != nil || wrong != nil {
		return 24 * time.Hour // said elsewhere
	}
	if awake := from.Sub(to); awake > 0 {
		return awake
	}
	return 24*time.Hour + from.Sub(to)
}

// someAmount refuses an amount of nothing, which would be a bound that nobody can mean.
func (c *checker) someAmount(field string, a Amount) {
	if n := c.amount(field, a); n == 0 && a != "" && !c.Has(field) {
		c.Add(field, "expected more than 0")
	}
}

func (c *checker) options(dish string, list []Option) {
	field := strictyaml.Join(dish, "options")
	c.distinct(field, "id", len(list), func(i int) string { return list[i].ID })
	c.distinct(field, "name", len(list), func(i int) string { return list[i].Name })
	for i, o := range list {
		c.amount(item(field, i, "price"), o.Price)
	}
}
