// Package specialist lists who answers which intents, with which tools.
package specialist

// General is the specialist that answers what no other does.
const General = "general"

// Specialist is a role with the tools that it may use.
type Specialist struct {
	Name    string
	Intents []string
	Role    string // what a remote model is told to be
	Tools   []string
}

// Tools that several specialists share.
const (
	info      = "get_service_info"
	services  = "list_services"
	openings  = "get_available_slots"
	create    = "create_appointment"
	branch    = "get_branch_info"
	policy    = "get_business_policy"
	knowledge = "search_knowledge_base"
	escalate  = "escalate_to_human"
	faq       = "get_faq"
	staff     = "get_staff_info"
	menu      = "get_menu"
	lead      = "update_lead_info"
)

var bookings = []string{openings, create, "get_appointments", "reschedule_appointment", "cancel_appointment", info, services, branch, staff, lead, "join_waiting_list", escalate}

var all = []Specialist{
	{"greeting", []string{"greeting", "farewell_thanks"}, "You welcome people and find out what they need.", []string{services, branch, lead, escalate}},
	{"booking", []string{"booking", "reschedule", "cancel_booking"}, "You book, move and cancel appointments.", bookings},
	{"booking_dental", []string{"booking", "reschedule", "cancel_booking"}, "You book, move and cancel dental appointments.", bookings},
	{"booking_medical", []string{"booking", "reschedule", "cancel_booking"}, "You book, move and cancel medical appointments.", bookings},
	{"booking_restaurant", []string{"booking", "reschedule", "cancel_booking"}, "You book tables: day, time and party size.", append([]string{menu}, bookings...)},
	{
		"ordering_restaurant",
		[]string{"menu", "order", "order_status", "loyalty"},
		"You take food orders and answer about dishes.",
		[]string{menu, services, info, "create_order", "cancel_order", "get_order_status", "get_loyalty_balance", "redeem_reward", branch, escalate},
	},
	{"pricing", []string{"pricing"}, "You say what things cost, from the price list only.", []string{info, services, "get_service_catalog", menu, openings, escalate}},
	{
		"faq",
		[]string{"faq_policy", "services", "staff"},
		"You answer questions about the business.",
		[]string{faq, policy, knowledge, services, info, staff, branch, escalate},
	},
	{"location", []string{"location"}, "You say where the business is and how to get there.", []string{branch, knowledge, escalate}},
	{"hours", []string{"hours"}, "You say when the business is open.", []string{branch, knowledge, escalate}},
	{"invoicing", []string{"invoice"}, "You take requests for invoices and receipts.", []string{policy, knowledge, lead, escalate}},
	{"urgent_care", []string{"urgent_care"}, "You take urgent cases: safety first, never a diagnosis.", []string{"check_dental_urgency", openings, create, branch, lead, escalate}},
	{"escalation", []string{"human"}, "You pass people on to the team.", []string{escalate, lead, "request_callback"}},
	{
		General,
		[]string{"feedback", "other"},
		"You help with anything about the business.",
		[]string{knowledge, faq, policy, services, info, branch, staff, menu, "get_order_status", "get_loyalty_balance", lead, escalate},
	},
}

// All lists the specialists.
func All() []Specialist { return all }

// ByName returns a specialist; an unknown name gets the general one.
func ByName(name string) Specialist {
	for _, s := range all {
		if s.Name == name {
			return s
		}
	}
	return all[len(all)-1]
}
