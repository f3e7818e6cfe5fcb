package store

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
)

func FuzzBeginQuotesNothingFromOutside(f *testing.F) {
	f.Add("dental", "contact-1")
	f.Add("dental", "'; drop table chat.messages; --")
	f.Add("Dental'", "\\")
	f.Fuzz(func(t *testing.T, id, user string) {
		begin, err := beginFor(tenant.ID(id), user)
		if err != nil {
			return
		}
		want := 4 // a name and a value
		if user != "" {
			want = 8
		}
		if got := strings.Count(begin, "'"); got != want || strings.ContainsAny(begin, "\\\n\x00") {
			t.Errorf("got %q", begin)
		}
	})
}
