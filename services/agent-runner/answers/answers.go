// Package answers keeps what a remote model has said of a business alone, so that the same question of somebody else costs nothing.
package answers

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
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

	Text string   // as it was said
	Near []string // the scope within which other words may mean the same; nil where only the same words are the same question
}

// key names a question; the lengths keep ("ab","c") apart from ("a","bc").
func (q *Question) key() []byte {
	h := sha256.New()
	add(h, string(q.Tenant), q.Assistant, q.Words)
	add(h, q.Scope...)
	return h.Sum(nil)
}

// scope names what two questions must share before their meanings are compared; nil where they are not.
func (q *Question) scope() []byte {
	apart, ok := Guard(q.Text)
	if !ok || q.Near == nil {
		return nil
	}
	h := sha256.New()
	add(h, string(q.Tenant), q.Assistant, apart)
	add(h, q.Near...)
	return h.Sum(nil)
}

func add(h hash.Hash, parts ...string) {
	for _, part := range parts {
		fmt.Fprintf(h, "%d:%s;", len(part), part)
	}
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
	Answer *Answer // nil where it has none
	Near   bool    // it was given to other words

	version   int64     // of the business's evidence
	others    bool      // questions of the same scope are known
	direction []float32 // of the question, where it was asked for
}

// Cache keeps answers in the database: each for a day, as long as no word of the business changes, and so many of a tenant.
type Cache struct {
	Store *store.Store
	Near  *Near // finds the same question in other words; nil finds the same words only
}

// Find looks for the answer to a question: to its own words, then to words that mean the same. What it returns is for Keep where a model
// had to answer.
func (c *Cache) Find(ctx context.Context, q *Question) (Found, error) {
	scope, space := c.Near.of(q)
	found, err := c.find(ctx, q, scope, space)
	if err != nil || found.Answer != nil || !found.others {
		return found, err
	}
	if found.direction = c.Near.direction(ctx, q); found.direction == nil {
		return found, nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return found, nearest(ctx, c.Store, q, scope, space, &found)
}

func (c *Cache) find(ctx context.Context, q *Question, scope []byte, space string) (Found, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return find(ctx, c.Store, q, scope, space)
}

// Keep keeps the answer to a question that Find has looked for; one that rests on what has changed since then is left.
func (c *Cache) Keep(ctx context.Context, q *Question, f Found, a *Answer) error {
	if len(a.Text) > maxReply || f.version == 0 {
		return nil
	}
	k := keeping{question: q, version: f.version, answer: a, direction: f.direction}
	if k.scope, k.space = c.Near.of(q); k.scope != nil && k.direction == nil {
		k.direction = c.Near.direction(ctx, q)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return keep(ctx, c.Store, &k)
}
