package temperature

// weights are what an intent says of how near a contact is.
var weights = map[string]int{
	"booking": 4, "order": 4, "reschedule": 3,
	"pricing": 2, "menu": 1, "services": 1, "staff": 1, "hours": 1, "location": 1, "loyalty": 1, "faq_policy": 1,
	"cancel_booking": -4,
}

const (
	hotFrom  = 4
	warmFrom = 1
	coldTo   = -4
	wrote    = 4 // an appointment or an order was made
)

// Score judges by what a turn's messages want, each intent once, and by whether something was booked. Empty where they say nothing.
func Score(intents []string, booked bool) Temperature {
	sum, seen := 0, map[string]bool{}
	for _, name := range intents {
		if !seen[name] {
			seen[name], sum = true, sum+weights[name]
		}
	}
	if booked && !seen["cancel_booking"] {
		sum += wrote
	}
	switch {
	case sum >= hotFrom:
		return Hot
	case sum >= warmFrom:
		return Warm
	case sum <= coldTo:
		return Cold
	}
	return ""
}
