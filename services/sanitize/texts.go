package sanitize

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// textTimeout is the longest that masking a text takes; its answer may be sent for five seconds.
const textTimeout = 3 * time.Second

// texts masks what programs of the business want said, for whoever has no key to personal data. It keeps nothing.
type texts struct {
	tenants tenants
	vaults  vaults
	log     *slog.Logger
}

// answer answers one request; what cannot be read is refused.
func (t *texts) answer(ctx context.Context, on string, data []byte) []byte {
	ctx, cancel := context.WithTimeout(ctx, textTimeout)
	defer cancel()
	var q recadov1.ScreenText
	out := &recadov1.TextScreened{Outcome: recadov1.ScreenOutcome_SCREEN_OUTCOME_REFUSED}
	if len(data) <= meta.MaxText+meta.MaxAddress && proto.Unmarshal(data, &q) == nil {
		out = t.screen(ctx, on, &q)
	}
	answer, err := proto.Marshal(out)
	if err != nil {
		return nil
	}
	return answer
}

func (t *texts) screen(ctx context.Context, on string, q *recadov1.ScreenText) *recadov1.TextScreened {
	out := &recadov1.TextScreened{TenantId: q.GetTenantId(), ContactId: q.GetContactId()}
	known, err := t.known(ctx, on, q)
	switch {
	case err != nil:
		return t.unavailable(ctx, out, err)
	case !known:
		out.Outcome = recadov1.ScreenOutcome_SCREEN_OUTCOME_REFUSED
		return out
	}
	id := tenant.ID(q.GetTenantId())
	out.Text, out.Pii, err = t.vaults.of(q.GetChannel()).Mask(ctx, id, q.GetContactId(), q.GetText())
	switch {
	case errors.Is(err, vault.ErrSecret):
		out.Outcome = recadov1.ScreenOutcome_SCREEN_OUTCOME_SECRET
	case err != nil:
		return t.unavailable(ctx, out, err)
	default:
		out.Outcome = recadov1.ScreenOutcome_SCREEN_OUTCOME_SCREENED
	}
	return out
}

func (t *texts) unavailable(ctx context.Context, out *recadov1.TextScreened, err error) *recadov1.TextScreened {
	t.log.WarnContext(ctx, "a text cannot be masked", "tenant", out.GetTenantId(), "error", err)
	out.Outcome = recadov1.ScreenOutcome_SCREEN_OUTCOME_UNAVAILABLE
	return out
}

// known reports whether a request is one: of the tenant whose subject it came on, about a contact, with a text of a size.
func (t *texts) known(ctx context.Context, on string, q *recadov1.ScreenText) (bool, error) {
	id, ours := strings.CutPrefix(on, subject.TextScreen+".")
	if !ours || id != q.GetTenantId() || uuid.Validate(q.GetContactId()) != nil {
		return false, nil
	}
	if n := len(q.GetText()); n == 0 || n > meta.MaxText || !utf8.ValidString(q.GetText()) {
		return false, nil
	}
	_, known, err := t.tenants.Find(ctx, tenant.ID(id))
	return known, err
}
