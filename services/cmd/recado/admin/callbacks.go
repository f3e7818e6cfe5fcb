package admin

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/recado/recado/services/cmd/recado/cli"
)

// callback is a call that a customer waits for. Phone is what the customer gave; without one they wrote from the number to call.
type callback struct {
	ID           string    `json:"id"`
	Asked        time.Time `json:"asked_at"`
	When         string    `json:"when"`
	Name         string    `json:"name"`
	Phone        string    `json:"phone"`
	Conversation string    `json:"conversation_id"`
}

// Callbacks is recado callbacks.
func Callbacks(ctx context.Context, c *cli.CLI, args []string) error {
	return worklist[callback]{
		name: "callbacks", verb: "done", item: "call", whose: "whose customers",
		about: "Prints the calls that customers asked for and that nobody has made yet, oldest first. done takes one off the list.\n" +
			"A tenant keeps the newest 5,000, for 90 days.",
		none: "nobody waits for a call", read: readCallbacks, end: endCallback,
		line: func(b callback) string {
			return fmt.Sprintf("%s  %s  %s  %s\n    %s", b.Asked.Local().Format("2006-01-02 15:04"), b.ID,
				cmp.Or(b.Phone, "the number of the chat"), b.Name, cmp.Or(b.When, "at any time"))
		},
	}.run(ctx, c, args)
}
