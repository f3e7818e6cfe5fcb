package admin

import (
	"context"
	"fmt"
	"time"

	"github.com/recado/recado/services/cmd/recado/cli"
)

// unanswered is a question that customers asked and nothing answers; its text is masked.
type unanswered struct {
	ID           string    `json:"id"`
	Asked        time.Time `json:"asked_at"`
	Language     string    `json:"language"`
	Question     string    `json:"question"`
	Conversation string    `json:"conversation_id"`
}

// Unanswered is recado unanswered.
func Unanswered(ctx context.Context, c *cli.CLI, args []string) error {
	return worklist[unanswered]{
		name: "unanswered", verb: "drop", item: "question", whose: "whose questions",
		about: "Prints the questions that the assistant could not answer and that customers agreed to have asked, newest\n" +
			"first: what the tenant's file or documents lack. drop removes one that has been answered. A tenant keeps the newest\n" +
			"500, for 180 days.",
		none: "no question waits for an answer", read: readUnanswered, end: dropQuestion,
		line: func(q unanswered) string {
			return fmt.Sprintf("%s  %s  %s\n    %s", q.Asked.Local().Format("2006-01-02 15:04"), q.ID, q.Language, q.Question)
		},
	}.run(ctx, c, args)
}
