// Package rekey gives a tenant from before there were identity keys ids that are made with one: in the database, in the vault, and at
// the door.
package rekey

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/identity"
	"github.com/recado/recado/pkg/retry"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tenantfile/apply"
	"github.com/recado/recado/pkg/vault"
)

// Rekeyer re-keys tenants. It may be stopped anywhere, and by anything: run again, it goes on.
type Rekeyer struct {
	Store *store.Store // that acts as recado_owner, and waits for statements as long as they take
	Bus   *bus.Bus
	Key   seal.Key
	// Grace is how long the services may need to hear of a change, and to end what they began before they did.
	Grace time.Duration
	// Patience bounds how long what is under way is waited for. The tenant's messages wait as long.
	Patience time.Duration

	// Reached is told of each step; nil tells nobody.
	Reached func(step string)
}

// Summary says what was done for a tenant.
type Summary struct {
	Tenant  tenant.ID `json:"tenant"`
	Already bool      `json:"already,omitempty"` // it had a key before
	Values  int       `json:"values"`            // that were rewritten in the database
	Keys    int       `json:"keys"`              // contacts' keys that were renamed
}

// ErrBusy says that what was under way did not end in time; the tenant is as it was before.
var ErrBusy = errors.New("what is under way did not end in time: try again when less goes on")

var errKeyed = errors.New("the tenant has a key")

// looks is how often what is under way is looked at.
const looks = 200 * time.Millisecond

// Run re-keys a tenant, or ends what an interrupted run began.
func (r *Rekeyer) Run(ctx context.Context, id tenant.ID) (Summary, error) {
	sum := Summary{Tenant: id}
	settings, err := r.applier().Settings(ctx, id)
	if err != nil {
		return sum, err
	}
	if len(settings.Identity.Key) > 0 && !settings.Identity.Held {
		sum.Already = true
		return sum, nil
	}
	if len(settings.Identity.Key) == 0 {
		err = r.begin(ctx, &sum)
	}
	if err == nil {
		err = r.finish(ctx, &sum)
	}
	if err != nil {
		return sum, fmt.Errorf("re-key tenant %s: %w", id, err)
	}
	return sum, nil
}

func (r *Rekeyer) applier() *apply.Applier {
	return &apply.Applier{Store: r.Store, Bus: r.Bus, Key: r.Key}
}

func (r *Rekeyer) step(name string) {
	if r.Reached != nil {
		r.Reached(name)
	}
}

// begin holds the tenant's messages, waits for what is under way and changes the ids in one transaction.
func (r *Rekeyer) begin(ctx context.Context, sum *Summary) error {
	err := r.change(ctx, sum.Tenant, pauseSQL, func(i *tenant.Identity) error {
		if len(i.Key) > 0 {
			return errKeyed
		}
		if i.Held = true; len(i.Next) == 0 {
			i.Next = identity.Generate(r.Key, sum.Tenant)
		}
		return nil
	})
	if errors.Is(err, errKeyed) { // somebody else was quicker
		return nil
	}
	if err != nil {
		return err
	}
	r.step("held")
	retry.Sleep(ctx, r.Grace)
	for end := time.Now().Add(r.Patience); ; {
		err := r.attempt(ctx, sum)
		switch {
		case err == nil, errors.Is(err, errKeyed):
			r.step("changed")
			return nil
		case ctx.Err() != nil || !errors.Is(err, ErrBusy) && !contended(err):
			return err
		case time.Now().After(end):
			return errors.Join(ErrBusy, r.giveUp(ctx, sum.Tenant))
		}
		retry.Sleep(ctx, looks)
	}
}

// stages are those whose events name conversations, contacts or messages and are stored by who reads them.
var stages = []string{
	subject.MessageReceived, subject.MessageScreened, subject.MessageRouted,
	subject.ReplyDrafted, subject.ReceiptReceived, subject.HandoffRequested, subject.AppointmentChanged, subject.OrderChanged,
	subject.MessageDue,
}

// travels reports whether events of the tenant are still on their way.
func (r *Rekeyer) travels(ctx context.Context, id tenant.ID) (bool, error) {
	for _, stage := range stages {
		passed, err := r.Bus.Passed(ctx, stage, string(id))
		if err != nil || !passed {
			return true, err
		}
	}
	return false, nil
}

// visitorKeyEnds is how long the key of a page's visitor lasts, as sanitize makes it; the copy's begins anew.
const visitorKeyEnds = 72 * time.Hour

// copyKeys gives each contact's key to the contact's new id, too; a key that was copied already stays.
func (r *Rekeyer) copyKeys(ctx context.Context, id tenant.ID, ids *identity.Tenant, channels map[string]string) (copied int, err error) {
	sealed, err := vault.New(r.Key, r.Bus)
	if err != nil {
		return 0, err
	}
	err = r.eachKey(ctx, subject.BucketVault, owner{id, ids}, func(old, renewed string) error {
		var ends time.Duration
		if name, known := channels[old]; !known || name == (channel.Webchat{}).Name() {
			ends = visitorKeyEnds
		}
		copied++
		return sealed.Copy(ctx, id, old, renewed, ends)
	})
	return copied, err
}

// keepEnded keeps the web chat sessions ended that were ended under the contacts' bare ids.
func (r *Rekeyer) keepEnded(ctx context.Context, id tenant.ID, ids *identity.Tenant) error {
	return r.eachKey(ctx, subject.BucketRevoked, owner{id, ids}, func(_, renewed string) error {
		return r.Bus.Put(ctx, subject.BucketRevoked, string(id)+"."+renewed, nil)
	})
}

// owner is a tenant and what makes its ids.
type owner struct {
	id  tenant.ID
	ids *identity.Tenant
}

// visitContact is what is done with a contact that a bucket holds under its bare id.
type visitContact func(old, renewed string) error

// eachKey calls do with each contact of the tenant that a bucket holds under its bare id.
func (r *Rekeyer) eachKey(ctx context.Context, bucket string, owner owner, do visitContact) error {
	names, err := r.Bus.KeysUnder(ctx, bucket, string(owner.id))
	if err != nil {
		return err
	}
	images := map[string]bool{}
	for i, name := range names {
		names[i] = strings.TrimPrefix(name, string(owner.id)+".")
		images[owner.ids.Rekeyed(identity.Contact, names[i])] = true
	}
	for _, contact := range names {
		if images[contact] { // a copy
			continue
		}
		if err := do(contact, owner.ids.Rekeyed(identity.Contact, contact)); err != nil {
			return err
		}
	}
	return nil
}

// giveUp lets the tenant go on with its bare ids, and leaves no copy of a contact's key behind.
func (r *Rekeyer) giveUp(ctx context.Context, id tenant.ID) error {
	settings, err := r.applier().Settings(ctx, id)
	if err != nil || len(settings.Identity.Key) > 0 {
		return err
	}
	ids, err := identity.OpenKey(r.Key, id, settings.Identity.Next)
	if err != nil {
		return err
	}
	err = r.eachKey(ctx, subject.BucketVault, owner{id, ids}, func(_, renewed string) error {
		_, err := vault.Erase(ctx, r.Bus, id, renewed)
		return err
	})
	if err != nil {
		return err
	}
	return r.change(ctx, id, resumeSQL, func(i *tenant.Identity) error {
		if len(i.Key) > 0 {
			return errKeyed
		}
		*i = tenant.Identity{}
		return nil
	})
}

// finish tells the services, destroys the keys under bare ids and lets the messages go on.
func (r *Rekeyer) finish(ctx context.Context, sum *Summary) error {
	if err := r.applier().Publish(ctx, sum.Tenant); err != nil {
		return err
	}
	r.step("published")
	settings, err := r.applier().Settings(ctx, sum.Tenant)
	if err != nil {
		return err
	}
	ids, err := identity.Open(r.Key, &settings)
	if err != nil {
		return err
	}
	if err := r.destroyOld(ctx, sum.Tenant, ids); err != nil {
		return err
	}
	r.step("keys destroyed")
	retry.Sleep(ctx, r.Grace)
	err = r.change(ctx, sum.Tenant, resumeSQL, func(i *tenant.Identity) error { i.Held = false; return nil })
	r.step("released")
	return err
}

// destroyOld destroys the keys whose contacts have them under their new ids.
func (r *Rekeyer) destroyOld(ctx context.Context, id tenant.ID, ids *identity.Tenant) error {
	names, err := r.Bus.KeysUnder(ctx, subject.BucketVault, string(id))
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for i, name := range names {
		names[i] = strings.TrimPrefix(name, string(id)+".")
		known[names[i]] = true
	}
	for _, contact := range names {
		if !known[ids.Rekeyed(identity.Contact, contact)] {
			continue
		}
		if _, err := vault.Erase(ctx, r.Bus, id, contact); err != nil {
			return err
		}
	}
	return nil
}
