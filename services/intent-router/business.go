package intentrouter

import (
	"sync"
	"time"

	"github.com/recado/recado/pkg/language/names"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/intent-router/intent"
)

// business is a tenant's settings made ready for reading messages: built once for each version and never changed.
type business struct {
	settings *tenant.Settings
	names    *names.Matcher
	own      *ownPhrases
	zone     *time.Location
	vertical tenant.Vertical
	fact     intent.Fact
}

// businesses are those of all tenants that have written; a new version of the settings replaces one at once.
type businesses struct {
	byID  sync.Map // tenant.ID to *business
	zones sync.Map // name to *time.Location, which many tenants share
}

// of returns the business of settings, which are never changed in place: the same pointer is the same version.
func (all *businesses) of(settings *tenant.Settings) *business {
	if b, ok := all.byID.Load(settings.ID); ok && b.(*business).settings == settings {
		return b.(*business)
	}
	b := newBusiness(settings, all.zone(settings.Zone))
	all.byID.Store(settings.ID, b)
	return b
}

// zone loads a zone once; an unknown one is UTC.
func (all *businesses) zone(name string) *time.Location {
	if zone, ok := all.zones.Load(name); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	known, _ := all.zones.LoadOrStore(name, zone)
	return known.(*time.Location)
}

func newBusiness(settings *tenant.Settings, zone *time.Location) *business {
	b := &business{settings: settings, zone: zone, vertical: settings.Vertical}
	if answering.reads[b.vertical] == 0 {
		b.vertical = tenant.General
	}
	b.fact = answering.reads[b.vertical]
	b.names = names.NewMatcherOf(namesOf(settings))
	b.own = newOwnPhrases(settings.Routing.Phrases)
	return b
}

// ownNames are a tenant's names where its settings hold them, numbered from the services to the branches.
type ownNames struct {
	settings *tenant.Settings
	until    [4]int
}

var nameKinds = [4]string{names.KindService, names.KindDish, names.KindStaff, names.KindBranch}

func namesOf(settings *tenant.Settings) *ownNames {
	n := &ownNames{settings: settings}
	sum := 0
	for k := range nameKinds {
		sum += len(n.list(k))
		n.until[k] = sum
	}
	return n
}

func (n *ownNames) list(kind int) []tenant.Name {
	switch nameKinds[kind] {
	case names.KindService:
		return n.settings.Services
	case names.KindDish:
		return n.settings.Dishes
	case names.KindStaff:
		return n.settings.Staff
	}
	return n.settings.Branches
}

// Len is how many names there are.
func (n *ownNames) Len() int { return n.until[len(n.until)-1] }

// At is the name of this number.
func (n *ownNames) At(i int) names.Entry {
	first := 0
	for k, until := range n.until {
		if i < until {
			own := &n.list(k)[i-first]
			return names.Entry{ID: own.ID, Name: own.Name, Aliases: own.Aliases, Kind: nameKinds[k]}
		}
		first = until
	}
	return names.Entry{}
}

// triages reports whether the business looks after patients.
func (b *business) triages() bool { return b.fact&intent.Care != 0 }
