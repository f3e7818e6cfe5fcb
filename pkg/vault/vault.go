// Package vault keeps personal data sealed: values travel as ciphertext beside a masked text, and only who needs one opens it.
package vault

import (
	"errors"
	"fmt"
	"strings"

	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Vault seals and opens the personal data of all tenants; it is safe for concurrent use.
// First form: the key is the tenant's, and the contact's id is bound to each value.
type Vault struct{ master seal.Key }

// New returns a vault under the installation's master key (RECADO_SECRET_KEY).
func New(master seal.Key) (*Vault, error) {
	if master.IsZero() {
		return nil, errors.New("vault: the master key is not set")
	}
	return &Vault{master: master}, nil
}

// Entry is one opened value and the token that stands for it. It prints without its value.
type Entry struct {
	Type  string
	Token string
	Value string
}

// String hides the value.
func (e Entry) String() string { return e.Type + " " + e.Token }

// GoString hides the value.
func (e Entry) GoString() string { return e.String() }

// Seal returns what the guard found in the texts of one contact's message, sealed, one value a token.
func (v *Vault) Seal(id tenant.ID, contact string, found []guard.Found) []*recadov1.SealedValue {
	if len(found) == 0 {
		return nil
	}
	key := v.key(id)
	out := make([]*recadov1.SealedValue, 0, len(found))
	seen := make(map[string]bool, len(found))
	for _, f := range found {
		if seen[f.Token] {
			continue
		}
		seen[f.Token] = true
		out = append(out, &recadov1.SealedValue{Type: f.Type, Token: f.Token, Sealed: key.Seal([]byte(f.Value), []byte(contact))})
	}
	return out
}

// Open returns the values that Seal sealed for the same tenant and contact; another's do not open.
func (v *Vault) Open(id tenant.ID, contact string, values []*recadov1.SealedValue) ([]Entry, error) {
	if len(values) == 0 {
		return nil, nil
	}
	key := v.key(id)
	out := make([]Entry, 0, len(values))
	for _, value := range values {
		plain, err := key.Open(value.GetSealed(), []byte(contact))
		if err != nil {
			return nil, fmt.Errorf("open %s value of %s: %w", value.GetType(), value.GetToken(), err)
		}
		out = append(out, Entry{Type: value.GetType(), Token: value.GetToken(), Value: string(plain)})
	}
	return out, nil
}

// key is derived at each call: it costs about a microsecond, and a cache would hold keys of tenants long gone.
func (v *Vault) key(id tenant.ID) seal.Key { return v.master.Derive("vault", string(id)) }

// Reveal puts the real values in place of their tokens. It reads text once: a token inside a value stays as it is.
func Reveal(text string, entries []Entry) string {
	names := make(map[string]string, len(entries))
	for _, e := range entries {
		names[e.Token] = e.Value
	}
	return Replace(text, names)
}

// Renumber gives the tokens of one message the ordinals that come next in their conversation: counts holds, per type,
// how many the conversation has, and grows. It sets the tokens of values and returns the old names with the new ones,
// for Replace on each text of the message.
func Renumber(counts map[string]int, values []*recadov1.SealedValue) map[string]string {
	names := make(map[string]string, len(values))
	for _, value := range values {
		token, ok := names[value.GetToken()]
		if !ok {
			counts[value.GetType()]++
			token = guard.Token(value.GetType(), counts[value.GetType()])
			names[value.GetToken()] = token
		}
		value.Token = token
	}
	return names
}

// longestToken bounds how far Replace looks for a token's end.
const longestToken = 32

// Replace puts each token's new text in its place, in one pass over text; what is no known token stays.
func Replace(text string, names map[string]string) string {
	if len(names) == 0 || strings.IndexByte(text, '[') < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for {
		open := strings.IndexByte(text, '[')
		if open < 0 {
			break
		}
		b.WriteString(text[:open])
		text = text[open:]
		end := strings.IndexByte(text[:min(len(text), longestToken)], ']') + 1
		if name, ok := names[text[:end]]; ok && end > 0 {
			b.WriteString(name)
			text = text[end:]
			continue
		}
		b.WriteByte('[')
		text = text[1:]
	}
	b.WriteString(text)
	return b.String()
}
