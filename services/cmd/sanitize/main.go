// Command sanitize runs the screening of messages against the NATS server at RECADO_NATS_URL.
package main

import (
	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/services/sanitize"
)

func main() { app.Main(bus.Dial, sanitize.Service()) }
