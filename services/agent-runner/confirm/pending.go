package confirm

import "github.com/recado/recado/pkg/tool"

// Pending is what the customer is told of a write that waits for a person of the business: nothing is done yet.
func Pending(r tool.Result) (text string, pending bool) {
	answer, ok := tool.Read[struct {
		Pending bool   `json:"pending"`
		Message string `json:"confirmation_message"`
	}](r)
	return answer.Message, ok && answer.Pending
}
