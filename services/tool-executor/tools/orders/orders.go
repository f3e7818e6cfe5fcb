// Package orders holds the tools with which a customer orders from the menu: what there is, what an order would cost, the order, how
// far it is, and its end. One function prices an order, for whoever asks.
package orders

import (
	"slices"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools/ledger"
)

// All lists the tools; their names are on the wire and never change.
func All(db *store.Store) []tool.Tool {
	d := &data{db: db, ledger: ledger.New(db)}
	return []tool.Tool{Menu{d}, Quote{d}, Create{d}, Status{d}, Cancel{d}}
}

// States of an order, in the order in which it passes them; cancelled may follow any but delivered.
const (
	Received  = "received"
	Preparing = "preparing"
	Ready     = "ready"
	OnTheWay  = "on_the_way"
	Delivered = "delivered"
	Cancelled = "cancelled"
)

// States are all of them.
var States = []string{Received, Preparing, Ready, OnTheWay, Delivered, Cancelled}

// May reports whether people of the business may set an order from one state to another: forward, or to its end.
func May(from, to string) bool {
	if from == Delivered || from == Cancelled {
		return false
	}
	return slices.Index(States, to) > slices.Index(States, from)
}

const (
	pickup   = "pickup"
	delivery = "delivery"
)
