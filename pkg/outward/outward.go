// Package outward is an HTTP client for addresses that a tenant names: it follows no redirect and reaches nothing inside.
package outward

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"
)

// ErrPrivate means that an address leads inwards.
var ErrPrivate = errors.New("it leads to a private address, which RECADO_PRIVATE_WEBHOOKS=true allows")

// Options say what a client may reach.
type Options struct {
	Timeout time.Duration // of one request
	Private bool          // private addresses too
	// Trusted are URLs of the installation itself, whose hosts may be anywhere: a sandbox.
	Trusted []string
}

// Client reaches private, loopback and link-local addresses only where that is allowed, whatever a name resolves to.
func Client(o Options) *http.Client {
	plain := &net.Dialer{Timeout: 5 * time.Second}
	guarded := &net.Dialer{Timeout: 5 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !Public(to.Addr()) {
			return ErrPrivate
		}
		return nil
	}}
	var trusted []string
	for _, text := range o.Trusted {
		if u, err := url.Parse(text); err == nil && u.Host != "" {
			trusted = append(trusted, hostPort(u))
		}
	}
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		if o.Private || slices.Contains(trusted, address) {
			return plain.DialContext(ctx, network, address)
		}
		return guarded.DialContext(ctx, network, address)
	}
	return &http.Client{
		Timeout: o.Timeout,
		Transport: &http.Transport{
			DialContext: dial, TLSHandshakeTimeout: 5 * time.Second, MaxIdleConns: 16, IdleConnTimeout: time.Minute,
		},
		CheckRedirect: NoRedirect,
	}
}

// NoRedirect answers a redirect with itself: an address that was checked must not name one that was not.
func NoRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// hostPort is the address that a URL is dialled at.
func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// inner are address spaces that are nobody's on the internet, or that lead on to an IPv4 address of any kind: this network, between a
// provider and its customers, of protocols, of measurements, reserved; IPv6 translated (NAT64), tunnelled (6to4, Teredo) and site-local.
var inner = prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "198.18.0.0/15", "240.0.0.0/4",
	"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16", "fec0::/10")

func prefixes(all ...string) (out []netip.Prefix) {
	for _, p := range all {
		out = append(out, netip.MustParsePrefix(p))
	}
	return out
}

// Public reports whether an address is somebody's on the internet; loopback and link-local ones are not global.
func Public(a netip.Addr) bool {
	a = a.Unmap()
	return a.IsGlobalUnicast() && !a.IsPrivate() && !slices.ContainsFunc(inner, func(p netip.Prefix) bool { return p.Contains(a) })
}
