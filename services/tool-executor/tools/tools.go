// Package tools holds the tools that specialists are offered, one file each. Their names, parameters and results are on the wire
// and never change.
package tools

import (
	"context"
	"slices"

	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/counsel"
	"github.com/recado/recado/services/tool-executor/tools/generic"
	"github.com/recado/recado/services/tool-executor/tools/loyalty"
	"github.com/recado/recado/services/tool-executor/tools/orders"
	"github.com/recado/recado/services/tool-executor/tools/reminders"
	"github.com/recado/recado/services/tool-executor/tools/waiting"
)

// Hit is one passage of a tenant's documents.
type Hit struct {
	Title, Content, Category string
	Score                    float64 // calibrated, 0 to 1
	DocumentID, ChunkID      string
	Heading                  string // the headings above it
	Before, After            string // what stands beside it
	Source                   string // an address, else what its document came from
	Page                     int    // from 1; 0 where it has none
	Personal                 bool   // of the contact's own documents
}

// Search is a question to a tenant's documents.
type Search struct {
	Tenant      tenant.ID
	AssistantID string // one that the tenant has not finds nothing
	ContactID   string // whose own documents are searched too, where the assistant allows that
	Query       string
	Category    string // articles, faq, policies, templates; empty is what a customer may read
	TopK        int
}

// Library finds passages in a tenant's documents; an error that matches wire.ErrAway is told to whoever asks.
type Library interface {
	Search(ctx context.Context, s Search) ([]Hit, error)
}

// Specs describes the tools of this build, without what they work with.
func Specs() []tool.Spec {
	all := append(All(nil, seal.Key{}, nil), generic.All(generic.Options{})...)
	specs := make([]tool.Spec, len(all))
	for i, t := range all {
		specs[i] = t.Spec()
	}
	return specs
}

// All lists the tools; their names are on the wire and never change.
func All(db *Store, key seal.Key, docs Library) []tool.Tool {
	calendar := &book{db: db, key: key}
	pool := db.pool()
	all := slices.Concat(orders.All(pool), counsel.All(pool), loyalty.All(pool), reminders.All(pool), waiting.All(pool))
	return append(all, []tool.Tool{
		ServiceInfo{db},
		ListServices{db},
		ServiceCatalog{db},
		AvailableSlots{calendar},
		HoldSlot{CreateAppointment{calendar}},
		CreateAppointment{calendar},
		RescheduleAppointment{CreateAppointment{calendar}},
		CancelAppointment{db},
		ConfirmAppointment{db},
		Appointments{db},
		BranchInfo{db},
		BusinessPolicy{db},
		StaffInfo{db},
		ResponseTemplate{db},
		FAQ{docs},
		SearchKnowledge{docs},
		UpdateLeadInfo{db},
		RequestCallback{db},
		Escalate{db},
		KeepQuestion{db},
	}...)
}
