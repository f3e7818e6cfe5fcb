package outward_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/outward"
)

func TestAddressesThatLeadInwardsAreNotPublic(t *testing.T) {
	t.Parallel()
	for _, a := range []string{
		"127.0.0.1", "10.0.0.1", "169.254.169.254", "100.64.0.1", "0.1.2.3", "192.0.0.8", "198.18.0.1", "255.255.255.255", "::1",
		"fe80::1", "fd00::1", "::ffff:10.0.0.1", "::10.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1", "2002:a00:1::1", "fec0::1",
	} {
		if outward.Public(netip.MustParseAddr(a)) {
			t.Errorf("%s is public", a)
		}
	}
	for _, a := range []string{"93.184.216.34", "2606:4700::1111", "::ffff:93.184.216.34"} {
		if !outward.Public(netip.MustParseAddr(a)) {
			t.Errorf("%s is not public", a)
		}
	}
}

func TestClientReachesInwardsOnlyWhereThatIsAllowed(t *testing.T) {
	t.Parallel()
	inside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	t.Cleanup(inside.Close)
	named := strings.Replace(inside.URL, "127.0.0.1", "localhost", 1)
	for _, c := range []struct {
		name    string
		options outward.Options
		url     string
		reached bool
	}{
		{"a private address", outward.Options{}, inside.URL, false},
		{"a name of one", outward.Options{}, named, false},
		{"one that is allowed", outward.Options{Private: true}, inside.URL, true},
		{"the installation's own", outward.Options{Trusted: []string{inside.URL + "/v23.0"}}, inside.URL, true},
		{"another name of it", outward.Options{Trusted: []string{inside.URL}}, named, false},
		{"another port than its own", outward.Options{Trusted: []string{"http://127.0.0.1"}}, inside.URL, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.options.Timeout = 10 * time.Second
			resp, err := outward.Client(c.options).Get(c.url)
			if err == nil {
				_ = resp.Body.Close()
			}
			if reached := err == nil; reached != c.reached || !reached && !errors.Is(err, outward.ErrPrivate) {
				t.Errorf("reached %v, %v", reached, err)
			}
		})
	}
}

func TestRedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	followed := false
	mux := http.NewServeMux()
	mux.Handle("/a", http.RedirectHandler("/b", http.StatusTemporaryRedirect))
	mux.HandleFunc("/b", func(http.ResponseWriter, *http.Request) { followed = true })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	resp, err := outward.Client(outward.Options{Private: true, Timeout: 10 * time.Second}).Get(server.URL + "/a")
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if followed || resp.StatusCode != http.StatusTemporaryRedirect {
		t.Errorf("status %d, followed %v", resp.StatusCode, followed)
	}
}
