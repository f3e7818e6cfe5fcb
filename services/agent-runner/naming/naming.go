// Package naming gives the personal data of a conversation names that a model may be shown.
package naming

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

// Names are a conversation's names for personal data that no model is shown. Nothing is written before the commit; a crash finds
// the same names again.
type Names struct {
	read  func(context.Context) (json.RawMessage, error)
	names *vault.Names // nil until a token is met
	fresh bool         // there are names that are not written yet
}

// New makes the names of a conversation; read returns them as a commit left them, nil where it has none.
func New(read func(context.Context) (json.RawMessage, error)) *Names { return &Names{read: read} }

// load reads the names, once a turn and only where one is needed.
func (n *Names) load(ctx context.Context) error {
	if n.names != nil {
		return nil
	}
	stored, err := n.read(ctx)
	if err != nil {
		return err
	}
	names := new(vault.Names)
	if stored != nil {
		if err := json.Unmarshal(stored, names); err != nil {
			return fmt.Errorf("read the tokens of a conversation: %w", err)
		}
	}
	n.names = names
	return nil
}

// Rename gives the personal data of a message its tokens in the conversation: each message comes with tokens of its own, and two
// of them may mean different things by [TEL_1].
func (n *Names) Rename(ctx context.Context, routed *recadov1.MessageRouted) error {
	if len(routed.GetPii()) == 0 {
		return nil
	}
	if err := n.load(ctx); err != nil {
		return err
	}
	names, fresh := n.names.Rename(routed.GetPii())
	n.fresh = n.fresh || fresh
	renameIn(routed, names)
	return nil
}

// SealedIn returns the sealed values of the tokens in a text, for who may open them.
func (n *Names) SealedIn(ctx context.Context, text string) ([]*recadov1.SealedValue, error) {
	if len(vault.Tokens(text)) == 0 {
		return nil, nil
	}
	if err := n.load(ctx); err != nil {
		return nil, err
	}
	return n.names.Of(text), nil
}

// InHistory puts the conversation's tokens into a text of its history; sealed is what its own stand for.
func (n *Names) InHistory(ctx context.Context, text string, sealed []*recadov1.SealedValue) (string, error) {
	if len(sealed) == 0 {
		return text, nil
	}
	if err := n.load(ctx); err != nil {
		return "", err
	}
	return vault.Replace(text, n.names.Known(sealed)), nil
}

// Encoded are the names as the commit writes them; nil where none is new.
func (n *Names) Encoded() (json.RawMessage, error) {
	if !n.fresh {
		return nil, nil
	}
	n.names.Trim()
	out, err := json.Marshal(n.names)
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
