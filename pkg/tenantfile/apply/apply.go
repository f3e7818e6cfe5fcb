// Package apply brings tenants from their files to the database and the bus, and keeps the bus as the database has them.
package apply

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile"
)

// publisher is the bus as an Applier needs it.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
	Get(ctx context.Context, bucket, key string) ([]byte, error)
	Put(ctx context.Context, bucket, key string, value []byte) error
	Delete(ctx context.Context, bucket, key string) error
	Keys(ctx context.Context, bucket string) ([]string, error)
}

// Applier brings tenants from their files to the database and the bus.
type Applier struct {
	Store *store.Store // that acts as recado_console
	Bus   publisher
	Key   seal.Key // the installation's master key
}

// Summary says what an apply did. Counts are of rows.
type Summary struct {
	Tenant    tenant.ID `json:"tenant"`
	Version   int64     `json:"version"`
	Changed   bool      `json:"changed"`
	Created   int       `json:"created"`
	Updated   int       `json:"updated"`
	Removed   int       `json:"removed"`
	Published int       `json:"published"` // documents submitted or removed
}

// Apply makes the database hold what the file says, in one transaction, then publishes the settings and the documents that changed.
// Applying the same file again changes nothing and publishes only what an earlier apply could not. An account that another
// tenant has is a Problems error.
func (a *Applier) Apply(ctx context.Context, f *tenantfile.File) (Summary, error) {
	id := tenant.ID(f.Tenant.ID)
	sum, todo, err := a.save(ctx, f)
	if err != nil {
		return Summary{}, explain(f, fmt.Errorf("apply tenant %s: %w", id, err))
	}
	if err := a.publishSettings(ctx, id); err != nil {
		return sum, fmt.Errorf("tenant %s is stored, its settings are not published: %w", id, err)
	}
	sum.Published, err = a.announce(ctx, f, todo)
	if err != nil {
		return sum, fmt.Errorf("tenant %s is stored, some documents are not submitted: %w", id, err)
	}
	return sum, nil
}

// ErrUnknown means that there is no such tenant.
var ErrUnknown = errors.New("unknown tenant")

// Disable lets nobody be answered for a tenant any more, or again; changed is false where it was so already. Its files may be applied
// meanwhile: they change nothing of it.
func (a *Applier) Disable(ctx context.Context, id tenant.ID, disabled bool) (changed bool, err error) {
	if changed, err = a.setDisabled(ctx, id, disabled); err != nil {
		return false, fmt.Errorf("disable tenant %s: %w", id, err)
	}
	if err := a.publishSettings(ctx, id); err != nil {
		return changed, fmt.Errorf("tenant %s is changed, its settings are not published: %w", id, err)
	}
	return changed, nil
}

// publishSettings copies the row to the bucket until the row is still what was copied: the last of two appliers leaves the newest.
func (a *Applier) publishSettings(ctx context.Context, id tenant.ID) error {
	for {
		s, err := a.readSettings(ctx, id)
		if err != nil {
			return err
		}
		if err := a.putSettings(ctx, s); err != nil {
			return err
		}
		now, err := a.readSettings(ctx, id)
		if err != nil || now.Version == s.Version {
			return err
		}
	}
}

// putSettings writes the bucket only where it holds something else.
func (a *Applier) putSettings(ctx context.Context, s tenant.Settings) error {
	data, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encode settings: %w", err)
	}
	have, err := a.Bus.Get(ctx, subject.BucketTenants, string(s.ID))
	if err != nil && !errors.Is(err, bus.ErrNotFound) {
		return err
	}
	if err == nil && bytes.Equal(have, data) {
		return nil
	}
	return a.Bus.Put(ctx, subject.BucketTenants, string(s.ID), data)
}

// explain turns an error that the file's author can mend into one with line and field.
func explain(f *tenantfile.File, err error) error {
	if !takenAccount(err) {
		return err
	}
	var taken []tenantfile.Problem
	for i := range f.Tenant.Accounts {
		taken = append(taken, tenantfile.Problem{
			Field:    fmt.Sprintf("accounts[%d].id", i),
			Expected: "expected accounts that no other tenant has, one of these belongs to another",
		})
	}
	return f.Refuse(taken)
}
