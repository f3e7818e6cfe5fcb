// Command ingest runs the channels' doors against the NATS server at RECADO_NATS_URL.
package main

import (
	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/services/ingest"
)

func main() { app.Main(bus.Dial, ingest.Service()) }
