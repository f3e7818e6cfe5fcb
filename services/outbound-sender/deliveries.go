package outboundsender

import (
	"time"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// verdict is what became of an accepted reply.
type verdict string

const (
	verdictSending   verdict = "sending"
	verdictPending   verdict = "pending"
	verdictStale     verdict = "stale"
	verdictDuplicate verdict = "duplicate"
)

// State of a delivery after an attempt.
const (
	statePending = "pending"
	stateSent    = "sent"
	stateParked  = "parked"
	stateFailed  = "failed"
)

// delivery is one reply that this process is sending.
type delivery struct {
	tenant      tenant.ID
	reply       *recadov1.ReplyDrafted
	traceparent string
	attempts    int
	part        int // requests that the channel already took
	uncertain   bool
	stale       bool
}

// settlement is how an attempt ended.
type settlement struct {
	state     string
	part      int
	provider  string // the channel's id of the last part
	wait      time.Duration
	pause     time.Duration // how long the whole account keeps quiet
	reason    string
	uncertain bool
	errors    []*recadov1.ProviderError
}

// settled is what the table knew beside it.
type settled struct {
	statuses []int16 // receipts that came before the send call returned
	failure  string  // the reason, where one of them is a failure
	more     bool    // another reply of the conversation waits
}

// receipt is a status on its way to its delivery.
type receipt struct {
	tenant   tenant.ID
	channel  string
	provider string
	reply    string // from our own mark; empty when the channel gave none back
	part     int
	status   recadov1.ReceiptStatus
	reason   string
}

// received is the delivery that a receipt belongs to.
type received struct {
	found, applies, uncertain, more bool
	was                             string
	attempts                        int
	reply                           *recadov1.ReplyDrafted
	traceparent                     string
}
