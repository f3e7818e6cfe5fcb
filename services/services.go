// Package services lists every service of Recado in pipeline order.
package services

import (
	"github.com/recado/recado/pkg/app"
	agentrunner "github.com/recado/recado/services/agent-runner"
	embeddingindexer "github.com/recado/recado/services/embedding-indexer"
	"github.com/recado/recado/services/ingest"
	intentrouter "github.com/recado/recado/services/intent-router"
	outboundsender "github.com/recado/recado/services/outbound-sender"
	"github.com/recado/recado/services/sanitize"
	toolexecutor "github.com/recado/recado/services/tool-executor"
)

// All returns the services in the order in which a message meets them.
func All() []app.Service {
	return []app.Service{
		ingest.Service(),
		sanitize.Service(),
		intentrouter.Service(),
		agentrunner.Service(),
		toolexecutor.Service(),
		embeddingindexer.Service(),
		outboundsender.Service(),
	}
}
