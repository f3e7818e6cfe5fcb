package app

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
)

// siteBits is how much of an IPv6 address names a site: who has one has all the addresses below it.
const siteBits = 64

// Proxies are the addresses whose X-Forwarded-For is believed.
type Proxies []netip.Prefix

// UnmarshalText reads addresses and networks between commas.
func (p *Proxies) UnmarshalText(text []byte) error {
	*p = nil
	for part := range strings.SplitSeq(string(text), ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(part)
		if addr, single := netip.ParseAddr(part); single == nil {
			prefix, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if err != nil {
			return fmt.Errorf("expected addresses or networks such as 10.0.0.0/8, got %q", part)
		}
		*p = append(*p, prefix.Masked())
	}
	return nil
}

func (p Proxies) trust(addr netip.Addr) bool {
	for _, prefix := range p {
		if prefix.Contains(addr) {
			return true
		}
	}
	return false
}

// Client is who a request came from: the last address on its way that no trusted proxy has, of IPv6 the site. What a stranger writes
// into X-Forwarded-For stands left of that, and is not read.
func (p Proxies) Client(r *http.Request) string {
	at, err := address(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	way := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(way) - 1; i >= 0 && p.trust(at); i-- {
		before, err := address(strings.TrimSpace(way[i]))
		if err != nil {
			break
		}
		at = before
	}
	return site(at)
}

// site names an address, of IPv6 the site.
func site(at netip.Addr) string {
	if at.Is6() {
		return netip.PrefixFrom(at, siteBits).Masked().String()
	}
	return at.String()
}

// address reads an address with or without a port.
func address(text string) (netip.Addr, error) {
	if both, err := netip.ParseAddrPort(text); err == nil {
		return both.Addr().Unmap().WithZone(""), nil
	}
	addr, err := netip.ParseAddr(strings.Trim(text, "[]"))
	return addr.Unmap().WithZone(""), err
}
