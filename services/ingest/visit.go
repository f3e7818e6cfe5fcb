package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/subject"
)

// visit is a request whose session is known and has not ended.
type visit struct {
	ref     accountRef
	session channel.Session
	secrets channel.Secrets
}

// visit reads the token that a request carries as a bearer. It never stands in a URL: those are written into logs.
func (c *chat) visit(r *http.Request, ref accountRef) (visit, error) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	v, err := c.visitor(ref)
	if err == nil {
		v.session, err = channel.Webchat{}.OpenToken(token, v.secrets, ref.account.SessionEpoch, time.Now())
	}
	if err == nil && c.revoked.has(v.contactKey()) {
		err = channel.ErrEnded
	}
	return v, err
}

// ticketed is visit for a stream, which a browser opens with a ticket. It is not spent yet.
func (c *chat) ticketed(r *http.Request, ref accountRef) (visit, error) {
	ticket := r.URL.Query().Get("ticket")
	if ticket == "" {
		return c.visit(r, ref)
	}
	v, err := c.visitor(ref)
	if err == nil {
		v.session, err = channel.Webchat{}.OpenTicket(ticket, v.secrets, ref.account.SessionEpoch, time.Now())
	}
	if err == nil && c.revoked.has(v.contactKey()) {
		err = channel.ErrEnded
	}
	return v, err
}

// spend uses a ticket up: it opens one stream. What is spent is kept for a minute, so a session may only spend as it may open.
func (c *chat) spend(r *http.Request, v visit) error {
	if r.URL.Query().Get("ticket") == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(v.session.Nonce))
	err := c.tickets.Create(r.Context(), subject.BucketTickets, hex.EncodeToString(sum[:16]), nil)
	if errors.Is(err, bus.ErrExists) {
		return errSpent
	}
	return err
}

func (c *chat) visitor(ref accountRef) (visit, error) {
	secrets, err := c.accept.secrets(ref)
	return visit{ref: ref, secrets: secrets}, err
}

// contactKey is where a visitor's contact stands in the bucket of those whose sessions were ended.
func (v visit) contactKey() string {
	return string(v.ref.settings.ID) + "." + v.ref.ids.ContactID(v.ref.account.Channel, v.ref.account.ID, v.session.ID)
}

// answer is answer with a younger token where the page's is no longer young: who goes on talking is not cut off.
func (v visit) answer(w http.ResponseWriter, status int, value map[string]string) {
	if token := v.renewed(); token != "" {
		value["token"] = token
	}
	answer(w, status, value)
}

// renewed is a younger token, empty where the page's is young.
func (v visit) renewed() string {
	now := time.Now()
	if now.Sub(v.session.Issued) < channel.RenewAfter {
		return ""
	}
	session := v.session
	session.Issued = now
	return channel.Webchat{}.Token(session, v.secrets)
}

// tickets takes each ticket once, whichever replica is asked.
type tickets interface {
	Create(ctx context.Context, bucket, key string, value []byte) error
}

var errSpent = errors.New("ticket used")

// ticket gives a page what opens one stream within a minute: an EventSource can set no header, and a token must not stand in a URL.
func (c *chat) ticket(w http.ResponseWriter, r *http.Request, ref accountRef) {
	v, err := c.visit(r, ref)
	if err != nil {
		refuseVisit(w, err)
		return
	}
	v.answer(w, http.StatusCreated, map[string]string{"ticket": channel.Webchat{}.Ticket(v.session, v.secrets, time.Now())})
}

// refuseVisit tells the page what to do: a session that ended is opened anew, a ticket too.
func refuseVisit(w http.ResponseWriter, err error) {
	reason := ""
	switch {
	case errors.Is(err, channel.ErrEnded):
		reason = "session_ended"
	case errors.Is(err, errSpent):
		reason = "ticket_used"
	case errors.Is(err, channel.ErrSignature):
		reason = "not_a_session"
	default:
		refuse(w, http.StatusServiceUnavailable, "not available now")
		return
	}
	w.Header().Set("WWW-Authenticate", "Bearer")
	answer(w, http.StatusUnauthorized, map[string]string{"error": reason})
}

const (
	// maxRevoked bounds the contacts whose sessions a process refuses; beyond it the oldest half is forgotten.
	maxRevoked = 100_000
	// revokedFor is longer than a token lasts, and as long as the bucket keeps who it is.
	revokedFor = 26 * time.Hour
)

// revoked are the contacts whose sessions were ended, as the bucket has them.
type revoked struct {
	ended func(key string) // ends the open streams of a contact

	mu         sync.Mutex
	young, old map[string]time.Time
}

func newRevoked(ended func(key string)) *revoked {
	return &revoked{ended: ended, young: map[string]time.Time{}}
}

// follow takes a change of the bucket.
func (r *revoked) follow(key string, _ []byte, deleted bool) {
	r.mu.Lock()
	if deleted {
		delete(r.young, key)
		delete(r.old, key)
		r.mu.Unlock()
		return
	}
	if len(r.young) >= maxRevoked/2 {
		r.old, r.young = r.young, map[string]time.Time{}
	}
	r.young[key] = time.Now()
	r.mu.Unlock()
	r.ended(key)
}

func (r *revoked) has(key string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	at, known := r.young[key]
	if !known {
		at, known = r.old[key]
	}
	return known && time.Since(at) < revokedFor
}
