package generic

import (
	"net/url"
	"testing"
)

func TestPathsAreAllowedBySegmentsHoweverTheyAreWritten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		begins  string
		in, out []string
	}{
		{
			"/v1",
			[]string{"/v1", "/v1/", "/v1/x", "/v1/x;a=1/y", "/v1/caf%C3%A9", "/v1/a%20b", "/v1/v1.2", "/v1/x?next=../y%2f", "/v1/.well-known"},
			[]string{
				"/v10", "/v1x", "/v1;x/admin", "/", "", "/v2/v1", "/V1/x", "/v1/../admin", "/v1/./x", "/v1//admin", "//v1/x", "/v1/..",
				"/v1/..;/admin", "/v1/..;a=b/admin", "/v1/.;/x", "/v1/%2e%2e/admin", "/v1/.%2E/admin", "/v1/x%2Fadmin", "/v1/..%2fadmin", "/v1/..%5cadmin",
				"/v1/x%5c..%5cadmin", "/v1/%252e%252e/admin", "/v1/..%3b/admin", "/v1/..%00/admin", "/v1/x%0d%0aHost:", "/v1/..%20/admin", "/v1%2f..%2fadmin",
				"/v1/ ../admin",
			},
		},
		{"/v1/", []string{"/v1/", "/v1/x"}, []string{"/v1", "/v10/", "/v1/..;/x"}},
		{"/", []string{"/", "/x", "/x/y.json"}, []string{"", "/..", "/x/..;/y", "/%2e%2e"}},
	} {
		for want, paths := range map[bool][]string{true: c.in, false: c.out} {
			for _, one := range paths {
				u, err := url.Parse("https://api.example" + one)
				if got := err == nil && below(u, c.begins); got != want {
					t.Errorf("%q below %q: %v", one, c.begins, got)
				}
			}
		}
	}
}
