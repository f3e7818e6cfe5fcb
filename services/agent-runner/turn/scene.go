package turn

import (
	"slices"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/away"
	"github.com/recado/recado/services/agent-runner/loop"
	"github.com/recado/recado/services/agent-runner/repeat"
	"github.com/recado/recado/services/agent-runner/specialist"
	"github.com/recado/recado/services/agent-runner/transfer"
)

// scene is who speaks with whom: the conversation, its tenant and the assistant that answers it.
type scene struct {
	conv       *Conversation
	settings   *tenant.Settings  // nil where the tenant is unknown
	assistant  *tenant.Assistant // nil where the tenant has none
	persona    Persona           // read when a remote model is first asked
	language   string            // of the newest message that has one
	carried    carried           // what the last answer left
	loop       loop.State        // with what this turn has heard
	repeat     repeat.State      // with what this turn asks and is asked
	told       away.Told         // that nobody reads, with what this turn says of it
	modelled   bool              // a remote model was asked
	remembered []string          // of the contact: a reply may say its names, no price
	transfer   transfer.Turn     // whom of the specialists the turn was handed to
	now        time.Time         // of the turn's first claim, in the tenant's zone: a resumed turn asks the same again
}

func newScene(c *Conversation, known settings) *scene {
	s := &scene{conv: c, carried: remembered(c.Dialogue), now: c.StartedAt.UTC()}
	if of, ok := known.Get(c.Tenant); ok {
		s.settings = of
		if zone, err := time.LoadLocation(of.Zone); err == nil {
			s.now = s.now.In(zone)
		}
		s.assistant = assistantOf(of, c)
		c.Limit = of.Budget.MonthMicros
	}
	c.Month = s.now.Format("2006-01") + "-01"
	s.language, s.loop, s.told = s.newestLanguage(), s.carried.Loop, s.carried.Away
	return s
}

func assistantOf(s *tenant.Settings, c *Conversation) *tenant.Assistant {
	for i := range s.Assistants {
		if a := &s.Assistants[i]; a.ID == c.AssistantID && a.Active {
			return a
		}
	}
	a, _ := s.Assistant(c.Channel)
	return a
}

// newestLanguage is that of the newest message that has one, else the tenant's.
func (s *scene) newestLanguage() string {
	for _, m := range slices.Backward(s.conv.Messages) {
		if l := m.Routed.GetLanguage(); l != "" {
			return l
		}
	}
	if s.settings != nil && s.settings.Language != "" {
		return s.settings.Language
	}
	return "es"
}

// specialist is the one that was handed the turn, else the one that the newest message was routed to.
func (s *scene) specialist() string {
	if name := s.transfer.Current(); name != "" {
		return name
	}
	for _, m := range slices.Backward(s.conv.Messages) {
		if name := m.Routed.GetSpecialist(); name != "" {
			return name
		}
	}
	return specialist.General
}

// branch is the one that the conversation is about, where that is known: named last, or the only one.
func (s *scene) branch() string {
	for _, m := range slices.Backward(s.conv.Messages) {
		if named := m.Routed.GetSlots().GetBranches(); len(named) > 0 {
			return named[len(named)-1].GetId()
		}
	}
	if s.settings != nil && len(s.settings.Branches) == 1 {
		return s.settings.Branches[0].ID
	}
	return s.carried.Branch
}

// contactName is what the customer has just called themselves.
func (s *scene) contactName() string {
	for _, m := range slices.Backward(s.conv.Messages) {
		if name := m.Routed.GetSlots().GetPersonName(); name != "" {
			return name
		}
	}
	return ""
}

// flagged reports whether a message may try to steer the model. A bare order to do what was asked is none, whatever the guard makes of it.
func (s *scene) flagged() bool {
	return slices.ContainsFunc(s.conv.Messages, func(m Message) bool {
		bare := s.carried.Asked != nil && s.carried.Asked.Bare(m.Routed)
		return m.Routed.GetVerdict() == recadov1.Verdict_VERDICT_FLAG && !bare
	})
}

// meta is that of the newest message, for an event of this turn.
func (s *scene) meta() *recadov1.Meta {
	newest := s.conv.Messages[len(s.conv.Messages)-1].Routed.GetMeta()
	m, _ := proto.Clone(newest).(*recadov1.Meta)
	if s.assistant != nil {
		m.AssistantId = s.assistant.ID
	}
	return m
}

// confidence is the router's in what the newest message wants.
func (s *scene) confidence() float32 {
	if intents := s.conv.Messages[len(s.conv.Messages)-1].Routed.GetIntents(); len(intents) > 0 {
		return intents[0].GetConfidence()
	}
	return 0
}

// links are those that a reply may hold.
func (s *scene) links() guard.Links {
	return guard.NewLinks(s.settings.Guard.AllowedLinks, s.settings.Guard.OwnLinks)
}

// quiet is how long the conversation's channel waits for a burst to end.
func (s *scene) quiet() time.Duration {
	if s.settings == nil {
		return DefaultQuiet
	}
	return Quiet(s.settings, s.conv.Channel, s.conv.AccountID)
}

// How long a conversation waits for a burst to end.
const (
	DefaultQuiet = 1200 * time.Millisecond
	QuietCap     = 6 * time.Second // after the first message of the burst
	joinCap      = 8 * time.Second // after it a turn is not superseded any more
)

// Quiet returns the quiet window of an account: its own, else the channel's.
func Quiet(settings *tenant.Settings, channel, account string) time.Duration {
	if a, ok := settings.Account(channel, account); ok && a.QuietWindow != nil {
		return min(max(0, *a.QuietWindow), QuietCap)
	}
	switch channel {
	case "webchat", "voice":
		return 0
	}
	return DefaultQuiet
}
