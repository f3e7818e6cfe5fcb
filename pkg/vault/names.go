package vault

import (
	"crypto/sha256"
	"slices"
	"strconv"

	"github.com/recado/recado/pkg/guard"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// maxNames bounds how many values a conversation remembers; of older ones the text reads [DATO PROTEGIDO].
const maxNames = 64

// Names are the tokens of one conversation: each message numbers its own from 1, so two messages may call two telephone numbers
// [TEL_1]. Renamed by one Names they do not collide, and a value written again keeps its token. It holds no clear value.
type Names struct {
	// Counts is the last ordinal given to each kind of token; it only grows.
	Counts map[string]int `json:"counts"`
	Values []Named        `json:"values"` // oldest first
}

// Named is one sealed value under its token.
type Named struct {
	Type   string `json:"type"`
	Token  string `json:"token"`
	Digest []byte `json:"digest"`
	Sealed []byte `json:"sealed"`
}

// Rename gives the values of one message their tokens in the conversation and sets them. It returns the old tokens with the new ones,
// for Replace on each text of the message; fresh reports whether a value was not known before. The same calls give the same names.
func (n *Names) Rename(values []*recadov1.SealedValue) (names map[string]string, fresh bool) {
	names = make(map[string]string, len(values))
	for _, v := range values {
		digest := digestOf(v)
		i := n.find(digest)
		if i < 0 {
			i, fresh = n.add(v, digest), true
		}
		names[v.GetToken()] = n.Values[i].Token
		v.Token = n.Values[i].Token
	}
	return names, fresh
}

// Known returns the names of a message that was read before: those of values that are not remembered become [DATO PROTEGIDO].
func (n *Names) Known(values []*recadov1.SealedValue) map[string]string {
	names := make(map[string]string, len(values))
	for _, v := range values {
		names[v.GetToken()] = guard.Protected
		if i := n.find(digestOf(v)); i >= 0 {
			names[v.GetToken()] = n.Values[i].Token
		}
	}
	return names
}

// Of returns the sealed values whose tokens stand in a text, each once.
func (n *Names) Of(text string) (out []*recadov1.SealedValue) {
	seen := map[string]bool{}
	for _, token := range Tokens(text) {
		i := slices.IndexFunc(n.Values, func(v Named) bool { return v.Token == token })
		if i < 0 || seen[token] {
			continue
		}
		seen[token] = true
		v := n.Values[i]
		out = append(out, &recadov1.SealedValue{Type: v.Type, Token: v.Token, Sealed: v.Sealed, Digest: v.Digest})
	}
	return out
}

// Trim forgets the oldest values beyond what a conversation remembers.
func (n *Names) Trim() {
	if over := len(n.Values) - maxNames; over > 0 {
		n.Values = slices.Delete(n.Values, 0, over)
	}
}

func (n *Names) find(digest []byte) int {
	return slices.IndexFunc(n.Values, func(v Named) bool { return string(v.Digest) == string(digest) })
}

func (n *Names) add(v *recadov1.SealedValue, digest []byte) int {
	kind := kindOf(v.GetToken())
	if kind == "" {
		kind = "DATO"
	}
	if n.Counts == nil {
		n.Counts = map[string]int{}
	}
	n.Counts[kind]++
	n.Values = append(n.Values, Named{
		Type: v.GetType(), Token: "[" + kind + "_" + strconv.Itoa(n.Counts[kind]) + "]", Digest: digest, Sealed: v.GetSealed(),
	})
	return len(n.Values) - 1
}

// digestOf tells values apart; one of an older build has no digest and is equal to itself only.
func digestOf(v *recadov1.SealedValue) []byte {
	if d := v.GetDigest(); len(d) > 0 {
		return d
	}
	sum := sha256.Sum256(v.GetSealed())
	return sum[:digestSize]
}
