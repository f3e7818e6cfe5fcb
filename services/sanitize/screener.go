package sanitize

import (
	"context"
	"fmt"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/meta"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// tenants finds a tenant's settings as of now.
type tenants interface {
	Find(ctx context.Context, id tenant.ID) (*tenant.Settings, bool, error)
}

// publisher takes the screened message.
type publisher interface {
	Publish(ctx context.Context, e bus.Event) error
}

// screener turns raw messages into screened ones.
type screener struct {
	tenants tenants
	vaults  vaults
	bus     publisher
	counts  *counts

	policies *policies
	sessions *sessions
}

// screen publishes what may be known of a message. It is safe to repeat: the event's id stays, and the message is not changed.
func (s *screener) screen(ctx context.Context, e *recadov1.MessageReceived) error {
	if err := check(e); err != nil {
		return bus.Reject(err)
	}
	settings, known, err := s.tenants.Find(ctx, tenant.ID(e.GetMeta().GetTenantId()))
	if err != nil {
		return err
	}
	if !known {
		return bus.Reject(errUnknownTenant)
	}
	started := time.Now()
	policy := s.policies.of(settings)
	j := judge(e, policy)
	s.sessions.weigh(ctx, j, policy)
	sealed, err := s.seal(ctx, j)
	if err != nil {
		return fmt.Errorf("seal personal data of message %s: %w", e.GetMeta().GetEventId(), err)
	}
	screened := &recadov1.MessageScreened{
		Meta: j.meta, Content: j.content, ReplyTo: j.replyTo, Verdict: verdicts[j.verdict],
		Findings: j.findings, Pii: sealed,
	}
	s.counts.judged(ctx, j, time.Since(started))
	if err := s.bus.Publish(ctx, screened); err != nil {
		return fmt.Errorf("screen message %s: %w", e.GetMeta().GetEventId(), err)
	}
	return nil
}

var verdicts = map[guard.Verdict]recadov1.Verdict{
	guard.Allow:  recadov1.Verdict_VERDICT_ALLOW,
	guard.Modify: recadov1.Verdict_VERDICT_MODIFY,
	guard.Flag:   recadov1.Verdict_VERDICT_FLAG,
	guard.Block:  recadov1.Verdict_VERDICT_BLOCK,
}

// judgement is a message with its texts masked, and why.
type judgement struct {
	meta     *recadov1.Meta
	content  *recadov1.Content
	replyTo  string
	verdict  guard.Verdict
	findings []*recadov1.Finding
	pii      []guard.Found
	score    float64  // of what was found in the content
	texts    []string // of the content, masked and without tokens
}

// judge screens every text of a copy of the message; the strictest verdict is the message's. The tenant's policy is for what
// contacts write: not for what a person of the business does.
func judge(e *recadov1.MessageReceived, policy *guard.Policy) *judgement {
	if e.GetContent().GetEcho() != nil {
		policy = nil
	}
	j := &judgement{meta: proto.CloneOf(e.GetMeta()), content: proto.CloneOf(e.GetContent()), replyTo: e.GetReplyTo()}
	var tokens guard.Numbering
	for _, text := range meta.Texts(j.content) {
		result := policy.Screen(&tokens, *text, guard.Contact)
		*text = result.Masked
		j.add(result, result.Verdict)
		j.remember(result)
	}
	for _, id := range append(meta.IDs(j.content), &j.replyTo) {
		j.screenID(id)
	}
	j.screenName(&tokens)
	return j
}

// screenID screens an id. It is not masked, or it would no longer be one: where it holds personal data in words it is removed.
func (j *judgement) screenID(id *string) {
	result := new(guard.Numbering).Screen(*id, guard.Contact)
	if result.Verdict >= guard.Flag {
		j.add(guard.Result{Findings: result.Findings}, result.Verdict)
	}
	if written(result.PII) {
		*id = ""
	}
}

// remember keeps what the session of the conversation needs of a text.
func (j *judgement) remember(result guard.Result) {
	if len(result.Findings) > 0 {
		j.score += result.Score
	}
	text := result.Masked
	for _, p := range result.PII {
		text = strings.ReplaceAll(text, p.Token, " ")
	}
	if text = strings.TrimSpace(text); text != "" {
		j.texts = append(j.texts, text)
	}
}

// screenName screens the contact's display name. A suspicious one is removed: it does not raise the message's verdict.
func (j *judgement) screenName(tokens *guard.Numbering) {
	contact := j.meta.GetContact()
	if contact.GetProfileName() == "" {
		return
	}
	result := tokens.Screen(contact.GetProfileName(), guard.Contact)
	contact.ProfileName = result.Masked
	if result.Verdict >= guard.Flag {
		contact.ProfileName, result.PII = "", nil
	}
	j.add(result, min(result.Verdict, guard.Modify))
}

func (j *judgement) add(result guard.Result, verdict guard.Verdict) {
	j.verdict = max(j.verdict, verdict)
	j.pii = append(j.pii, result.PII...)
	j.explain(result.Findings)
}

func (j *judgement) explain(findings []guard.Finding) {
	for _, f := range findings {
		j.findings = append(j.findings, &recadov1.Finding{
			Code: f.Code, Owasp: f.OWASP, Start: uint32(f.Start), End: uint32(f.End), Weight: float32(f.Weight),
		})
	}
}
