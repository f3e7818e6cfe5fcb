package sanitize

import (
	"errors"
	"fmt"

	"github.com/recado/recado/pkg/meta"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	// MaxText bounds all that a person wrote in one message, in bytes; the largest channel allows a quarter of it.
	MaxText = 16 << 10
	maxURL  = 4 << 10
)

var errUnknownTenant = errors.New("meta.tenant_id: expected a known tenant")

// check names the first thing that makes a message unfit for the pipeline. It never quotes values.
func check(e *recadov1.MessageReceived) error {
	if err := meta.Check(e.GetMeta(), meta.Message...); err != nil {
		return err
	}
	if e.GetContent().GetKind() == nil {
		return errors.New("content: required, got none")
	}
	return checkSizes(e)
}

func checkSizes(e *recadov1.MessageReceived) error {
	total := len(e.GetMeta().GetContact().GetProfileName())
	for _, text := range texts(e.GetContent()) {
		total += len(*text)
	}
	if total > MaxText {
		return fmt.Errorf("content: expected at most %d bytes of text, got %d", MaxText, total)
	}
	if n := len(e.GetReplyTo()); n > meta.MaxID {
		return fmt.Errorf("reply_to: expected at most %d characters, got %d", meta.MaxID, n)
	}
	for _, id := range ids(e.GetContent()) {
		if len(*id) > maxURL {
			return fmt.Errorf("content: expected ids and addresses of at most %d characters, got %d", maxURL, len(*id))
		}
	}
	return nil
}
