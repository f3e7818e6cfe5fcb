package outboundsender

import (
	"time"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// acceptance is what the table made of a drafted reply.
type acceptance string

const (
	acceptedSending   acceptance = "sending"   // this process sends it now
	acceptedPending   acceptance = "pending"   // it is sent when its turn comes
	acceptedStale     acceptance = "stale"     // the conversation has moved on: it is never sent
	acceptedDuplicate acceptance = "duplicate" // it was accepted before
)

// State of a delivery after an attempt.
const (
	statePending = "pending"
	stateSent    = "sent"
	stateParked  = "parked"
	stateFailed  = "failed"
)

// delivery is one reply on its way.
type delivery struct {
	tenant      tenant.ID
	reply       *recadov1.ReplyDrafted
	traceparent string
	attempts    int
	part        int // requests that the channel already took
	uncertain   bool
	stale       bool
	// requests are what accept rendered, with personal data opened: they are stored nowhere. A delivery from the table has none.
	requests []channel.Request
}

// result is how an attempt ended.
type result struct {
	state     string
	part      int
	provider  string // what stands for the channel's id of the last part
	wait      time.Duration
	pause     time.Duration // how long the whole account keeps quiet
	reason    string
	uncertain bool
	errors    []*recadov1.ProviderError
}

// followUp is what the end of an attempt leaves to do.
type followUp struct {
	statuses []int16 // receipts that came before the send call returned
	failure  string  // the reason, where one of them is a failure
	more     bool    // another reply of the conversation can be claimed
}

// receipt is what a channel reports of a reply.
type receipt struct {
	tenant   tenant.ID
	channel  string
	provider string
	reply    string // from our own callback data; empty when the channel gave none back
	part     int
	status   recadov1.ReceiptStatus
	reason   string
}

// applied is what a receipt meant for its delivery.
type applied struct {
	found, applies, uncertain, more bool
	was                             string
	attempts                        int
	reply                           *recadov1.ReplyDrafted
	traceparent                     string
}
