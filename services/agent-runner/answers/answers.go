// Package answers keeps what a remote model has said of a business alone, so that the same question of somebody else costs nothing.
package answers

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

const (
	keepFor  = 24 * time.Hour
	maxKept  = 1000 // of one tenant
	maxReply = 2000 // bytes
	patience = 500 * time.Millisecond
)

// Question is all that decides an answer, besides what the business says of itself.
type Question struct {
	Tenant    tenant.ID
	Assistant string
	Words     string   // as Normal has them
	Scope     []string // what else decides: the language, the channel, the day, the prompt
}

// key names a question; the lengths keep ("ab","c") apart from ("a","bc").
func (q *Question) key() []byte {
	h := sha256.New()
	for _, part := range append([]string{string(q.Tenant), q.Assistant, q.Words}, q.Scope...) {
		fmt.Fprintf(h, "%d:%s;", len(part), part)
	}
	return h.Sum(nil)
}

// Answer is what a model said, and what it rests on.
type Answer struct {
	Text     string
	Evidence []tool.Evidence
	Model    string
	Tier     llm.Tier
	Usage    llm.Usage
	Cost     *int64 // of its turn, in millionths of a dollar; nil where no price is known
}

// Found is what a cache knows of a question.
type Found struct {
	Answer  *Answer // nil where it has none
	version int64   // of the business's evidence
}

// Cache keeps answers in the database: each for a day, as long as no word of the business changes, and so many of a tenant.
type Cache struct{ Store *store.Store }

// Find looks for the answer to a question. What it returns is for Keep where a model had to answer.
func (c *Cache) Find(ctx context.Context, q *Question) (Found, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return find(ctx, c.Store, q)
}

// Keep keeps the answer to a question that Find has looked for; one that rests on what has changed since then is left.
func (c *Cache) Keep(ctx context.Context, q *Question, f Found, a *Answer) error {
	if len(a.Text) > maxReply || f.version == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return keep(ctx, c.Store, q, f.version, a)
}
