package bus

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/recado/recado/pkg/subject"
)

const (
	leaseAge   = 10 * time.Second // a lease that nobody renews
	leaseRenew = 3 * time.Second
)

// Lead runs fn in one process at a time among those that ask for the same lease, until ctx ends; fn's context ends with the lease.
// A process that stalls may work beside its successor for a moment: what fn does must be safe then.
func (b *Bus) Lead(ctx context.Context, lease string, fn func(ctx context.Context)) {
	me := []byte(rand.Text())
	for ctx.Err() == nil {
		version, err := b.Replace(ctx, subject.BucketLeases, lease, me, 0)
		if err == nil {
			b.lead(ctx, lease, me, version, fn)
		}
		pause(ctx, leaseRenew)
	}
}

// lead runs fn until the lease is lost or ctx ends; then it gives the lease back.
func (b *Bus) lead(ctx context.Context, lease string, me []byte, version uint64, fn func(ctx context.Context)) {
	work, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		fn(work)
	}()
	sure := time.Now()
	for time.Since(sure) < leaseAge-leaseRenew && pause(work, leaseRenew) {
		at := time.Now()
		attempt, end := context.WithTimeout(work, attemptTimeout)
		next, err := b.Replace(attempt, subject.BucketLeases, lease, me, version)
		end()
		if err == nil {
			version, sure = next, at
		}
		if errors.Is(err, ErrChanged) {
			break
		}
	}
	cancel()
	<-done
	give, end := context.WithTimeout(context.WithoutCancel(ctx), attemptTimeout)
	defer end()
	if _, now, err := b.GetVersion(give, subject.BucketLeases, lease); err == nil && now == version {
		_ = b.Delete(give, subject.BucketLeases, lease)
	}
}
