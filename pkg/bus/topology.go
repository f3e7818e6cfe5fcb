package bus

import (
	"context"

	"github.com/nats-io/nats.go"

	"github.com/recado/recado/pkg/bus/topology"
)

// Topology says how large the bus is; everything else about it is the same everywhere.
type Topology = topology.Topology

// ErrPending says that another number of partitions was refused because messages wait.
var ErrPending = topology.ErrPending

// Laptop is the topology of a single node.
func Laptop() Topology { return topology.Laptop() }

// Apply creates or updates every stream, consumer and bucket; it is their one owner, and applying twice changes nothing.
func Apply(ctx context.Context, conn *nats.Conn, t Topology) error {
	return topology.Apply(ctx, conn, t)
}

// Verify lists how the server differs from a topology; an empty list is agreement.
func Verify(ctx context.Context, conn *nats.Conn, t Topology) ([]string, error) {
	return topology.Verify(ctx, conn, t)
}
