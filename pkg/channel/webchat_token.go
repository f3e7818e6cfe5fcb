package channel

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"time"

	"github.com/recado/recado/pkg/seal"
)

const (
	// SessionLife is how long a token is good without being renewed.
	SessionLife = 24 * time.Hour
	// RenewAfter is the age of a token from which a page gets a younger one.
	RenewAfter = time.Hour
	// TicketLife is how long a stream may be opened with a ticket.
	TicketLife = time.Minute
	// tokenSkew and ticketSkew are how far the clock of the process that made one may differ from this one's.
	tokenSkew  = 2 * time.Hour
	ticketSkew = 30 * time.Second
)

// ErrEnded says that a session's token is too old, of another epoch or of a form of old: a page opens a new session.
var ErrEnded = errors.New("session ended")

// Session is what a page's token says of it.
type Session struct {
	ID     string    `json:"s"`
	Issued time.Time `json:"i"`
	Epoch  int       `json:"e"`           // the account's when the token was made
	Nonce  string    `json:"n,omitempty"` // of a ticket, which is good once
}

// What a sealed text is, so that none stands for another.
var (
	sealedToken  = []byte("session token")
	sealedTicket = []byte("stream ticket")
)

// NewSession returns a new session with an unguessable id.
func (Webchat) NewSession(epoch int, now time.Time) Session {
	return Session{ID: "ws_" + rand.Text(), Issued: now, Epoch: epoch}
}

// Token returns what alone may write to a session and read it.
func (Webchat) Token(s Session, secrets Secrets) string {
	s.Nonce = ""
	return sealSession(s, secrets, sealedToken)
}

// Ticket returns what opens one stream of a session: it may stand in a URL, as a token must not.
func (Webchat) Ticket(s Session, secrets Secrets, now time.Time) string {
	s.Issued, s.Nonce = now, rand.Text()
	return sealSession(s, secrets, sealedTicket)
}

// OpenToken returns the session of a token of the same account. One that is too old or of another epoch is ErrEnded, as is one of
// the form of old, which had no end.
func (Webchat) OpenToken(token string, secrets Secrets, epoch int, now time.Time) (Session, error) {
	s, err := openSession(token, secrets, sealedToken)
	if err != nil {
		return Session{}, err
	}
	if age := now.Sub(s.Issued); age > SessionLife || age < -tokenSkew || s.Epoch != epoch {
		return Session{}, ErrEnded
	}
	return s, nil
}

// OpenTicket is OpenToken for a ticket, whose nonce the caller takes once.
func (Webchat) OpenTicket(ticket string, secrets Secrets, epoch int, now time.Time) (Session, error) {
	s, err := openSession(ticket, secrets, sealedTicket)
	if err != nil {
		return Session{}, err
	}
	if age := now.Sub(s.Issued); age > TicketLife+ticketSkew || age < -ticketSkew || s.Epoch != epoch {
		return Session{}, ErrEnded
	}
	return s, nil
}

func sealSession(s Session, secrets Secrets, kind []byte) string {
	s.Issued = s.Issued.UTC().Truncate(time.Second)
	plain, err := json.Marshal(s)
	if err != nil {
		panic("channel: encode a session: " + err.Error()) // strings, numbers and a time of this age always encode
	}
	return base64.RawURLEncoding.EncodeToString(secrets.Session.Seal(plain, kind))
}

// openSession is ErrEnded for what was sealed for the account in the form of old, ErrSignature for anything else that does not open.
func openSession(text string, secrets Secrets, kind []byte) (s Session, err error) {
	sealed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || secrets.Session == (seal.Key{}) {
		return s, ErrSignature
	}
	plain, err := secrets.Session.Open(sealed, kind)
	if err != nil {
		if _, old := secrets.Session.Open(sealed, []byte("token")); old == nil {
			return s, ErrEnded
		}
		return s, ErrSignature
	}
	if err := json.Unmarshal(plain, &s); err != nil {
		return s, ErrSignature
	}
	return s, nil
}
