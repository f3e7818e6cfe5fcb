package bus

import "github.com/nats-io/nats.go"

// ConnOf lets tests look at the server behind a bus.
func ConnOf(b *Bus) *nats.Conn { return b.conn }
