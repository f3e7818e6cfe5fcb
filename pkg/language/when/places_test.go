package when

import (
	"testing"
	"time"

	"github.com/recado/recado/pkg/language"
)

// placeCases are messages of one place and one moment.
type placeCases struct {
	zone, now string
	lang      language.Lang
	cases     []whenCase
}

func TestWhenReadsPlansThatChangeAndHoursSaidInWords(t *testing.T) {
	t.Parallel()
	for _, places := range [][]placeCases{plansByPlace, talkByPlace} {
		for _, p := range places {
			now := momentIn(t, p.zone, p.now)
			for _, c := range p.cases {
				if got := Parse(language.Read(c.text), now, p.lang); got != c.want {
					t.Errorf("When(%q) at %s in %s\n got %+v\nwant %+v", c.text, p.now, p.zone, got, c.want)
				}
			}
		}
	}
}

func momentIn(t *testing.T, zone, at string) time.Time {
	t.Helper()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	now, err := time.ParseInLocation("2006-01-02T15:04", at, loc)
	if err != nil {
		t.Fatal(err)
	}
	return now
}
