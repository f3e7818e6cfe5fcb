package tenantfile

import (
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"github.com/recado/recado/pkg/outward"
)

var environment = regexp.MustCompile(`^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$`)

// tenantVariable begins the names of the variables that a file may name. All others are the installation's own: whoever writes a
// tenant's file would read its keys and passwords by naming them.
const tenantVariable = "TENANT_"

// variable returns the name in ${NAME}, and what is wrong with it.
func variable(written string) (name, problem string) {
	m := environment.FindStringSubmatch(written)
	switch {
	case m == nil:
		return "", "expected the name of an environment variable"
	case !strings.HasPrefix(m[1], tenantVariable) || m[1] == tenantVariable:
		return "", "expected a variable whose name begins with " + tenantVariable + ", got " + short(m[1])
	}
	return m[1], ""
}

// secretVariable is variable for what must not stand in the file.
func (c *checker) secretVariable(field, written, example string) (name string, ok bool) {
	name, problem := variable(written)
	if problem != "" {
		c.Add(field, "%s, such as ${%s}: a secret does not stand in a file", problem, example)
	}
	return name, problem == ""
}

// apiURL may be a variable too: a sandbox has another address in every run. That is the installation's word, and may be of this machine;
// what stands in the file may not lead inwards, and is encrypted.
func (c *checker) apiURL(field string, a *Account) {
	if a.APIURL == "" {
		return
	}
	if !strings.HasPrefix(a.APIURL, "$") {
		if !leadsOutwards(a.APIURL) {
			c.Add(field, "expected a URL that begins with https:// and is of no private address (the variable of a sandbox may have any)")
		}
		return
	}
	name, problem := variable(a.APIURL)
	if problem != "" {
		c.Add(field, "%s, such as ${TENANT_API_URL}", problem)
		return
	}
	if a.APIURL = c.getenv(name); a.APIURL == "" {
		c.Add(field, "environment variable %s is not set", name)
	} else if err := checkURL(a.APIURL); err != nil {
		c.Add(field, "%s", err)
	}
}

// leadsOutwards reports whether a URL is encrypted and of somebody on the internet. A name that leads inwards after all has no
// certificate there: nothing is sent.
func leadsOutwards(s string) bool {
	u, err := url.Parse(s)
	if err != nil || checkURL(s) != nil || u.Scheme != "https" {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		return outward.Public(ip)
	}
	return !innerName.MatchString(host)
}

// innerName matches the names of a network of one's own, and other spellings of an address: 2130706433 and 0x7f.1 are 127.0.0.1.
var innerName = regexp.MustCompile(`^[^.]*$|\.(localhost|local|internal|lan|home|corp|0x[0-9a-f]*|[0-9]+)$`)
