// Command outbound-sender runs the sending of replies against the NATS server at RECADO_NATS_URL.
package main

import (
	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	outboundsender "github.com/recado/recado/services/outbound-sender"
)

func main() { app.Main(bus.Dial, outboundsender.Service()) }
