package turn

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protopath"
	"google.golang.org/protobuf/reflect/protorange"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/recado/recado/pkg/vault"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

type namings interface {
	// Names returns the tokens of a conversation as a commit left them; nil where it has none.
	Names(ctx context.Context, c *Conversation) (json.RawMessage, error)
}

// tokens are a conversation's names for personal data that no model is shown. Nothing is written before the commit; a crash finds
// the same names again.
type tokens struct {
	store namings
	conv  *Conversation
	names *vault.Names // nil until a token is met
	fresh bool         // there are names that are not written yet
}

// load reads the names, once a turn and only where one is needed.
func (t *tokens) load(ctx context.Context) error {
	if t.names != nil {
		return nil
	}
	var stored json.RawMessage
	err := retryWhileUnavailable(ctx, func(ctx context.Context) (err error) {
		stored, err = t.store.Names(ctx, t.conv)
		return err
	})
	if err != nil {
		return err
	}
	names := new(vault.Names)
	if stored != nil {
		if err := json.Unmarshal(stored, names); err != nil {
			return fmt.Errorf("read the tokens of conversation %s: %w", t.conv.ID, err)
		}
	}
	t.names = names
	return nil
}

// rename gives the personal data of the messages its tokens in the conversation: each message comes with tokens of its own, and two
// of them may mean different things by [TEL_1].
func (t *tokens) rename(ctx context.Context) error {
	for _, m := range t.conv.Messages {
		if len(m.Routed.GetPii()) == 0 {
			continue
		}
		if err := t.load(ctx); err != nil {
			return err
		}
		names, fresh := t.names.Rename(m.Routed.GetPii())
		t.fresh = t.fresh || fresh
		renameIn(m.Routed, names)
	}
	return nil
}

// sealedIn returns the sealed values of the tokens in a text, for who may open them.
func (t *tokens) sealedIn(ctx context.Context, text string) ([]*recadov1.SealedValue, error) {
	if len(vault.Tokens(text)) == 0 {
		return nil, nil
	}
	if err := t.load(ctx); err != nil {
		return nil, err
	}
	return t.names.Of(text), nil
}

// inHistory puts the conversation's tokens into a text of its history.
func (t *tokens) inHistory(ctx context.Context, l Line) (string, error) {
	if len(l.PII) == 0 {
		return l.Text, nil
	}
	if err := t.load(ctx); err != nil {
		return "", err
	}
	return vault.Replace(l.Text, t.names.Known(l.PII)), nil
}

// encoded are the names as the commit writes them; nil where none is new.
func (t *tokens) encoded() (json.RawMessage, error) {
	if !t.fresh {
		return nil, nil
	}
	t.names.Trim()
	out, err := json.Marshal(t.names)
	if err != nil {
		return nil, fmt.Errorf("encode tokens: %w", err)
	}
	return out, nil
}

// renameIn replaces tokens in every text of a message, the slots that were read from it among them.
func renameIn(m *recadov1.MessageRouted, names map[string]string) {
	same := true
	for old, fresh := range names {
		same = same && old == fresh
	}
	if same {
		return
	}
	sealed := m.Pii
	m.Pii = nil
	defer func() { m.Pii = sealed }()
	_ = protorange.Range(proto.Message(m).ProtoReflect(), func(p protopath.Values) error {
		text, ok := p.Index(-1).Value.Interface().(string)
		if !ok || !strings.Contains(text, "[") {
			return nil
		}
		value := protoreflect.ValueOfString(vault.Replace(text, names))
		parent, step := p.Index(-2).Value, p.Index(-1).Step
		switch step.Kind() {
		case protopath.FieldAccessStep:
			parent.Message().Set(step.FieldDescriptor(), value)
		case protopath.ListIndexStep:
			parent.List().Set(step.ListIndex(), value)
		default:
		}
		return nil
	})
}
