package admin

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// reward is a reward that a customer took for tokens, with the code that they show. Expires and Used are on the tenant's wall.
type reward struct {
	Code    string    `json:"code"`
	Name    string    `json:"reward"`
	State   string    `json:"state"` // open, used or expired
	Tokens  int       `json:"tokens"`
	Expires string    `json:"expires"`
	Used    string    `json:"used,omitempty"`
	For     string    `json:"name,omitempty"`
	Phone   string    `json:"phone,omitempty"`
	Taken   time.Time `json:"taken_at"`
}

const rewardUsage = "reward list [--all] | use CODE --tenant TENANT [--json]"

// Reward is recado reward.
func Reward(ctx context.Context, c *cli.CLI, args []string) error {
	set := c.Flags(rewardUsage,
		"list prints the codes of rewards that customers took and did not use yet, what expires first at the top; with --all the\n"+
			"last 200, whatever became of them. use says that a customer has had the reward of a code: it is good for nothing any more.\n"+
			"A code that was used, has expired or is another business's is refused.")
	dir, asJSON := cli.DirFlag(set), set.Bool("json", false, "print JSON")
	all := set.Bool("all", false, "with list: used and expired ones, too")
	owner := set.String("tenant", "", "whose rewards (required)")
	rest, err := c.Parse(set, args, 1, 2)
	if err != nil {
		return err
	}
	id, err := tenant.ParseID(*owner)
	if err != nil {
		return cli.Usagef("reward: --tenant: %s", err)
	}
	if err := checkReward(rest); err != nil {
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
	d := rewardDesk{cli: c, db: db, tenant: id, json: *asJSON}
	if rest[0] == "list" {
		return d.list(ctx, *all)
	}
	return d.use(ctx, plainCode(rest[1]))
}

// maxCode is the longest code that there is.
const maxCode = 40

// plainCode is a code as it is kept, however somebody types it.
func plainCode(s string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(s))
}

func checkReward(args []string) error {
	switch {
	case args[0] == "list" && len(args) == 1:
		return nil
	case len(args) != 2 || args[0] != "use":
		return cli.Usagef("usage: recado %s", rewardUsage)
	case plainCode(args[1]) == "" || utf8.RuneCountInString(args[1]) > maxCode:
		return cli.Usagef("reward: expected the code that the customer shows")
	}
	return nil
}

// rewardDesk is where somebody of a business gives rewards out.
type rewardDesk struct {
	cli    *cli.CLI
	db     *store.Store
	tenant tenant.ID
	json   bool
}

func (d rewardDesk) list(ctx context.Context, all bool) error {
	found, err := readRewards(ctx, d.db, d.tenant, rewardFilter{All: all})
	switch {
	case err != nil:
		return err
	case d.json:
		return d.cli.JSON(found)
	case len(found) == 0:
		fmt.Fprintln(d.cli.Stdout, "no code is open")
	}
	for _, r := range found {
		fmt.Fprintf(d.cli.Stdout, "%s  %s  %s  until %s  %s\n", r.Code, r.State, printable(r.Name), r.Expires, printable(r.For))
	}
	return nil
}

func (d rewardDesk) use(ctx context.Context, code string) error {
	r, err := useReward(ctx, d.db, d.tenant, code)
	if err != nil {
		return err
	}
	if d.json {
		return d.cli.JSON(r)
	}
	fmt.Fprintf(d.cli.Stdout, "%s  %s  %s  %s\n", r.Code, r.State, printable(r.Name), printable(r.For))
	return nil
}
