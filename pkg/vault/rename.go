package vault

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
)

// firstName parts a contact's key from the id that the contact had when the key was made: values are bound to that one.
var firstName = []byte("\n")

// Copy gives a contact's key to another id of the same contact, too: what was sealed for the old id opens for the new one. Doing it
// again changes nothing, and a contact without a key has none under its new id. The copy lasts for ends, for ever where it is zero.
func (v *Vault) Copy(ctx context.Context, id tenant.ID, from, to string, ends time.Duration) error {
	old, err := nameOf(id, from)
	if err != nil {
		return err
	}
	name, err := nameOf(id, to)
	if err != nil {
		return err
	}
	stored, err := v.keys.GetEntry(ctx, subject.BucketVault, old)
	if errors.Is(err, bus.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read vault key: %w", err)
	}
	plain, err := v.wrapping(id).Open(stored.Value, []byte(from))
	if err != nil {
		return fmt.Errorf("open vault key: %w", err)
	}
	if !bytes.Contains(plain, firstName) {
		plain = append(append(plain, firstName...), from...)
	}
	err = v.keys.CreateFor(ctx, subject.BucketVault, name, v.wrapping(id).Seal(plain, []byte(to)), ends)
	if err != nil && !errors.Is(err, bus.ErrExists) {
		return fmt.Errorf("copy vault key: %w", err)
	}
	return nil
}
