package ingest

import (
	"context"
	"fmt"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// opener opens sealed values; those that do not open any more are missing from its answer.
type opener interface {
	Open(ctx context.Context, id tenant.ID, contact string, values []*recadov1.SealedValue) ([]vault.Entry, error)
}

// reveal puts real values into a frame at the page's door, and [DATO PROTEGIDO] for a token that has none: in a draft all of them.
// Where the keys are unavailable the stream ends, and the page comes back for what it has not seen.
func (s *streams) reveal(ctx context.Context, v viewer, f *channel.Frame) error {
	var values []*recadov1.SealedValue
	for _, x := range f.Sealed {
		values = append(values, &recadov1.SealedValue{Type: x.Type, Token: x.Token, Sealed: x.Sealed})
	}
	f.Sealed = nil
	entries, err := s.vault.Open(ctx, v.tenant, v.contact, values)
	if err != nil {
		return fmt.Errorf("open personal data of a reply: %w", err)
	}
	f.Text = vault.Show(f.Text, entries)
	for i := range f.Buttons {
		b := &f.Buttons[i]
		b.Title, b.Description = vault.Show(b.Title, entries), vault.Show(b.Description, entries)
	}
	return nil
}
