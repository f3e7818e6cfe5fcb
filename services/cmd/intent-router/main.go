// Command intent-router runs the understanding of messages against the NATS server at RECADO_NATS_URL.
package main

import (
	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	intentrouter "github.com/recado/recado/services/intent-router"
)

func main() { app.Main(bus.Dial, intentrouter.Service()) }
