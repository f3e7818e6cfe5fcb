// Package erasure destroys what the bus holds of one contact.
package erasure

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/bus/topology"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/tenant"
)

// Of names a contact of a tenant, with its conversations.
type Of struct {
	Tenant        tenant.ID
	Contact       string
	Conversations []string
}

// Messages destroys what the streams hold of a contact, dead letters among it, and counts it by stage: the server writes over it on its
// disks. It reads all that the streams hold of the tenant. What a gateway has said is nobody's before ingest has taken it.
func Messages(ctx context.Context, b *bus.Bus, who Of) (map[string]int, error) {
	if _, err := tenant.ParseID(string(who.Tenant)); err != nil {
		return nil, err
	}
	counts := map[string]int{}
	for _, st := range topology.Stages {
		for _, filter := range who.filters(st) {
			n, err := b.EraseStored(ctx, filter, func(m bus.Stored) bool { return who.said(st, m) })
			if counts[st.Name] += n; err != nil {
				return counts, err
			}
		}
	}
	n, err := letters(ctx, b, who)
	counts[subject.DeadLetters] = n
	return counts, err
}

// filters are the subjects of a stage below which messages of the contact may be.
func (who Of) filters(st topology.Stage) (out []string) {
	id := string(who.Tenant)
	switch {
	case st.Name == subject.WebchatReply:
		for _, conversation := range who.Conversations {
			out = append(out, st.Name+"."+conversation)
		}
	case st.Name == subject.ToolRequested, st.Name == subject.ToolCompleted: // of all tenants, for minutes
		out = append(out, st.Name+".*")
	case st.Name == subject.MessageParked:
		out = append(out, st.Name+"."+id+".*")
	case st.Partitioned, st.Name == subject.GatewayOutbound:
		out = append(out, st.Name+".*."+id)
	}
	return out
}

// said reports whether a stored message is the contact's. A page's reply is by its subject.
func (who Of) said(st topology.Stage, m bus.Stored) bool {
	return st.Name == subject.WebchatReply || who.in(st.Name, m.Data)
}

func (who Of) in(stage string, payload []byte) bool {
	e, err := bus.DecodeDeadLetter(bus.DeadLetter{Stage: stage}, payload)
	if err != nil {
		return false
	}
	meta := e.GetMeta()
	if meta.GetTenantId() != string(who.Tenant) {
		return false
	}
	return meta.GetContact().GetContactId() == who.Contact || slices.Contains(who.Conversations, meta.GetConversationKey())
}

// letters destroys the contact's dead letters: those that say whose they are, and those that open and do.
func letters(ctx context.Context, b *bus.Bus, who Of) (n int, err error) {
	all, err := b.DeadLetters(ctx, bus.DeadLetterFilter{Tenant: string(who.Tenant), Limit: math.MaxInt})
	if err != nil {
		return 0, err
	}
	for _, l := range all {
		theirs := l.Contact == who.Contact
		if l.Contact == "" {
			_, payload, _, err := b.ShowDeadLetter(ctx, l.ID)
			if err != nil && !errors.Is(err, bus.ErrNotFound) {
				return n, err
			}
			theirs = who.in(l.Stage, payload)
		}
		if !theirs {
			continue
		}
		if err := b.DropDeadLetter(ctx, l.ID); err != nil && !errors.Is(err, bus.ErrNotFound) {
			return n, err
		}
		n++
	}
	return n, nil
}
