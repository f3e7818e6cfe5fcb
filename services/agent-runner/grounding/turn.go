package grounding

import (
	"strings"
	"sync"
	"time"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/grounding/done"
	"github.com/recado/recado/services/agent-runner/grounding/lists"
	"github.com/recado/recado/services/agent-runner/grounding/unknown"
)

// Turn is what the drafts of one turn are checked by: its evidence, which grows as results come. A nil one takes nothing in.
type Turn struct {
	evidence *Evidence
	learned  map[string]bool

	unanswered string // what the assistant does where nothing supports an answer
	health     bool   // the business is one of health
	// Mode is what becomes of a draft that says what nothing supports: flag, off, or empty to enforce.
	Mode string
}

// The modes of a tenant beside the one that enforces.
const (
	ModeFlag = "flag"
	ModeOff  = "off"
)

// NewTurn begins with what the settings of a tenant say: its names. now is the turn's time on the tenant's wall clock.
func NewTurn(of *tenant.Settings, a *tenant.Assistant, now time.Time) *Turn {
	t := &Turn{evidence: New(now), learned: map[string]bool{}}
	if of != nil {
		t.evidence.names = bases.of(of)
		t.Mode, t.health = of.Grounding, of.Vertical == tenant.Dental || of.Vertical == tenant.Medical
	}
	if a != nil {
		t.unanswered = a.Unanswered
	}
	return t
}

// Result takes in what a tool has returned.
func (t *Turn) Result(tool, text string) {
	if t != nil {
		t.evidence.AddResult(tool, text)
	}
}

// Wrote takes in texts that the business wrote for its assistant, each once.
func (t *Turn) Wrote(texts ...string) {
	for _, s := range texts {
		if !t.learned[s] {
			t.learned[s] = true
			t.evidence.Add(s)
		}
	}
}

// Heard takes in what the customer wrote or was told before, each text once.
func (t *Turn) Heard(texts ...string) {
	for _, s := range texts {
		if !t.learned[s] {
			t.learned[s] = true
			t.evidence.AddSaid(s)
		}
	}
}

// Check returns what a draft says that nothing supports. mayClaim reports whether what the customer has booked may be told.
func (t *Turn) Check(draft, lang string, mayClaim func() bool) (out []Claim) {
	for _, c := range t.evidence.Check(draft, lang) {
		if c.effect&done.Booking == 0 || !mayClaim() {
			out = append(out, c)
		}
	}
	return t.generally(draft, out)
}

// soft are the kinds whose reading is the least sure: a word that looks like a name, a thing or a bare number.
var soft = map[Kind]bool{Number: true, Name: true, Offer: true}

// Tolerable reports whether a draft that was sent back once may still say its claims, marked: all of them are of the soft kinds, none
// is another thing's value, and no number can be a dose.
func (t *Turn) Tolerable(claims []Claim) bool {
	for _, c := range claims {
		if !soft[c.Kind] || c.Of != "" || t.health && c.Kind == Number {
			return false
		}
	}
	return true
}

// bases are the evidence that the settings of tenants are, indexed once a version.
var bases = baseCache{known: map[baseKey]*Evidence{}}

// maxBases bounds the tenants whose names are kept indexed.
const maxBases = 1000

type baseKey struct {
	tenant  tenant.ID
	version int64
}

type baseCache struct {
	mu    sync.Mutex
	known map[baseKey]*Evidence
}

func (b *baseCache) of(s *tenant.Settings) *Evidence {
	key := baseKey{s.ID, s.Version}
	b.mu.Lock()
	defer b.mu.Unlock()
	if e, ok := b.known[key]; ok && s.Version > 0 {
		return e
	}
	if len(b.known) >= maxBases { // old versions go with the rest
		clear(b.known)
	}
	e := New(time.Time{})
	e.Add(strings.Join(lists.Names(s), "\n"))
	b.known[key] = e
	return e
}

// general are the kinds that may rest on general knowledge: nothing that the business alone knows, no price and no day.
var general = map[Kind]bool{Number: true, Quantity: true, Name: true, Offer: true}

// generally takes out of claims what an assistant may say from general knowledge: where its reply states the limit, and the business is
// none of health, where a number may be a dose.
func (t *Turn) generally(reply string, claims []Claim) []Claim {
	if t.unanswered != "general" || t.health || !unknown.Limits(reply) {
		return claims
	}
	out := claims[:0]
	for _, c := range claims {
		if !general[c.Kind] || c.Of != "" {
			out = append(out, c)
		}
	}
	return out
}
