package notice

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// budgetKinds are the notices of a budget by the share that was reached.
var budgetKinds = map[uint32]string{80: "budget_warning", 95: "budget_critical"}

// Budget is what a notice of a tenant's month says, as it stands when it is sent.
type Budget struct {
	Month   string `json:"month"` // such as 2026-11
	Percent int    `json:"percent"`
	Limit   int64  `json:"limit_micros"` // millionths of a dollar
	Spent   int64  `json:"spent_micros"`
}

// BudgetPayload is the body of a webhook about a budget.
type BudgetPayload struct {
	ID     string  `json:"id"`     // the same for the same notice, however often it is sent
	Notice string  `json:"notice"` // budget_warning or budget_critical
	Tenant string  `json:"tenant"`
	Budget *Budget `json:"budget"`
}

// AcceptBudget keeps the notices of a share of a tenant's month that was reached, each once for the same limit.
func (n *Notifier) AcceptBudget(ctx context.Context, e *recadov1.BudgetReached) error {
	if err := meta.Check(e.GetMeta(), meta.EventID); err != nil {
		return bus.Reject(err)
	}
	kind, known := budgetKinds[e.GetPercent()]
	month, err := time.Parse(time.DateOnly, e.GetMonth())
	if err != nil || !known {
		return bus.Reject(errors.New("month and percent: expected a date, and 80 or 95"))
	}
	s, found := n.Tenants.Get(tenant.ID(e.GetMeta().GetTenantId()))
	if !found {
		return nil
	}
	for _, to := range administrators(s.Handoff.Notify) {
		kept, err := n.table.acceptBudget(ctx, e, month, kind, Target(to))
		switch {
		case store.IsUnavailable(err):
			return bus.Unavailable(err)
		case err != nil:
			return err
		case !kept:
			n.Log.WarnContext(ctx, "too many notices of budgets wait", "tenant", string(s.ID))
		}
	}
	return nil
}

// administrators are the ways to who pays: a telephone of the staff only where there is no other.
func administrators(all []tenant.Notify) (out []tenant.Notify) {
	for _, to := range all {
		if to.WhatsApp == "" {
			out = append(out, to)
		}
	}
	if len(out) == 0 {
		return all
	}
	return out
}

// budgetID is the same for the same share of the same limit of a month, whoever tells it.
func budgetID(e *recadov1.BudgetReached, kind, target string) string {
	name := fmt.Sprintf("%s/%s/%s/%d/%s", e.GetMeta().GetTenantId(), e.GetMonth(), kind, e.GetLimitMicros(), target)
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte(name)).String()
}
