package notice

import (
	"net/netip"
	"testing"
)

func TestAddressesThatLeadInwardsAreNotPublic(t *testing.T) {
	t.Parallel()
	for _, a := range []string{
		"127.0.0.1", "10.0.0.1", "169.254.169.254", "100.64.0.1", "0.1.2.3", "192.0.0.8", "198.18.0.1", "255.255.255.255", "::1",
		"fe80::1", "fd00::1", "::ffff:10.0.0.1", "::10.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1", "2002:a00:1::1", "fec0::1",
	} {
		if public(netip.MustParseAddr(a).Unmap()) {
			t.Errorf("%s is public", a)
		}
	}
	for _, a := range []string{"93.184.216.34", "2606:4700::1111", "::ffff:93.184.216.34"} {
		if !public(netip.MustParseAddr(a).Unmap()) {
			t.Errorf("%s is not public", a)
		}
	}
}
