package sanitize

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/pkg/limit"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	// maxLive is how many conversations with a session a process knows of; one that it does not know costs a message only what
	// earlier ones would have added.
	maxLive = 100_000
	// sessionAttempts is how often a session that another replica has changed is judged again.
	sessionAttempts = 5
	// sessionTimeout bounds what the score may cost a message.
	sessionTimeout = time.Second
	// tenantSessions is how many sessions a second one tenant may begin, newSessionBurst at once: some 4,200 of the bucket's in an hour.
	tenantSessions     = 1
	tenantSessionBurst = 600
)

// sessionStore keeps sealed sessions.
type sessionStore interface {
	GetVersion(ctx context.Context, bucket, key string) ([]byte, uint64, error)
	Replace(ctx context.Context, bucket, key string, value []byte, version uint64) (uint64, error)
}

// sessions judges messages by their conversation. Most conversations have no session: theirs cost a look into a map.
type sessions struct {
	store  sessionStore
	key    seal.Key
	counts *counts
	fresh  *limit.Keyed // by tenant

	mu   sync.Mutex
	live map[string]time.Time // sessions that may exist, by key, and until when
}

func newSessions(store sessionStore, key seal.Key, c *counts) *sessions {
	return &sessions{
		store: store, key: key.Derive(seal.PurposeSession), counts: c,
		fresh: limit.New(tenantSessions, tenantSessionBurst), live: map[string]time.Time{},
	}
}

// follow takes a change of the bucket.
func (s *sessions) follow(key string, _ []byte, deleted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if deleted {
		delete(s.live, key)
		return
	}
	if _, known := s.live[key]; !known && len(s.live) >= maxLive {
		for other := range s.live {
			delete(s.live, other)
			break
		}
	}
	s.live[key] = time.Now().Add(guard.SessionWindow)
}

func (s *sessions) has(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	until, known := s.live[key]
	if known && time.Now().After(until) {
		delete(s.live, key)
		return false
	}
	return known
}

// weigh raises a judgement by what its conversation said before, and remembers the message where it is suspicious. A session that
// cannot be read or written costs the message nothing else: its own verdict stands.
func (s *sessions) weigh(ctx context.Context, j *judgement, policy *guard.Policy) {
	if j.content.GetEcho() != nil || len(j.texts) == 0 {
		return
	}
	step := guard.Step{
		ID: eventDigest(j.meta.GetEventId()), At: j.meta.GetReceivedAt().AsTime(),
		Score: j.score, Verdict: j.verdict, Text: strings.Join(j.texts, "\n"),
	}
	key := sessionKey(j.meta)
	if step.Score == 0 && !s.has(key) && guard.Cue(step.Text) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, sessionTimeout)
	defer cancel()
	judged, err := s.judge(ctx, place{j.meta.GetTenantId(), key}, step, policy)
	if err != nil {
		s.counts.session(ctx, "lost")
	}
	if judged.Verdict > j.verdict {
		s.counts.session(ctx, "raised")
		j.verdict = judged.Verdict
	}
	j.explain(judged.Findings)
}

// place is where a conversation's session is kept, and whose share it counts for.
type place struct{ tenant, key string }

// judge reads a session, judges and writes, again where somebody else has written meanwhile.
func (s *sessions) judge(ctx context.Context, at place, step guard.Step, policy *guard.Policy) (guard.Judged, error) {
	var err error
	for range sessionAttempts {
		var session guard.Session
		var version uint64
		if session, version, err = s.load(ctx, at.key); err != nil {
			return guard.Judged{}, err
		}
		judged := session.Judge(policy, step)
		if !judged.Raises || !session.Add(judged) {
			return judged, nil
		}
		if version == 0 && !s.fresh.Allow(at.tenant) {
			s.counts.session(ctx, "crowded")
			return judged, nil
		}
		if err = s.save(ctx, at.key, session, version); err == nil {
			s.follow(at.key, nil, false)
			s.counts.session(ctx, "remembered")
		}
		if !errors.Is(err, bus.ErrChanged) {
			return judged, err
		}
	}
	return guard.Judged{}, err
}

func (s *sessions) load(ctx context.Context, key string) (guard.Session, uint64, error) {
	var session guard.Session
	sealed, version, err := s.store.GetVersion(ctx, subject.BucketSessions, key)
	if errors.Is(err, bus.ErrNotFound) {
		s.follow(key, nil, true)
		return session, 0, nil
	}
	if err != nil {
		return session, 0, err
	}
	plain, err := s.key.Open(sealed, []byte(key))
	if err == nil {
		err = json.Unmarshal(plain, &session)
	}
	if err != nil { // of another installation key: start again
		return guard.Session{}, version, nil
	}
	return session, version, nil
}

func (s *sessions) save(ctx context.Context, key string, session guard.Session, version uint64) error {
	plain, err := json.Marshal(session)
	if err != nil {
		return fmt.Errorf("encode session: %w", err)
	}
	_, err = s.store.Replace(ctx, subject.BucketSessions, key, s.key.Seal(plain, []byte(key)), version)
	return err
}

// sessionKey hides whose conversation it is.
func sessionKey(m *recadov1.Meta) string {
	return digest(m.GetTenantId() + "\x00" + m.GetConversationKey())
}

func eventDigest(id string) string { return digest(id)[:16] }

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}
