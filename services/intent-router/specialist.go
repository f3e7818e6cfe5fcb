package intentrouter

import (
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/intent-router/intent"
)

// General is the specialist that answers what no other does.
const General = "general"

// specialists is who answers an intent; what is not here goes to General.
var specialists = map[string]string{
	intent.Greeting:       "greeting",
	intent.FarewellThanks: "greeting",
	intent.Booking:        "booking",
	intent.Reschedule:     "booking",
	intent.CancelBooking:  "booking",
	intent.Pricing:        "pricing",
	intent.Services:       "faq",
	intent.Location:       "location",
	intent.Hours:          "hours",
	intent.FAQPolicy:      "faq",
	intent.Staff:          "faq",
	intent.UrgentCare:     "urgent_care",
	intent.Human:          "escalation",
	intent.Invoice:        "invoicing",
}

// ofVertical is who answers in one vertical, before the table above.
var ofVertical = map[tenant.Vertical]map[string]string{
	tenant.Dental:  {intent.Booking: "booking_dental", intent.Reschedule: "booking_dental", intent.CancelBooking: "booking_dental"},
	tenant.Medical: {intent.Booking: "booking_medical", intent.Reschedule: "booking_medical", intent.CancelBooking: "booking_medical"},
	tenant.Restaurant: {
		intent.Booking: "booking_restaurant", intent.Reschedule: "booking_restaurant", intent.CancelBooking: "booking_restaurant",
		intent.Menu: "ordering_restaurant", intent.Order: "ordering_restaurant", intent.OrderStatus: "ordering_restaurant", intent.Loyalty: "ordering_restaurant",
	},
}

// specialist chooses who answers: General below the threshold, then the tenant's own choice, the vertical's, the table's.
// Danger is never left to General.
func (r *Reader) specialist(in intent.Scored, settings *tenant.Settings, vertical tenant.Vertical) string {
	threshold := r.threshold
	if settings.Routing.Threshold > 0 {
		threshold = settings.Routing.Threshold
	}
	if in.Confidence < threshold && in.Name != intent.UrgentCare {
		return General
	}
	for _, table := range []map[string]string{settings.Routing.Specialists, ofVertical[vertical], specialists} {
		if chosen := table[in.Name]; chosen != "" {
			return chosen
		}
	}
	return General
}
