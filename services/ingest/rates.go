package ingest

import (
	"context"
	"sync"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/limit"
	"github.com/recado/recado/pkg/subject"
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
	case !r.contacts.Allow(laneKey(lane)):
		return scopeContact
	case r.crowded(ctx, lane.Tenant):
		return scopeTenant
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

const (
	// modestRate and modestBurst are what a tenant may bring a second, and at once, whatever waits. One that brings more waits for its
	// turn where the stages have not got through what they have.
	modestRate, modestBurst = 10, 30
	// roomSoon, roomEvery and roomLong are when what waits is asked for again: when the room was used up though less than half of it was
	// taken, when it was used up, and at the latest.
	roomSoon, roomEvery, roomLong = 50 * time.Millisecond, 200 * time.Millisecond, time.Second
	// roomTime is how long a modest tenant's message may wait behind what busy ones were let in with.
	roomTime = 300 * time.Millisecond
)

// readInOrder are the stages where everybody waits for everybody.
var readInOrder = []string{subject.MessageReceived, subject.MessageScreened, subject.MessageRouted, subject.ReplyDrafted}

// room is what the stages can take from tenants that write much. Their partitions are read in order, so what one tenant brings all at
// once everybody's messages would wait behind: it is parked at the door instead, and goes on as the stages get through.
type room struct {
	backlog func(ctx context.Context) (waiting, handled int64, err error)
	// most and least bound how many messages may wait; between them it is what the stages do within roomTime.
	most, least int64

	mu      sync.Mutex
	left    int64
	handled int64 // when it was last asked
	asked   time.Time
	again   time.Duration // when to ask again where it was used up
}

// newRoom is nil, all the room there is, where nothing is to be counted.
func newRoom(b *bus.Bus, perPartition int64) *room {
	if perPartition == 0 {
		return nil
	}
	parts := int64(b.Partitions())
	return &room{most: perPartition * parts, least: parts, backlog: func(ctx context.Context) (waiting, handled int64, err error) {
		waiting, handled, err = b.Backlog(ctx, readInOrder...)
		return waiting, handled / int64(len(readInOrder)), err
	}}
}

// take uses up a place, and reports whether there was one. Where nobody can tell there is: publishing will say.
func (r *room) take(ctx context.Context) bool {
	if r == nil {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if age := time.Since(r.asked); age >= roomLong || r.left <= 0 && age >= r.again {
		r.ask(ctx, age)
	}
	if r.left <= 0 {
		return false
	}
	r.left--
	return true
}

// ask finds out what waits, and how much may: what the stages have done in the time since they were last asked says how much they do.
func (r *room) ask(ctx context.Context, age time.Duration) {
	waiting, handled, err := r.backlog(ctx)
	may := int64(float64(handled-r.handled) / age.Seconds() * roomTime.Seconds())
	if err != nil { // publishing will say
		waiting, may, handled = 0, r.most, r.handled
	}
	may = min(max(may, r.least), r.most)
	r.left, r.handled, r.asked, r.again = may-waiting, handled, time.Now(), roomEvery
	if waiting < may/2 {
		r.again = roomSoon
	}
}
