// Command agent-runner runs the answering of conversations against the NATS server at RECADO_NATS_URL.
package main

import (
	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	agentrunner "github.com/recado/recado/services/agent-runner"
)

func main() { app.Main(bus.Dial, agentrunner.Service()) }
