package tenantfile

import (
	"errors"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/tenant"
)

// answerClosed is the default of what an assistant does while nobody reads.
const answerClosed = "answer"

// The bounds of return_after, and the word for no return but by a person.
const (
	minReturn   = 10 * time.Minute
	maxReturn   = 7 * 24 * time.Hour
	returnNever = "never"
)

const errReturn = "expected a duration from 10m to 168h, such as 4h, or never"

// parseReturn reads return_after; never is 0.
func parseReturn(s string) (time.Duration, error) {
	if s == returnNever {
		return 0, nil
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < minReturn || d > maxReturn {
		return 0, errors.New(errReturn)
	}
	return d, nil
}

func (c *checker) handoff() {
	h := &c.tenant.Handoff
	c.hours("handoff.hours", h.Hours)
	c.notifySecrets = make([]config.Secret, len(h.Notify))
	for i := range h.Notify {
		c.notify(i, &h.Notify[i])
	}
	c.distinct("handoff.notify", "", len(h.Notify), func(i int) string {
		n := h.Notify[i]
		return n.Webhook + n.Email + digits(n.WhatsApp)
	})
}

// notify checks one way to the business, which is exactly one.
func (c *checker) notify(i int, n *Notify) {
	ways := 0
	for _, way := range []string{n.Webhook, n.Email, n.WhatsApp} {
		if way != "" {
			ways++
		}
	}
	if ways != 1 {
		c.Add(item("handoff.notify", i, ""), "expected one of webhook, email and whatsapp, got %d", ways)
		return
	}
	if n.Webhook == "" && n.Secret != "" {
		c.Add(item("handoff.notify", i, "secret"), "expected none: only a webhook is signed")
	}
	if n.WhatsApp == "" && n.Account != "" {
		c.Add(item("handoff.notify", i, "account"), "expected none: only whatsapp is written from an account")
	}
	switch {
	case n.Webhook != "":
		c.webhook(i, n)
	case n.WhatsApp != "":
		c.staffNumber(i, n)
	}
}

func (c *checker) webhook(i int, n *Notify) {
	if !secureURL(n.Webhook) {
		c.Add(item("handoff.notify", i, "webhook"), "expected a URL that begins with https:// (http:// on this machine only)")
	}
	field := item("handoff.notify", i, "secret")
	if n.Secret == "" {
		c.Add(field, "required for a webhook, got nothing")
		return
	}
	variable, ok := c.secretVariable(field, n.Secret, "TENANT_WEBHOOK_SECRET")
	if !ok {
		return
	}
	value := c.getenv(variable)
	if len(value) < 8 || len(value) > 4096 {
		c.Add(field, "environment variable %s: expected 8 to 4096 bytes, got %d", variable, len(value))
		return
	}
	c.notifySecrets[i] = config.Secret(value)
}

// secureURL reports whether a URL is encrypted, or goes no further than this machine.
func secureURL(s string) bool {
	u, err := url.Parse(s)
	if err != nil || checkURL(s) != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Scheme == "https" || u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// staffNumber is written to from one of the tenant's WhatsApp accounts.
func (c *checker) staffNumber(i int, n *Notify) {
	accounts := c.tenant.whatsappAccounts()
	if len(accounts) == 0 {
		c.Add(item("handoff.notify", i, "whatsapp"), "expected an account of whatsapp in accounts, from which it is written")
		return
	}
	c.refer(item("handoff.notify", i, "account"), n.Account, accounts)
}

func (t *Tenant) whatsappAccounts() (ids []string) {
	for _, a := range t.Accounts {
		if a.Channel == "whatsapp" && !a.Gateway {
			ids = append(ids, a.ID)
		}
	}
	return ids
}

// digits is a phone number as channels want it.
func digits(phone string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, phone)
}

// handoff is what services may know of it, secrets apart.
func (t *Tenant) handoff() tenant.Handoff {
	h := tenant.Handoff{ReturnAtOpening: t.Handoff.ReturnAtOpening, Closed: t.Handoff.Closed}
	if h.Closed == answerClosed { // as where nothing is said
		h.Closed = ""
	}
	if d, err := parseReturn(t.Handoff.ReturnAfter); err == nil {
		h.ReturnAfter = &d
	}
	if len(t.Handoff.Hours) > 0 {
		week := t.Handoff.Hours.week()
		h.Hours = &week
	}
	for _, n := range t.Handoff.Notify {
		out := tenant.Notify{Webhook: n.Webhook, Email: n.Email, WhatsApp: digits(n.WhatsApp)}
		if accounts := t.whatsappAccounts(); n.WhatsApp != "" && len(accounts) > 0 {
			if out.Account = n.Account; out.Account == "" {
				out.Account = accounts[0]
			}
		}
		h.Notify = append(h.Notify, out)
	}
	return h
}

// week is the hours by weekday, Sunday first.
func (h Hours) week() (out tenant.Week) {
	for _, s := range h.Openings() {
		out[s.Weekday%7] = append(out[s.Weekday%7], tenant.Span{s.Opens, s.Closes})
	}
	return out
}

// openings are the hours of the branches and the special days, as services may know them.
func (t *Tenant) openings() (hours []tenant.Hours, special []tenant.SpecialDay) {
	for _, b := range t.Branches {
		hours = append(hours, tenant.Hours{Branch: b.ID, Week: b.Hours.week()})
	}
	for _, c := range t.Closures {
		day := tenant.SpecialDay{First: c.FirstDay, Last: c.LastDay, Branches: c.Branches}
		if day.Last == "" {
			day.Last = day.First
		}
		if s, open := c.Opening(); open {
			day.Open = []tenant.Span{{s.Opens, s.Closes}}
		}
		special = append(special, day)
	}
	return hours, special
}
