package sanitize

import (
	"errors"

	"github.com/recado/recado/pkg/meta"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

var errUnknownTenant = errors.New("meta.tenant_id: expected a known tenant")

// check names the first thing that makes a message unfit for the pipeline; the doors refuse or drop what it would name. It never
// quotes values.
func check(e *recadov1.MessageReceived) error {
	if err := meta.Check(e.GetMeta(), meta.Message...); err != nil {
		return err
	}
	return meta.CheckContent(e)
}
