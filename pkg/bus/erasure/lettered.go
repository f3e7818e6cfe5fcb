package erasure

import (
	"context"
	"errors"
	"math"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/tenant"
)

// Lettered are the contacts of a tenant whose dead letters are kept: each needs its contact's key to be read, or to be tried again. What
// is sealed under the installation's key is of a contact that had no key then.
func Lettered(ctx context.Context, b *bus.Bus, id tenant.ID) (map[string]bool, error) {
	all, err := b.DeadLetters(ctx, bus.DeadLetterFilter{Tenant: string(id), Limit: math.MaxInt})
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	for _, l := range all {
		contact, err := contactOf(ctx, b, l)
		if err != nil {
			return nil, err
		}
		if contact != "" {
			out[contact] = true
		}
	}
	return out, nil
}

// contactOf is the contact that a letter names, in its head or in an open payload. A business's own document names none.
func contactOf(ctx context.Context, b *bus.Bus, l bus.DeadLetter) (string, error) {
	st, known := topology.StageNamed(l.Stage)
	if l.Contact != "" || l.Sealed || !known || st.Whole {
		return l.Contact, nil
	}
	_, payload, _, err := b.ShowDeadLetter(ctx, l.ID)
	if errors.Is(err, bus.ErrNotFound) { // dropped meanwhile
		return "", nil
	}
	if err != nil {
		return "", err
	}
	e, err := bus.DecodeDeadLetter(l, payload)
	if err != nil { // only its head was kept, or it is no event: nobody can try it again
		return "", nil
	}
	return e.GetMeta().GetContact().GetContactId(), nil
}
