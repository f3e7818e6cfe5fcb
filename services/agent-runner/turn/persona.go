package turn

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/agent-runner/fact"
	"github.com/recado/recado/services/agent-runner/naming"
	"github.com/recado/recado/services/agent-runner/prompt"
)

// Persona is what the settings leave out of an assistant: its texts and limits, which only a remote model needs.
type Persona struct {
	Instructions string   // the assistant's own
	Critical     []string // the tenant's, the most important first
	Texts        prompt.Texts
	Temperature  *float64
	MaxTokens    *int
}

type personas interface {
	// Persona reads an assistant's; an unknown one has none.
	Persona(ctx context.Context, id tenant.ID, assistant string) (Persona, error)
	// Business is all that a tenant's settings tell of it, for a prompt in which it stands.
	Business(ctx context.Context, id tenant.ID) (string, error)
}

// Wanted is what of a contact's memory a tenant wants told.
type Wanted = tenant.Memory

type memories interface {
	// Memory is what is kept of a conversation and its contact.
	Memory(ctx context.Context, c *Conversation, want Wanted) (fact.Known, error)
}

const maxPersonas = 1000

// personaCache keeps personas until their tenant's settings change.
type personaCache struct {
	mu    sync.Mutex
	known map[personaKey]Persona
}

type personaKey struct {
	tenant    tenant.ID
	assistant string
	version   int64
}

func (p *personaCache) get(ctx context.Context, from personas, key personaKey) (Persona, error) {
	p.mu.Lock()
	found, ok := p.known[key]
	p.mu.Unlock()
	if ok {
		return found, nil
	}
	read, err := from.Persona(ctx, key.tenant, key.assistant)
	if err != nil {
		return Persona{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil || len(p.known) >= maxPersonas { // old versions go with the rest
		p.known = map[personaKey]Persona{}
	}
	p.known[key] = read
	return read, nil
}

// loadPersona reads what the prompt needs of the turn's assistant.
func (r *run) loadPersona(ctx context.Context) error {
	s := r.scene
	if s.assistant == nil {
		return nil
	}
	key := personaKey{s.conv.Tenant, s.assistant.ID, s.settings.Version}
	return retryWhileUnavailable(ctx, func(ctx context.Context) (err error) {
		s.persona, err = r.engine.personas.get(ctx, r.engine.deps.Store, key)
		return err
	})
}

// tokensOf are the conversation's names for personal data.
func tokensOf(c *Conversation, read func(context.Context, *Conversation) (json.RawMessage, error)) *naming.Names {
	return naming.New(func(ctx context.Context) (stored json.RawMessage, err error) {
		err = retryWhileUnavailable(ctx, func(ctx context.Context) (err error) {
			stored, err = read(ctx, c)
			return err
		})
		return stored, err
	})
}

// rename gives the personal data of the messages that wait its tokens in the conversation.
func (r *run) rename(ctx context.Context) error {
	for _, m := range r.scene.conv.Messages {
		if err := r.tokens.Rename(ctx, m.Routed); err != nil {
			return err
		}
	}
	return nil
}
