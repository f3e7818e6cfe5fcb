package tenant

import "time"

// DefaultReturnAfter is how long after a person's last word the assistant answers again, where the tenant sets nothing.
const DefaultReturnAfter = 4 * time.Hour

// What the assistant does while nobody reads.
const (
	Tell     = "tell"      // answers, and says once that people are away until when
	OnlyTell = "only_tell" // says that, and keeps the message for people
)

// Handoff says how a person and the assistant share conversations, and how the business hears that a person is wanted.
type Handoff struct {
	// ReturnAfter is counted from the person's last word; nil is the default, 0 never.
	ReturnAfter *time.Duration `json:"return_after,omitempty"`
	// ReturnAtOpening gives back at the next opening what a person took before it.
	ReturnAtOpening bool `json:"return_at_opening,omitempty"`
	// Hours is when somebody reads; nil is when a branch is open.
	Hours *Week `json:"hours,omitempty"`
	// Closed is what the assistant does while nobody reads: Tell, OnlyTell; empty goes on as always.
	Closed string `json:"closed,omitempty"`
	// Notify are the ways to the business.
	Notify []Notify `json:"notify,omitempty"`
}

// Notify is one way to the business: a webhook, an e-mail address or a WhatsApp number.
type Notify struct {
	Webhook  string `json:"webhook,omitempty"`
	Email    string `json:"email,omitempty"`
	WhatsApp string `json:"whatsapp,omitempty"` // digits, the country's first
	// Account is the tenant's own WhatsApp account that writes to WhatsApp.
	Account string `json:"account,omitempty"`
	// Secret signs webhooks: sealed under the installation's key derived for seal.PurposeNotify, with NotifyBound as its associated data.
	Secret []byte `json:"secret,omitempty"`
}

// NotifyBound is the associated data of a webhook's secret.
func NotifyBound(id ID, webhook string) []byte { return []byte(string(id) + "/handoff/" + webhook) }

// Returns is how long after a person's last word the assistant answers again; false where only a person gives back.
func (h *Handoff) Returns() (time.Duration, bool) {
	if h.ReturnAfter == nil {
		return DefaultReturnAfter, true
	}
	return *h.ReturnAfter, *h.ReturnAfter > 0
}
