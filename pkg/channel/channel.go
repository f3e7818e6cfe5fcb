// Package channel turns what outside channels send into Recado's events, and replies into their send calls.
package channel

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/seal"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Channel is an outside surface on which people write to a tenant. Implementations hold no state and do no I/O:
// ingest and outbound-sender own the sockets. To add one, write <channel>.go and its line in all.
type Channel interface {
	// Name is the channel's slug: it stands in URLs, subjects and Meta.
	Name() string
	// Verify returns nil only when the raw body was signed with one of the secrets. Without a secret nothing verifies.
	Verify(header http.Header, body []byte, secrets Secrets) error
	// Handshake answers the channel's GET with the challenge to send back.
	Handshake(query url.Values, secrets Secrets) (challenge string, err error)
	// Parse returns every message and receipt of a body in its order. An error means that the body as a whole cannot be read;
	// a part that cannot be read is an Inbound with Err, and the others still count.
	Parse(body []byte) ([]Inbound, error)
	// Render returns the requests that say a reply, in order; each is one message at the other end.
	Render(d Draft) ([]Request, error)
	// Typing returns the request that marks a message as read and shows that an answer is being written; false where there is none.
	Typing(account, messageID string) (Request, bool)
	// Authorize puts the account's credentials on a request to the channel.
	Authorize(header http.Header, secrets Secrets)
	// Classify says what an answer to a send request means for the reply.
	Classify(a Answer) Outcome
	// ClassifyCode says what an error code of a failed receipt means.
	ClassifyCode(code int32) Class
	// Window is how long after a person's last message a free text may be sent; 0 means always.
	Window() time.Duration
}

var all = []Channel{WhatsApp{}, Webchat{}}

// All lists the channels that Recado serves itself; any other is a gateway's.
func All() []Channel { return append([]Channel(nil), all...) }

// ByName returns the channel of that name; false where a gateway has to serve it.
func ByName(name string) (Channel, bool) {
	for _, c := range all {
		if c.Name() == name {
			return c, true
		}
	}
	return nil, false
}

// ShowsTyping reports whether a channel can show that an answer is being written.
func ShowsTyping(c Channel) bool {
	_, shows := c.Typing("a", "m")
	return shows
}

// What a caller decides by: each of them is an answer of its own over HTTP.
var (
	// ErrSignature: the body was not signed with a secret of the account, or the account has none.
	ErrSignature = errors.New("signature does not match a secret of the account")
	// ErrHandshake: the verify token is wrong or missing.
	ErrHandshake = errors.New("verify token does not match")
	// ErrNoHandshake: the channel knows no handshake.
	ErrNoHandshake = errors.New("channel has no handshake")
	// ErrMalformed: the body is not what the channel sends.
	ErrMalformed = errors.New("malformed body")
)

// Secrets are an account's, opened. They print as ***.
type Secrets struct {
	// Signing verifies bodies: the app secret, and while it is rotated the previous one.
	Signing     []config.Secret
	VerifyToken config.Secret
	AccessToken config.Secret
	// Session seals the web chat's session tokens of this account.
	Session seal.Key
}

// Inbound is one message, one receipt or one unreadable part of a body.
type Inbound struct {
	// Account is the tenant's identity that was written to; empty where the body does not name it and the URL decides.
	Account     string
	From        Address
	ProfileName string
	// MessageID is the channel's own; a receipt has none.
	MessageID  string
	ReplyTo    string
	OccurredAt time.Time
	// Content is set for a message, Receipt for a receipt, Err for a part that cannot be read.
	Content *recadov1.Content
	Receipt *Receipt
	// Err names the field and what was expected, never its value.
	Err error
}

// Receipt is what became of a reply, or an error of the account itself.
type Receipt struct {
	ProviderMessageID string
	Status            recadov1.ReceiptStatus
	Errors            []*recadov1.ProviderError
	CallbackData      string
	// Digest identifies account errors, which have no id: hex SHA-256 of the reported part.
	Digest string
}

// Draft is a reply to render for one person.
type Draft struct {
	Reply *recadov1.ReplyDrafted
	To    Address
	// Language (es, en, pt) of the few words that rendering adds, such as the label that opens a list.
	Language string
}

// Request is one call of a channel's send API. Where the channel lives on the bus, Subject stands instead of Method and Path.
type Request struct {
	Method string
	// Path is below the account's API URL and starts with a slash.
	Path    string
	Subject string
	// Body is JSON.
	Body []byte
}

// Answer is what a send request got: a status, header and body, or Err when no whole answer came.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	Err    error
}
