// Package vault keeps personal data sealed under a key of each contact: values travel as ciphertext beside a masked text, and only
// who needs one opens it.
package vault

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Vault seals and opens the personal data of all tenants' contacts; it is safe for concurrent use. Every call reads the contact's
// key from the bus: what Erase destroyed opens nowhere from then on. While the bus is unavailable, calls fail with bus.ErrUnavailable.
type Vault struct {
	master seal.Key
	keys   keys
	ends   time.Duration
	allow  func(tenant.ID) bool
	// renewal is the age at which a key is stored again when something is sealed with it.
	renewal time.Duration
}

// ErrFull says that there is no room for another contact's key. Those that have one are sealed as ever; of others nothing can be kept.
var ErrFull = bus.ErrFull

// New returns a vault under the installation's master key (RECADO_SECRET_KEY), whose contacts' keys are in the bus's vault bucket.
func New(master seal.Key, keys keys) (*Vault, error) {
	if master.IsZero() {
		return nil, errors.New("vault: the master key is not set")
	}
	if !master.Holds(seal.PurposeVault) {
		return nil, fmt.Errorf("vault: the key does not hold the purpose %q", seal.PurposeVault)
	}
	return &Vault{master: master, keys: keys, renewal: RenewAfter}, nil
}

// Ending returns the same vault for contacts that come and go, as the visitors of a page do: a key that it makes ends by itself after
// a while, and a tenant gets a new one where allow says so, else ErrFull. allow may be nil.
func (v *Vault) Ending(after time.Duration, allow func(tenant.ID) bool) *Vault {
	return &Vault{master: v.master, keys: v.keys, ends: after, allow: allow, renewal: v.renewal}
}

// Renewing returns the same vault that renews keys of another age than RenewAfter.
func (v *Vault) Renewing(after time.Duration) *Vault {
	return &Vault{master: v.master, keys: v.keys, ends: v.ends, allow: v.allow, renewal: after}
}

// secrets are the types that no tool needs and no model may know: they are kept nowhere, not even sealed.
var secrets = []string{guard.TypeCard, "secret", "mx_clabe", "ar_cbu", guard.TypeIBAN}

// Hidden returns what stands for the tokens of finds that must not be known: the text of the protected. For Replace.
func Hidden(found []guard.Found) map[string]string {
	var names map[string]string
	for _, f := range found {
		if slices.Contains(secrets, f.Type) {
			if names == nil {
				names = map[string]string{}
			}
			names[f.Token] = guard.Protected
		}
	}
	return names
}

// Entry is one opened value and the token that stands for it. It prints without its value.
type Entry struct {
	Type  string
	Token string
	Value string
}

// String hides the value.
func (e Entry) String() string { return e.Type + " " + e.Token }

// GoString hides the value.
func (e Entry) GoString() string { return e.String() }

// Seal returns what the guard found in the texts of one contact's message, sealed, one value a token. Finds that are Hidden are
// left out. The contact's key is made when it is first needed; ErrFull says that there is no room for it.
func (v *Vault) Seal(ctx context.Context, id tenant.ID, contact string, found []guard.Found) ([]*recadov1.SealedValue, error) {
	var out []*recadov1.SealedValue
	var key contactKey
	seen := make(map[string]bool, len(found))
	for _, f := range found {
		if seen[f.Token] || slices.Contains(secrets, f.Type) {
			continue
		}
		if len(seen) == 0 {
			var err error
			if key, err = v.need(ctx, id, contact); err != nil {
				return nil, err
			}
		}
		seen[f.Token] = true
		out = append(out, &recadov1.SealedValue{
			Type: f.Type, Token: f.Token, Sealed: key.seal.Seal([]byte(f.Value), key.bound), Digest: key.digest(f.Type, f.Value),
		})
	}
	return out, nil
}

// ErrSecret says that a text holds what is kept nowhere, not even sealed: a card number, a bank account or a password.
var ErrSecret = errors.New("the text holds a card number, a bank account or a password")

// Mask returns a text that somebody of the business says to a contact as it may be stored, with tokens in place of personal data, and
// the values behind them, sealed.
func (v *Vault) Mask(ctx context.Context, id tenant.ID, contact, text string) (string, []*recadov1.SealedValue, error) {
	found := guard.Screen(text, guard.Contact)
	if Hidden(found.PII) != nil {
		return "", nil, ErrSecret
	}
	if len(found.PII) == 0 {
		return text, nil, nil
	}
	values, err := v.Seal(ctx, id, contact, found.PII)
	if err != nil {
		return "", nil, err
	}
	return found.Masked, values, nil
}

// Open returns the values that Seal sealed for the same tenant and contact. What does not open is left out: the contact was erased,
// or it is another's.
func (v *Vault) Open(ctx context.Context, id tenant.ID, contact string, values []*recadov1.SealedValue) ([]Entry, error) {
	if len(values) == 0 {
		return nil, nil
	}
	c, known, err := v.Find(ctx, id, contact)
	if err != nil || !known {
		return nil, err
	}
	return c.Open(values), nil
}

// Erase destroys a contact's key: nothing that was sealed under it opens any more. It reports whether there was one.
func (v *Vault) Erase(ctx context.Context, id tenant.ID, contact string) (existed bool, err error) {
	return Erase(ctx, v.keys, id, contact)
}
