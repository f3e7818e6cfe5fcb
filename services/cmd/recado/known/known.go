// Package known shows what is kept to serve a contact.
package known

import (
	"context"
	"fmt"
	"time"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// Contact is what is kept of one.
type Contact struct {
	Tenant        tenant.ID  `json:"tenant"`
	ID            string     `json:"contact"`
	Channel       string     `json:"channel"`
	Conversations int        `json:"conversations"`
	Temperature   string     `json:"temperature,omitempty"`
	By            string     `json:"temperature_by,omitempty"` // model, rules or program
	At            *time.Time `json:"temperature_at,omitempty"`
}

// Show prints a contact, which k names.
func Show(ctx context.Context, c *cli.CLI, dir string, k Contact, asJSON bool) error {
	url, err := c.Database(dir)
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, store.Options{URL: url, Role: "recado_console", MaxConns: 1})
	if err != nil {
		return err
	}
	defer db.Close()
	if err := read(ctx, db, &k); err != nil {
		return err
	}
	if asJSON {
		return c.JSON(k)
	}
	fmt.Fprintf(c.Stdout, "contact       %s of %s, %s\nconversations %d\n", k.ID, k.Tenant, k.Channel, k.Conversations)
	if k.At != nil {
		fmt.Fprintf(c.Stdout, "temperature   %s, by %s, %s\n", k.Temperature, k.By, k.At.UTC().Format(time.RFC3339))
	}
	return nil
}
