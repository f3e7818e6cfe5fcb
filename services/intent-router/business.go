package intentrouter

import (
	"sync"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/intent-router/intent"
)

// business is a tenant's settings made ready for reading messages: built once for each version and never changed.
type business struct {
	settings *tenant.Settings
	names    *language.Matcher
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

var verticals = map[tenant.Vertical]intent.Fact{
	tenant.Dental: intent.Dental, tenant.Restaurant: intent.Restaurant, tenant.Medical: intent.Medical, tenant.General: intent.General,
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
	if verticals[b.vertical] == 0 {
		b.vertical = tenant.General
	}
	b.fact = verticals[b.vertical]
	var entries []language.Entry
	for _, list := range []struct {
		kind  string
		names []tenant.Name
	}{
		{language.KindService, settings.Services},
		{language.KindDish, settings.Dishes},
		{language.KindStaff, settings.Staff},
		{language.KindBranch, settings.Branches},
	} {
		for _, n := range list.names {
			entries = append(entries, language.Entry{ID: n.ID, Name: n.Name, Aliases: n.Aliases, Kind: list.kind})
		}
	}
	b.names = language.NewMatcher(entries)
	return b
}

// triages tells whether the business looks after patients.
func (b *business) triages() bool { return b.fact&intent.Care != 0 }

// routine is the urgency of a message that tells of none.
func (b *business) routine() uint32 {
	if b.triages() {
		return 1
	}
	return 0
}
