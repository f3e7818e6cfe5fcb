package toolexecutor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/tool-executor/mcp/outside"
)

// lookEvery is how often settings are looked through for servers that were not asked yet.
const lookEvery = 5 * time.Second

// keepListing asks the MCP servers of tenants what they offer, where their settings changed and every ten minutes, and tells runners.
func keepListing(ctx context.Context, env *app.Env, servers *outside.Servers) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	asked := time.Now()
	for {
		again := time.Since(asked) >= outside.Every
		if again {
			asked = time.Now()
		}
		for _, of := range env.Tenants.All() {
			if !servers.Stale(of) && (!again || len(of.Tools.Servers) == 0) {
				continue
			}
			if err := tellTools(ctx, env.Bus, servers, of); err != nil {
				env.Log.WarnContext(ctx, "tools of a tenant's servers are not announced", "tenant", of.ID, "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// shelf is where runners read the tools of one tenant from.
type shelf interface {
	Get(ctx context.Context, bucket, key string) ([]byte, error)
	Put(ctx context.Context, bucket, key string, value []byte) error
	Delete(ctx context.Context, bucket, key string) error
}

func tellTools(ctx context.Context, to shelf, servers *outside.Servers, of *tenant.Settings) error {
	specs := servers.List(ctx, of)
	key := subject.ToolsOf + string(of.ID)
	have, err := to.Get(ctx, subject.BucketTools, key)
	if err != nil && !errors.Is(err, bus.ErrNotFound) {
		return err
	}
	if len(specs) == 0 {
		if have == nil {
			return nil
		}
		return to.Delete(ctx, subject.BucketTools, key)
	}
	data, err := json.Marshal(specs)
	if err != nil || bytes.Equal(have, data) {
		return err
	}
	return to.Put(ctx, subject.BucketTools, key, data)
}
