package tenantfile

import "slices"

func (c *checker) loyalty() {
	l := c.tenant.Loyalty
	c.someAmount("loyalty.per_amount", l.PerAmount)
	c.distinct("loyalty.rewards", "id", len(l.Rewards), func(i int) string { return l.Rewards[i].ID })
	c.distinct("loyalty.rewards", "name", len(l.Rewards), func(i int) string { return l.Rewards[i].Name })
	byOrder := l.PerAmount != "" || some(l.PerOrder)
	if byOrder && !c.tenant.Orders.Pickup && !c.tenant.Orders.Delivery {
		c.Add("orders", "required where orders earn: pickup or delivery; got neither")
	}
	earns := byOrder || some(l.PerAppointment)
	switch {
	case l.Name == "" && (earns || len(l.Rewards) > 0 || l.ExpireDays != nil):
		c.Add("loyalty.name", "required where customers earn or get something, got nothing")
	case l.Name != "" && !earns:
		c.Add("loyalty", "expected one of per_appointment, per_order and per_amount: nobody would earn anything")
	case l.Name != "" && !slices.ContainsFunc(l.Rewards, func(r Reward) bool { return r.ID != "" }):
		c.Add("loyalty.rewards", "required: what is earned must be good for something; got nothing")
	}
}

func some(n *int) bool { return n != nil && *n > 0 }
