package admin

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
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
	set := c.Flags("unanswered [drop ID] --tenant TENANT [--json]",
		"Prints the questions that the assistant could not answer and that customers agreed to have asked, newest first: what the\n"+
			"tenant's file or documents lack. drop removes one that has been answered. A tenant keeps the newest 500, for 180 days.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	owner := set.String("tenant", "", "whose questions (required)")
	rest, err := c.Parse(set, args, 0, 2)
	if err != nil {
		return err
	}
	id, err := tenant.ParseID(*owner)
	if err != nil {
		return cli.Usagef("unanswered: --tenant: %s", err)
	}
	if len(rest) > 0 && (rest[0] != "drop" || len(rest) != 2 || uuid.Validate(rest[1]) != nil) {
		return cli.Usagef("unanswered: expected nothing, or drop and the id of a question")
	}
	url, err := c.Database(*dir)
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, store.Options{URL: url, Role: "recado_console", MaxConns: 1})
	if err != nil {
		return err
	}
	defer db.Close()
	if len(rest) == 2 {
		if err := dropQuestion(ctx, db, id, rest[1]); err != nil {
			return err
		}
		fmt.Fprintf(c.Stdout, "dropped   %s\n", rest[1])
		return nil
	}
	found, err := readUnanswered(ctx, db, id)
	switch {
	case err != nil:
		return err
	case *asJSON:
		return c.JSON(found)
	}
	printUnanswered(c, found)
	return nil
}

func printUnanswered(c *cli.CLI, found []unanswered) {
	if len(found) == 0 {
		fmt.Fprintln(c.Stdout, "no question waits for an answer")
	}
	for _, q := range found {
		fmt.Fprintf(c.Stdout, "%s  %s  %s\n    %s\n", q.Asked.Local().Format("2006-01-02 15:04"), q.ID, q.Language, q.Question)
	}
}
