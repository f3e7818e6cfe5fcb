package scenario

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools"
)

// desk is what the people of a business do without the assistant: look into the calendar, book, give a conversation back.
type desk struct {
	console  *store.Store // sees conversations
	business *store.Store // books
	slotTool tool.Tool
	// alias are the other names of tools, for expectations that use them.
	alias map[string]string
}

// seats is for how many people a table must be free, and is booked.
const seats = 4

func openDesk(ctx context.Context, url config.Secret, key seal.Key) (*desk, error) {
	d := &desk{}
	var err error
	if d.console, err = store.Open(ctx, store.Options{URL: url, Role: "recado_console"}); err != nil {
		return nil, err
	}
	if d.business, err = store.Open(ctx, store.Options{URL: url, Role: "recado_tool_executor", MaxConns: 4}); err != nil {
		d.console.Close()
		return nil, err
	}
	d.alias = map[string]string{}
	for _, t := range tools.All(tools.NewStore(d.business), key, nil) {
		spec := t.Spec()
		if spec.Name == "get_available_slots" {
			d.slotTool = t
		}
		for _, other := range spec.Aliases {
			d.alias[other] = spec.Name
		}
	}
	return d, nil
}

func (d *desk) close() {
	d.console.Close()
	d.business.Close()
}

// openings are the free times of a day.
func (d *desk) openings(ctx context.Context, id, service, date string) (out []opening, err error) {
	asked := map[string]any{"date": date, "party_size": seats}
	if service != "" {
		asked["service_id"] = service
	}
	args, err := json.Marshal(asked)
	if err != nil {
		return nil, err
	}
	res, err := d.slotTool.Call(ctx, tool.Call{Tenant: tenant.ID(id), Tool: "get_available_slots", Arguments: args, Language: "es"})
	if err != nil || res.Err != nil { // a closed day is a refusal
		return nil, err
	}
	if err := json.Unmarshal(res.JSON, &out); err != nil {
		return nil, fmt.Errorf("read openings: %w", err)
	}
	return out, nil
}
