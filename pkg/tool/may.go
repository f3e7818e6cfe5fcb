package tool

import "slices"

// scope is what an assistant of one type may do, whoever answers for it: it reads but for the tools of except, and writes with those of
// writes alone. The scope of a type that is not listed is everything.
type scope struct{ except, writes []string }

// reach are the writes of every assistant: they book and sell nothing.
var reach = []string{"update_lead_info", "request_callback", "keep_question", "escalate_to_human"}

var scopes = map[string]scope{
	"information_only": {except: []string{"get_available_slots", "quote_order"}, writes: reach},
	"appointments_only": {
		except: []string{"quote_order"},
		writes: slices.Concat([]string{"create_appointment", "reschedule_appointment", "cancel_appointment"}, reach),
	},
}

// MayUse reports whether an assistant of a type may use a tool, whoever asks: a turn of a conversation or a program of the business.
func MayUse(assistantType string, t Spec) bool {
	s, limited := scopes[assistantType]
	switch {
	case !limited:
		return true
	case t.Write:
		return slices.Contains(s.writes, t.Name)
	}
	return !slices.Contains(s.except, t.Name)
}
