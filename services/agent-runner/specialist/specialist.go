// Package specialist lists who answers messages, one file each.
//
// To add a specialist: write its role in <specialist>.md, put its name and tools beside it in <specialist>.go, list it in all below,
// and give it a row in intent-router's specialists.txt, which alone says who answers which intent. Tests hold that the router and
// this package know the same specialists, and that tool-executor has the tools.
package specialist

// General is the specialist that answers what no other does.
const General = "general"

// Specialist is a role with the tools that it may use.
type Specialist struct {
	Name  string
	Role  string   // what a remote model is told to be
	Tools []string // as tool-executor names them
}

var all = []Specialist{
	greeting,
	booking,
	bookingDental,
	bookingMedical,
	bookingRestaurant,
	orderingRestaurant,
	pricing,
	faq,
	location,
	hours,
	invoicing,
	urgentCare,
	escalation,
	general,
}

// The tools that specialists may use.
const (
	appointmentList       = "get_appointments"
	availableSlots        = "get_available_slots"
	callback              = "request_callback"
	branchInfo            = "get_branch_info"
	cancelAppointment     = "cancel_appointment"
	cancelOrder           = "cancel_order"
	createAppointment     = "create_appointment"
	createOrder           = "create_order"
	escalate              = "escalate_to_human"
	faqAnswers            = "get_faq"
	keepQuestion          = "keep_question"
	knowledge             = "search_knowledge_base"
	listServices          = "list_services"
	menu                  = "get_menu"
	orderStatus           = "get_order_status"
	policy                = "get_business_policy"
	quoteOrder            = "quote_order"
	rescheduleAppointment = "reschedule_appointment"
	serviceCatalog        = "get_service_catalog"
	serviceInfo           = "get_service_info"
	staffInfo             = "get_staff_info"
	template              = "get_response_template"
	updateLead            = "update_lead_info"
)

// All lists the specialists.
func All() []Specialist { return all }

// ByName returns a specialist; an unknown name gets the general one.
func ByName(name string) Specialist {
	for _, s := range all {
		if s.Name == name {
			return s
		}
	}
	return general
}
