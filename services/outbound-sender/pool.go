package outboundsender

import (
	"sync"
	"time"
)

// pool bounds the sends in flight: a place is taken before a reply is marked as being sent.
type pool struct {
	places chan struct{}
	work   sync.WaitGroup
}

func newPool(size int) *pool { return &pool{places: make(chan struct{}, max(size, 1))} }

// take reserves a place, if one is free.
func (p *pool) take() bool {
	select {
	case p.places <- struct{}{}:
		return true
	default:
		return false
	}
}

// give returns a reserved place.
func (p *pool) give() { <-p.places }

// run uses a reserved place and returns it.
func (p *pool) run(work func()) {
	p.work.Go(func() {
		defer p.give()
		work()
	})
}

// wait blocks until every send has ended.
func (p *pool) wait() { p.work.Wait() }

// pauses remembers, per account, until when the channel wants no sends.
type pauses struct {
	mu    sync.Mutex
	until map[accountKey]time.Time
}

type accountKey struct{ tenant, channel, account string }

func newPauses() *pauses { return &pauses{until: map[accountKey]time.Time{}} }

func accountOf(d *delivery) accountKey {
	m := d.reply.GetMeta()
	return accountKey{m.GetTenantId(), m.GetChannel(), m.GetAccountId()}
}

// pause keeps an account quiet for a while.
func (p *pauses) pause(d *delivery, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	for key, until := range p.until { // ended ones go, so that the map stays as small as the trouble
		if until.Before(now) {
			delete(p.until, key)
		}
	}
	p.until[accountOf(d)] = now.Add(wait)
}

// left is how long an account must stay quiet.
func (p *pauses) left(d *delivery) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(0, time.Until(p.until[accountOf(d)]))
}
