// Command tool-executor runs the tools against the NATS server at RECADO_NATS_URL.
package main

import (
	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	toolexecutor "github.com/recado/recado/services/tool-executor"
)

func main() { app.Main(bus.Dial, toolexecutor.Service()) }
