package orders

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/services/tool-executor/tools/match"
	"github.com/recado/recado/services/tool-executor/tools/openings"
)

// dish is an item of the menu; prices are in minor units.
type dish struct {
	id                          uuid.UUID
	slug, description, category string
	called                      match.Name
	currency                    string
	price                       int64
	available, travels          bool
	hours                       *openings.Span // of the day; nil is always
	allergens, diets            []string
	options                     []option
}

func (d dish) name() string { return d.called.Name }

// option is what a dish can be had with; of those of one group one is chosen.
type option struct {
	called    match.Name
	group     string
	price     int64 // added
	allergens []string
	available bool
}

func (o option) name() string { return o.called.Name }

// zone is where orders are brought.
type zone struct {
	id           uuid.UUID
	slug         string
	called       match.Name
	fee, minimum int64
	freeFrom     *int64
	minutes      *int
}

func (z zone) name() string { return z.called.Name }

// settings are how the business takes orders.
type settings struct {
	currency         string
	pickup, delivery bool
	minimum          int64
	preparation      time.Duration
	horizon          int // days
	cancelUntil      string
	maxOpen          int
	maxDayTotal      *int64
	visitorsPerHour  int
}

// offered are the ways in which an order can be had.
func (s settings) offered() (out []string) {
	if s.pickup {
		out = append(out, pickup)
	}
	if s.delivery {
		out = append(out, delivery)
	}
	return out
}

// changeable reports whether the customer may still change or cancel an order in a state.
func (s settings) changeable(state string) bool {
	return state != Cancelled && slices.Index(States, state) < slices.Index(States, s.cancelUntil)
}

// card is all that an order is priced from, read in one transaction. The hours of its calendar's branches are the kitchens'.
type card struct {
	settings
	dishes   []dish
	zones    []zone
	calendar *openings.Agenda
}
