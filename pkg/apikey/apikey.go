// Package apikey holds the keys of a business's own programs: random, kept as hashes, each with what it may do.
package apikey

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tenant"
)

// Writes is what becomes of a key's writes.
type Writes string

// A write is refused, executed and rolled back, or done.
const (
	NoWrites Writes = "none"
	DryRun   Writes = "dry_run"
	Allowed  Writes = "allowed"
)

const (
	// Most is how many valid keys a tenant may have, and how many others are remembered.
	Most = 50
	// maxName bounds a key's name, in characters.
	maxName = 80
	// maxTools bounds the tools that a key names.
	maxTools = 64
	// maxDays bounds how long a key that ends is valid.
	maxDays = 3660
)

// prefix tells people, and programs that look for secrets, what a key is.
const prefix = "recado_"

const secretSize = 32

// encoded is how long a key is.
var encoded = len(prefix) + base64.RawURLEncoding.EncodedLen(secretSize)

// generate returns a new key, which nobody keeps, and its hash.
func generate() (key string, hash []byte) {
	secret := make([]byte, secretSize)
	_, _ = rand.Read(secret) // never fails
	key = prefix + base64.RawURLEncoding.EncodeToString(secret)
	return key, hashOf(key)
}

func hashOf(key string) []byte {
	sum := sha256.Sum256([]byte(key))
	return sum[:]
}

// plausible reports whether a text has the form of a key.
func plausible(key string) bool {
	return len(key) == encoded && strings.HasPrefix(key, prefix)
}

// Wish is a key that is to be made.
type Wish struct {
	Name   string
	Writes Writes
	Tools  []string // their names; none is all
	Days   int      // how long it is valid, 0 for ever
}

// Check refuses what no key can be; known are the names of the tools.
func (w Wish) Check(known []string) error {
	n := utf8.RuneCountInString(w.Name)
	switch {
	case n == 0 || n > maxName || strings.TrimSpace(w.Name) != w.Name || strings.ContainsFunc(w.Name, unicode.IsControl):
		return fmt.Errorf("name: expected 1 to %d characters", maxName)
	case w.Writes != NoWrites && w.Writes != DryRun && w.Writes != Allowed:
		return fmt.Errorf("writes: expected %s, %s or %s", NoWrites, DryRun, Allowed)
	case len(w.Tools) > maxTools:
		return fmt.Errorf("tools: expected at most %d", maxTools)
	case w.Days < 0 || w.Days > maxDays:
		return fmt.Errorf("days: expected 1 to %d, or 0 for no end", maxDays)
	}
	for _, name := range w.Tools {
		if !slices.Contains(known, name) {
			return fmt.Errorf("tools: %q is no tool; there are %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}

// Key is what is known of a key, never the key itself.
type Key struct {
	ID      uuid.UUID  `json:"id"`
	Name    string     `json:"name"`
	Writes  Writes     `json:"writes"`
	Tools   []string   `json:"tools"`
	Created time.Time  `json:"created_at"`
	Used    *time.Time `json:"used_on,omitempty"` // a day
	Expires *time.Time `json:"expires_at,omitempty"`
	Revoked *time.Time `json:"revoked_at,omitempty"`
}

// Valid reports whether the key opens anything.
func (k Key) Valid(now time.Time) bool {
	return k.Revoked == nil && (k.Expires == nil || k.Expires.After(now))
}

// Grant is what a valid key may do.
type Grant struct {
	Tenant tenant.ID
	Key    uuid.UUID
	Writes Writes
	Tools  []string

	sign func(data []byte) []byte
}

// Sum is a hash of parts that only who has the key can tell from another: what stands in it may be a telephone number. It is empty for a
// grant that no key gave.
func (g Grant) Sum(parts ...string) string {
	if g.sign == nil {
		return ""
	}
	var data []byte
	for _, part := range parts {
		data = append(binary.BigEndian.AppendUint32(data, uint32(len(part))), part...)
	}
	return hex.EncodeToString(g.sign(data))
}

// signer is a grant's sign under a key.
func signer(key string) func(data []byte) []byte {
	return func(data []byte) []byte {
		mac := hmac.New(sha256.New, []byte(key))
		mac.Write(data)
		return mac.Sum(nil)
	}
}

// May reports whether the grant holds for a tool.
func (g Grant) May(name string, write bool) bool {
	return (len(g.Tools) == 0 || slices.Contains(g.Tools, name)) && (!write || g.Writes != NoWrites)
}

// SendMessage names, among a key's tools, what is no tool: writing to customers at /api/send.
const SendMessage = "send_message"

// ManageDocuments names, among a key's tools, what is no tool either: the business's documents at /api/documents.
const ManageDocuments = "manage_documents"

// SearchDocuments names searching the business's documents at /api/rag/search.
const SearchDocuments = "search_documents"

// MaySend reports whether the grant holds for writing to customers: what a key may only try is not sent.
func (g Grant) MaySend() bool { return g.Writes == Allowed && g.May(SendMessage, true) }

// What makes a key impossible.
var (
	ErrUnknownTenant = errors.New("no such tenant")
	ErrTooMany       = fmt.Errorf("%d keys are valid, which is the most: revoke one", Most)
	ErrUnknown       = errors.New("no such key, or it is revoked")
)
