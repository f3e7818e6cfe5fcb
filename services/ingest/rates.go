package ingest

import (
	"context"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/limit"
)

// Rates are how fast messages may come; each process counts for itself. The minimum values empty a full lane within a day.
type Rates struct {
	Tenant       float64 `env:"RECADO_INGEST_TENANT_RATE" default:"200" min:"10" help:"messages a second of one tenant; what comes faster is parked, in the web chat refused"`
	TenantBurst  int     `env:"RECADO_INGEST_TENANT_BURST" default:"1000" min:"1" help:"messages of one tenant that may come at once"`
	Contact      float64 `env:"RECADO_INGEST_CONTACT_RATE" default:"1" min:"0.2" help:"messages a second of one contact; what comes faster is parked, in the web chat refused"`
	Waiting      int64   `env:"RECADO_INGEST_WAITING" default:"8" min:"0" help:"waiting in a partition before busy tenants wait; 0 is off"`
	ContactBurst int     `env:"RECADO_INGEST_CONTACT_BURST" default:"30" min:"1" help:"messages of one contact that may come at once"`
}

// Why a message may not go on now.
const (
	scopeContact = "contact" // it came faster than its contact may
	scopeTenant  = "tenant"  // it came faster than its tenant may
	scopeQueued  = "behind"  // earlier ones of its contact wait
	scopeHeld    = "held"    // its tenant is being re-keyed
)

// rates are the token buckets of tenants and of contacts; a contact has one conversation.
type rates struct {
	tenants, contacts *limit.Keyed
	// modest tenants never wait for room; nil is all the room there is.
	modest *limit.Keyed
	room   *room
}

func newRates(r Rates) *rates {
	return &rates{
		modest:   limit.New(modestRate, modestBurst),
		tenants:  limit.New(r.Tenant, r.TenantBurst),
		contacts: limit.New(r.Contact, r.ContactBurst),
	}
}

// over takes a token of the contact and of the tenant, and returns whose are used up; empty when the message may go on.
func (r *rates) over(ctx context.Context, lane bus.Lane) (scope string) {
	switch {
	case r.crowded(ctx, lane.Tenant):
		return scopeTenant
	case !r.contacts.Allow(laneKey(lane)):
		return scopeContact
	case !r.tenants.Allow(lane.Tenant):
		return scopeTenant
	}
	return ""
}

// crowded reports whether a tenant that brings much has to wait until the stages have got through what they have.
func (r *rates) crowded(ctx context.Context, tenant string) bool {
	return !r.modest.Allow(tenant) && !r.room.take(ctx)
}

// reserve takes both tokens, though they may not be there yet, and returns how long until they are.
func (r *rates) reserve(lane bus.Lane) time.Duration {
	return max(r.contacts.Reserve(laneKey(lane)), r.tenants.Reserve(lane.Tenant))
}

func laneKey(lane bus.Lane) string { return lane.Tenant + "/" + lane.Conversation }
