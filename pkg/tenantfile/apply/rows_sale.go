package apply

import "github.com/recado/recado/pkg/tenantfile"

type serviceRow struct {
	ID                   string   `json:"id" db:"key"`
	Slug                 string   `json:"slug"`
	Name                 string   `json:"name"`
	Aliases              []string `json:"aliases"`
	Category             string   `json:"category"`
	Description          string   `json:"description"`
	PriceMin             *int64   `json:"price_min"`
	PriceMax             *int64   `json:"price_max"`
	Currency             string   `json:"currency"`
	PriceNote            string   `json:"price_note"`
	DurationMinutes      int      `json:"duration_minutes"`
	RequiresConsultation bool     `json:"requires_consultation"`
	Bookable             bool     `json:"bookable"`
	PromotionActive      bool     `json:"promotion_active"`
	PromotionText        string   `json:"promotion_text"`
	PromotionUntil       *string  `json:"promotion_until"`
	Position             int      `json:"position"`
	Preparation          string   `json:"preparation"`
	CancelNotice         *int     `json:"cancel_notice_minutes"`
	MoveNotice           *int     `json:"move_notice_minutes"`
	BufferBefore         int      `json:"buffer_before_minutes"`
	BufferAfter          int      `json:"buffer_after_minutes"`
}

func services(t *tenantfile.Tenant) (out []serviceRow) {
	for i, s := range t.Services {
		row := serviceRow{
			ID: serviceID(t, s.ID), Slug: s.ID, Name: s.Name, Aliases: list(s.Aliases), Category: s.Category, Description: s.Description,
			Currency: t.Currency, PriceNote: s.PriceNote, DurationMinutes: s.DurationMinutes,
			RequiresConsultation: s.RequiresConsultation, Bookable: or(s.Bookable, true),
			PromotionActive: s.Promotion.Text != "", PromotionText: s.Promotion.Text, Position: i,
			Preparation: s.Preparation, CancelNotice: s.CancelNoticeMinutes, MoveNotice: s.MoveNoticeMinutes,
			BufferBefore: or(s.BufferBeforeMinutes, 0), BufferAfter: or(s.BufferAfterMinutes, 0),
		}
		if s.Promotion.Until != "" {
			row.PromotionUntil = &s.Promotion.Until
		}
		switch {
		case s.Price != "":
			row.PriceMin, row.PriceMax = new(minor(t, s.Price)), new(minor(t, s.Price))
		case s.PriceMin != "":
			row.PriceMin, row.PriceMax = new(minor(t, s.PriceMin)), new(minor(t, s.PriceMax))
		}
		out = append(out, row)
	}
	return out
}

func serviceID(t *tenantfile.Tenant, slug string) string { return tenantfile.ID(t.ID, "service", slug) }

// minor returns an amount of a file, which is checked, in minor units.
func minor(t *tenantfile.Tenant, a tenantfile.Amount) int64 {
	n, _ := a.Minor(t.Currency)
	return n
}

type serviceStaffRow struct {
	ServiceID string `json:"service_id" db:"key"`
	StaffID   string `json:"staff_id" db:"key"`
}

func serviceStaff(t *tenantfile.Tenant) (out []serviceStaffRow) {
	for _, s := range t.Services {
		for _, person := range s.Staff {
			out = append(out, serviceStaffRow{serviceID(t, s.ID), staffID(t, person)})
		}
	}
	return out
}

type serviceRoomRow struct {
	ServiceID  string `json:"service_id" db:"key"`
	ResourceID string `json:"resource_id" db:"key"`
}

func serviceRooms(t *tenantfile.Tenant) (out []serviceRoomRow) {
	for _, s := range t.Services {
		for _, room := range s.Rooms {
			out = append(out, serviceRoomRow{serviceID(t, s.ID), tenantfile.ID(t.ID, "room", room)})
		}
	}
	return out
}
