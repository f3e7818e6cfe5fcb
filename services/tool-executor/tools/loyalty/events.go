package loyalty

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
)

// Awarder gives what appointments and orders are worth, each once, however often it hears of them, and takes back what was no visit.
type Awarder struct{ data *data }

// NewAwarder awards in db, which must act as recado_tool_executor.
func NewAwarder(db *store.Store) *Awarder { return &Awarder{&data{db: db, ledger: ledger.New(db)}} }

var errID = errors.New("appointment_id or order_id: expected a UUID")

// completed is the state of an appointment that earns.
const completed = "completed"

// Appointment awards one that was completed, and takes that back where it is not completed any more; the row says which.
func (a *Awarder) Appointment(ctx context.Context, e *recadov1.AppointmentChanged) error {
	if e.GetState() != completed && e.GetPreviousState() != completed {
		return nil
	}
	return a.award(ctx, e.GetMeta(), a.data.settle, e.GetAppointmentId())
}

// Order awards one that was delivered.
func (a *Awarder) Order(ctx context.Context, e *recadov1.OrderChanged) error {
	if e.GetState() != "delivered" {
		return nil
	}
	return a.award(ctx, e.GetMeta(), a.data.earn, e.GetOrderId())
}

// giving keeps what one appointment or order is worth.
type giving func(ctx context.Context, of tenant.ID, source string) error

func (a *Awarder) award(ctx context.Context, m *recadov1.Meta, give giving, id string) error {
	if err := meta.Check(m, meta.EventID); err != nil {
		return bus.Reject(err)
	}
	if uuid.Validate(id) != nil {
		return bus.Reject(errID)
	}
	err := give(ctx, tenant.ID(m.GetTenantId()), id)
	if store.IsUnavailable(err) {
		return bus.Unavailable(err)
	}
	return err
}
