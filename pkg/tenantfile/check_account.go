package tenantfile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/config"
)

// served are the channels that an adapter of ours serves, with the secrets that each cannot do without.
var served = map[string][]string{
	"whatsapp": {"app_secret", "verify_token", "access_token"},
	"webchat":  nil,
}

var secretNames = []string{"app_secret", "app_secret_previous", "verify_token", "access_token"}

func (c *checker) accounts() {
	list := c.tenant.Accounts
	if len(list) == 0 && !c.Has("accounts") {
		c.Add("accounts", "expected at least one account, such as {channel: webchat, id: my-site}")
	}
	c.secrets = make([]map[string]config.Secret, len(list))
	c.distinct("accounts", "id", len(list), func(i int) string { return list[i].Channel + "/" + list[i].ID })
	for i := range list {
		c.account(i, &list[i])
	}
}

func (c *checker) account(i int, a *Account) {
	needed, ours := served[a.Channel]
	if !ours && !a.Gateway && a.Channel != "" {
		c.Add(item("accounts", i, "channel"), "expected one of %s, or gateway: true for a channel that a gateway serves",
			strings.Join(sortedKeys(served), ", "))
	}
	if ours && a.Gateway {
		c.Add(item("accounts", i, "gateway"), "expected false: %s has an adapter", a.Channel)
	}
	c.apiURL(item("accounts", i, "api_url"), a)
	c.secrets[i] = map[string]config.Secret{}
	for _, name := range sortedKeys(a.Secrets) {
		c.secret(item("accounts", i, "secrets."+name), name, a.Secrets[name], c.secrets[i])
	}
	for _, name := range needed {
		if _, given := a.Secrets[name]; !given {
			c.Add(item("accounts", i, "secrets."+name), "required for %s, got nothing", a.Channel)
		}
	}
}

func (c *checker) secret(field, name, written string, into map[string]config.Secret) {
	if !slices.Contains(secretNames, name) {
		c.Add(field, "unknown secret: expected one of %s", strings.Join(secretNames, ", "))
		return
	}
	variable, ok := c.secretVariable(field, written, "TENANT_APP_SECRET")
	if !ok {
		return
	}
	value := c.getenv(variable)
	switch {
	case value == "":
		c.Add(field, "environment variable %s is not set", variable)
	case len(value) > 4096:
		c.Add(field, "environment variable %s: expected at most 4096 bytes", variable)
	default:
		into[name] = config.Secret(value)
	}
}

func (c *checker) assistants() {
	list := c.tenant.Assistants
	if len(list) == 0 && !c.Has("assistants") {
		c.Add("assistants", "expected at least one assistant")
	}
	active := map[string]int{}
	for i, a := range list {
		if !or(a.Active, true) {
			continue
		}
		channel := cmp.Or(a.Channel, "*")
		if j, taken := active[channel]; taken {
			c.Add(item("assistants", i, "channel"), "expected one active assistant for a channel, %s is active for %s too",
				item("assistants", j, ""), channel)
			continue
		}
		active[channel] = i
	}
	c.everyChannelAnswered(active)
}

// everyChannelAnswered: an account without an assistant would accept messages that nobody answers.
func (c *checker) everyChannelAnswered(active map[string]int) {
	if _, all := active["*"]; all || len(c.tenant.Assistants) == 0 {
		return
	}
	for i, a := range c.tenant.Accounts {
		if _, own := active[a.Channel]; !own && a.Channel != "" {
			c.Add(item("accounts", i, "channel"), `expected an active assistant for %s or for "*"`, a.Channel)
		}
	}
}
