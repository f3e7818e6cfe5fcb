package admin

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/tool-executor/tools/orders"
)

// order is an order as the people of the business see it. Due is on the tenant's wall.
type order struct {
	ID        string      `json:"order_id"`
	Number    int         `json:"number"`
	Status    string      `json:"status"`
	Type      string      `json:"order_type"`
	Branch    string      `json:"branch"`
	Zone      string      `json:"zone,omitempty"`
	Address   string      `json:"address,omitempty"`
	Due       string      `json:"due"`
	Name      string      `json:"name,omitempty"`
	Phone     string      `json:"phone,omitempty"`
	Currency  string      `json:"currency"`
	Total     int64       `json:"total_minor"`
	TotalText string      `json:"total_text"`
	Reason    string      `json:"cancel_reason,omitempty"`
	Made      time.Time   `json:"made_at"`
	Lines     []orderLine `json:"lines"`
}

type orderLine struct {
	Quantity  int      `json:"quantity"`
	Name      string   `json:"name"`
	Options   []string `json:"options"`
	Notes     string   `json:"notes,omitempty"`
	Allergens []string `json:"allergens"`
}

const orderUsage = "order list [--all] | show ORDER | ORDER STATE [--reason TEXT] --tenant TENANT [--json]"

// Order is recado order.
func Order(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags(orderUsage,
		"list prints the orders that are under way, those that are due first; with --all the last 200, whatever became of them;\n"+
			"show prints one with its lines, notes and address;\n"+
			"ORDER STATE says how far it is: preparing, ready, on_the_way, delivered, or cancelled. States go forward only.\n"+
			"The customer is told when an order can be fetched, is on its way or is cancelled here;\n"+
			"ORDER is an id or the number that the customer was told.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	all := set.Bool("all", false, "with list: those that ended, too")
	owner := set.String("tenant", "", "whose orders (required)")
	reason := set.String("reason", "", "with cancelled: why, as the customer is told it")
	rest, err := c.Parse(set, args, 1, 2)
	if err != nil {
		return err
	}
	id, err := tenant.ParseID(*owner)
	if err != nil {
		return cli.Usagef("order: --tenant: %s", err)
	}
	if err := checkOrder(rest, *reason); err != nil {
		return err
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
	desk := orderDesk{cli: c, db: db, tenant: id, json: *asJSON}
	switch rest[0] {
	case "list":
		return desk.list(ctx, *all)
	case "show":
		return desk.show(ctx, rest[1])
	}
	return desk.set(ctx, decision{rest[0], rest[1], *reason})
}

// checkOrder refuses what is no order, no state and no reason.
func checkOrder(args []string, reason string) error {
	switch {
	case utf8.RuneCountInString(reason) > maxReason:
		return cli.Usagef("order: --reason: expected at most %d characters", maxReason)
	case reason != "" && args[len(args)-1] != "cancelled":
		return cli.Usagef("order: --reason: expected only with cancelled")
	case args[0] == "list" && len(args) == 1:
		return nil
	case args[0] == "list", len(args) != 2:
		return cli.Usagef("usage: recado %s", orderUsage)
	case args[0] == "show":
		return checkOrderID(args[1])
	case !slices.Contains(orders.States[1:], args[1]):
		return cli.Usagef("order: %q is no state that can be set: expected one of %s", args[1], strings.Join(orders.States[1:], ", "))
	}
	return checkOrderID(args[0])
}

func checkOrderID(s string) error {
	digits := s != "" && len(s) <= 9 && strings.Trim(s, "0123456789") == ""
	if digits || uuid.Validate(s) == nil && len(s) == 36 {
		return nil
	}
	return cli.Usagef("order: %q is no order: expected an id or a number", s)
}

// orderDesk is where somebody of a business looks after its orders.
type orderDesk struct {
	cli    *cli.CLI
	db     *store.Store
	tenant tenant.ID
	json   bool
}

func (d orderDesk) list(ctx context.Context, all bool) error {
	found, err := readOrders(ctx, d.db, d.tenant, orderFilter{All: all})
	if err != nil || d.json {
		return d.told(found, err)
	}
	if len(found) == 0 {
		fmt.Fprintln(d.cli.Stdout, "no order is under way")
	}
	for _, o := range found {
		fmt.Fprintf(d.cli.Stdout, "%d  %s  %s  %s  %s  %s\n    %s\n",
			o.Number, o.Status, o.Due, o.where(), o.TotalText, printable(o.Name), o.ID)
	}
	return nil
}

func (d orderDesk) told(v any, err error) error {
	if err != nil {
		return err
	}
	return d.cli.JSON(v)
}

func (o order) where() string {
	if o.Zone == "" {
		return o.Type + " " + o.Branch
	}
	return o.Type + " " + o.Zone
}

func (d orderDesk) show(ctx context.Context, which string) error {
	o, err := readOrder(ctx, d.db, d.tenant, which)
	if err != nil || d.json {
		return d.told(o, err)
	}
	out := d.cli.Stdout
	fmt.Fprintf(out, "order %d  %s  due %s  %s  %s\n%s\n", o.Number, o.Status, o.Due, o.where(), o.TotalText, o.ID)
	for _, x := range []struct{ name, text string }{
		{"for", strings.TrimSpace(o.Name + "  " + o.Phone)}, {"address", o.Address}, {"reason", o.Reason},
	} {
		if x.text != "" {
			fmt.Fprintf(out, "%s: %s\n", x.name, printable(x.text))
		}
	}
	for _, l := range o.Lines {
		fmt.Fprintf(out, "  %d %s\n", l.Quantity, printable(strings.Join(append([]string{l.Name}, l.Options...), ", ")))
		if len(l.Allergens) > 0 {
			fmt.Fprintf(out, "      holds %s\n", printable(strings.Join(l.Allergens, ", ")))
		}
		if l.Notes != "" {
			fmt.Fprintf(out, "      %s\n", printable(l.Notes))
		}
	}
	return nil
}

func (d orderDesk) set(ctx context.Context, x decision) error {
	o, err := setOrder(ctx, d.db, d.tenant, x)
	if err != nil || d.json {
		return d.told(o, err)
	}
	fmt.Fprintf(d.cli.Stdout, "order %d: %s\n", o.Number, o.Status)
	return nil
}
