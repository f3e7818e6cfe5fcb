package notice

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// longAgo is the age from which an order's event wakes nobody: the kitchen has closed since.
const longAgo = 12 * time.Hour

// Kinds of notices about what customers ordered and called off.
const (
	orderNew             = "order_new"
	orderReplaced        = "order_replaced"
	orderCancelled       = "order_cancelled"
	appointmentCancelled = "appointment_cancelled"
)

// About is what a notice of an order or appointment says, as it stands when it is sent: no address and no number.
type About struct {
	Number   int         `json:"number,omitempty"` // of the order
	Replaces int         `json:"replaces,omitempty"`
	Type     string      `json:"order_type,omitempty"`
	Due      string      `json:"due"` // on the tenant's wall: when the order was promised, or the appointment would have begun
	Branch   string      `json:"branch,omitempty"`
	Zone     string      `json:"zone,omitempty"`
	Fee      int64       `json:"delivery_fee,omitempty"` // amounts in minor units of the currency
	Total    int64       `json:"total,omitempty"`
	Currency string      `json:"currency,omitempty"`
	Lines    []AboutLine `json:"lines,omitempty"`
	Service  string      `json:"service,omitempty"` // of the appointment
	Staff    string      `json:"staff,omitempty"`
	Party    int         `json:"party,omitempty"`
}

// AboutLine is a line of an order.
type AboutLine struct {
	Quantity  int      `json:"quantity"`
	Name      string   `json:"name"`
	Options   []string `json:"options"`
	Notes     string   `json:"notes,omitempty"` // personal data masked
	Allergens []string `json:"allergens"`
	Total     int64    `json:"line_total"`
}

// change is what is kept of an event until it is told.
type change struct {
	tenant  tenant.ID
	subject string
	kind    string
	at      time.Time
	target  string
}

// AcceptOrder keeps the notices of a new, replaced or cancelled order; how far it is, the business itself says.
func (n *Notifier) AcceptOrder(ctx context.Context, e *recadov1.OrderChanged) error {
	kind := ""
	switch {
	case e.GetState() == "cancelled":
		kind = orderCancelled
	case e.GetPreviousState() != "":
	case e.GetReplaces() != "":
		kind = orderReplaced
	default:
		kind = orderNew
	}
	return n.acceptChange(ctx, e.GetMeta(), change{subject: e.GetOrderId(), kind: kind, at: e.GetChangedAt().AsTime()})
}

// AcceptAppointment keeps the notices of an appointment that was cancelled.
func (n *Notifier) AcceptAppointment(ctx context.Context, e *recadov1.AppointmentChanged) error {
	kind := ""
	if e.GetState() == "cancelled" {
		kind = appointmentCancelled
	}
	return n.acceptChange(ctx, e.GetMeta(), change{subject: e.GetAppointmentId(), kind: kind, at: e.GetChangedAt().AsTime()})
}

func (n *Notifier) acceptChange(ctx context.Context, m *recadov1.Meta, c change) error {
	if err := meta.Check(m, meta.EventID); err != nil {
		return bus.Reject(err)
	}
	if uuid.Validate(c.subject) != nil {
		return bus.Reject(errors.New("order_id or appointment_id: expected a UUID"))
	}
	c.tenant = tenant.ID(m.GetTenantId())
	s, found := n.Tenants.Get(c.tenant)
	if !found || c.kind == "" || time.Since(c.at) > longAgo {
		return nil
	}
	for _, to := range s.Handoff.Notify {
		c.target = Target(to)
		kept, err := n.table.acceptChange(ctx, c)
		switch {
		case store.IsUnavailable(err):
			return bus.Unavailable(err)
		case err != nil:
			return err
		case !kept:
			n.Log.WarnContext(ctx, "too many notices of orders wait", "tenant", string(s.ID))
		}
	}
	return nil
}

// id is the same for the same change of the same order, whoever tells it. What is called off twice was called off on two occasions.
func (c change) id() string {
	name := string(c.tenant) + "/" + c.subject + "/" + c.kind + "/" + c.target
	if c.kind == appointmentCancelled {
		name += "/" + c.at.UTC().Format(time.RFC3339Nano)
	}
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte(name)).String()
}

// ChangePayload is the body of a webhook about an order or appointment.
type ChangePayload struct {
	ID          string `json:"id"`     // the same for the same notice, however often it is sent
	Notice      string `json:"notice"` // order_new, order_replaced, order_cancelled or appointment_cancelled
	Tenant      string `json:"tenant"`
	Order       string `json:"order_id,omitempty"`
	Appointment string `json:"appointment_id,omitempty"`
	Channel     string `json:"channel,omitempty"`
	ContactName string `json:"contact_name,omitempty"` // as the channel gave it
	About       *About `json:"about"`
}
