package intentrouter

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash/fnv"
	"sync"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	// maxDialogues is how many conversations a process remembers; it reads the others from the bucket again.
	maxDialogues = 50_000
	// dialogueRefresh is how old what is kept of a conversation in which nothing changes may become: a bucket forgets by age, and a
	// restart believes that a dialogue was last spoken of so much earlier.
	dialogueRefresh = 5 * time.Minute
	// dialogueTimeout bounds what the bucket may cost a message; where it is unavailable it is asked again after dialogueRest.
	dialogueTimeout = 500 * time.Millisecond
	dialogueRest    = 5 * time.Second
)

// dialogue is what is kept of a conversation: no text and nothing personal.
type dialogue struct {
	Prior
	// Event is the last message, as a digest of its id, and Before what held before it: a message that is delivered again is
	// understood as the first time. One that is delivered again after a later one finds what that one left; this is harmless, since
	// the bus and the inbox drop the second event of the same id.
	Event  uint64 `json:"event"`
	Before Prior  `json:"before,omitzero"`
	// Seen is when that message was received.
	Seen time.Time `json:"seen"`
}

// remembered is a dialogue with what the bucket has of it.
type remembered struct {
	dialogue
	kept   Prior
	keptAt time.Time
}

// before is what held before a message.
func (r remembered) before(event uint64) Prior {
	if r.Event == event {
		return r.Before
	}
	return r.Prior
}

// stale reports whether the bucket should hear of it.
func (r remembered) stale() bool {
	return r.kept.Language != r.Language || r.kept.Intent != r.Intent || r.Seen.Sub(r.keptAt) >= dialogueRefresh
}

// dialogueStore keeps dialogues for other replicas and after a restart.
type dialogueStore interface {
	Get(ctx context.Context, bucket, key string) ([]byte, error)
	Put(ctx context.Context, bucket, key string, value []byte) error
}

// dialogueKey is a hash of tenant and conversation, so that no tenant reaches another one's and the bucket names nobody.
type dialogueKey [16]byte

func dialogueKeyOf(m *recadov1.Meta) dialogueKey {
	sum := sha256.Sum256([]byte(m.GetTenantId() + "\x00" + m.GetConversationKey()))
	return dialogueKey(sum[:16])
}

// String is the key as the bucket has it.
func (k dialogueKey) String() string { return hex.EncodeToString(k[:]) }

// parseKey reads a key of the bucket, which may hold any other.
func parseKey(name string) (key dialogueKey, ok bool) {
	if len(name) != hex.EncodedLen(len(key)) {
		return key, false
	}
	_, err := hex.Decode(key[:], []byte(name))
	return key, err == nil
}

func eventOf(m *recadov1.Meta) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(m.GetEventId()))
	return h.Sum64()
}

// dialogues remembers what conversations are about, in memory in front of a bucket. It is worth a guess and no more: whatever is
// lost of it costs a message nothing but that.
type dialogues struct {
	store  dialogueStore
	counts *counts
	clock  func() time.Time

	mu         sync.Mutex
	young, old map[dialogueKey]remembered // two halves: when the young one is full it becomes the old one, whose own are forgotten
	rest       time.Time                  // until then the bucket is not asked
}

func newDialogues(store dialogueStore, c *counts) *dialogues {
	return &dialogues{store: store, counts: c, clock: time.Now, young: map[dialogueKey]remembered{}}
}

// of returns what is known of a conversation, the zero value where that is nothing.
func (d *dialogues) of(ctx context.Context, key dialogueKey) remembered {
	if r, ok := d.find(key); ok {
		return r
	}
	if d.resting() {
		d.counts.dialogue(ctx, "lost")
		return remembered{}
	}
	ctx, cancel := context.WithTimeout(ctx, dialogueTimeout)
	defer cancel()
	value, err := d.store.Get(ctx, subject.BucketDialogues, key.String())
	if err != nil {
		if !errors.Is(err, bus.ErrNotFound) {
			d.lost(ctx)
		}
		return remembered{}
	}
	d.counts.dialogue(ctx, "restored")
	r, _ := decode(value)
	return r
}

// keep remembers a conversation after a message, and writes it to the bucket where that matters.
func (d *dialogues) keep(ctx context.Context, key dialogueKey, was remembered, now dialogue) {
	r := remembered{dialogue: now, kept: was.kept, keptAt: was.keptAt}
	if r.stale() && d.put(ctx, key, now) {
		r.kept, r.keptAt = now.Prior, now.Seen
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.remember(key, r)
}

func (d *dialogues) put(ctx context.Context, key dialogueKey, now dialogue) bool {
	value, err := json.Marshal(now)
	if err != nil {
		return false
	}
	if d.resting() {
		d.counts.dialogue(ctx, "lost")
		return false
	}
	attempt, cancel := context.WithTimeout(ctx, dialogueTimeout)
	defer cancel()
	if err := d.store.Put(attempt, subject.BucketDialogues, key.String(), value); err != nil {
		d.lost(ctx)
		return false
	}
	return true
}

// follow takes a change of the bucket that another replica may have made. It corrects what this process remembers; what it does
// not remember it reads when it is needed. Between an acknowledgement there and the change here lie milliseconds, in which a
// burst may be understood by what held before.
func (d *dialogues) follow(name string, value []byte, deleted bool) {
	key, ok := parseKey(name)
	if !ok {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	have, ok := d.peek(key)
	if !ok {
		return
	}
	if deleted {
		delete(d.young, key)
		delete(d.old, key)
		return
	}
	if r, ok := decode(value); ok && r.Event != have.Event && !r.Seen.Before(have.Seen) {
		d.remember(key, r)
	}
}

// decode reads what the bucket has; what is not understood is as good as nothing.
func decode(value []byte) (remembered, bool) {
	var now dialogue
	if err := json.Unmarshal(value, &now); err != nil {
		return remembered{}, false
	}
	for _, p := range []*Prior{&now.Prior, &now.Before} {
		if !known(p.Intent) {
			p.Intent = ""
		}
		if !p.Language.Known() {
			p.Language = ""
		}
	}
	return remembered{dialogue: now, kept: now.Prior, keptAt: now.Seen}, true
}

func (d *dialogues) find(key dialogueKey) (remembered, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.peek(key)
}

func (d *dialogues) peek(key dialogueKey) (remembered, bool) {
	if r, ok := d.young[key]; ok {
		return r, true
	}
	r, ok := d.old[key]
	return r, ok
}

func (d *dialogues) remember(key dialogueKey, r remembered) {
	if _, ok := d.young[key]; !ok && len(d.young) >= maxDialogues/2 {
		d.old, d.young = d.young, make(map[dialogueKey]remembered, maxDialogues/2)
	}
	d.young[key] = r
}

func (d *dialogues) resting() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.clock().Before(d.rest)
}

func (d *dialogues) lost(ctx context.Context) {
	d.counts.dialogue(ctx, "lost")
	d.mu.Lock()
	defer d.mu.Unlock()
	d.rest = d.clock().Add(dialogueRest)
}
