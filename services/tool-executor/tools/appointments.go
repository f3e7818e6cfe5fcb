package tools

import (
	"context"
	"time"

	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/wire"
)

// Appointments is get_appointments: the contact's own, whoever made them.
type Appointments struct{ db *Store }

// Spec describes the tool.
func (Appointments) Spec() tool.Spec {
	return tool.Spec{
		Name: "get_appointments", Own: true,
		Description: "The customer's own appointments or tables: those that are ahead first, then the latest others. " +
			"An empty list means that none is known of this customer.",
		Parameters:  nothingSchema,
		Specialists: tool.Bookers("faq", "urgent_care", "general", "greeting"), Permission: tool.Inform,
		Examples: tool.Examples(`{}`),
	}
}

type appointmentInfo struct {
	AppointmentID string `json:"appointment_id"`
	Date          string `json:"date"`
	Time          string `json:"time"`
	Service       string `json:"service"`
	Branch        string `json:"branch"`
	Status        string `json:"status"`
	Staff         string `json:"staff,omitempty"`
	PartySize     int    `json:"party_size,omitempty"`
	Minutes       int    `json:"duration_minutes"`
	ServiceID     string `json:"service_id,omitempty"`
	BranchID      string `json:"branch_id,omitempty"`
	StaffID       string `json:"staff_id,omitempty"`
}

// nothing are the arguments of a tool that has none.
type nothing struct{}

var nothingSchema = wire.SchemaOf[nothing]()

// Call answers with a list, empty where the contact has none.
func (t Appointments) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	if _, refusal := wire.Arguments[nothing](c); refusal != nil {
		return wire.Refuse(refusal)
	}
	own, err := t.db.appointments(ctx, c.Tenant, c.ContactID)
	if err != nil {
		return tool.Result{}, err
	}
	list := make([]appointmentInfo, 0, len(own))
	evidence := []tool.Evidence{wire.Row("appointments", "of/"+c.ContactID)}
	for _, a := range own {
		list = append(list, a.info())
		evidence = append(evidence, wire.Row("appointments", a.id))
	}
	return wire.Answer(list, evidence...)
}

func (a appointment) info() appointmentInfo {
	return appointmentInfo{
		AppointmentID: a.id, Date: a.starts.Format(time.DateOnly), Time: a.starts.Format("15:04"), Service: a.serviceName,
		Branch: a.branchName, Status: a.status, Staff: a.staffName, PartySize: a.party,
		Minutes: int(a.ends.Sub(a.starts) / time.Minute), ServiceID: a.service, BranchID: a.branch, StaffID: a.staff,
	}
}
