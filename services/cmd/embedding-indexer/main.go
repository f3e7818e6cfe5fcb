// Command embedding-indexer makes documents searchable, against the NATS server at RECADO_NATS_URL.
package main

import (
	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	embeddingindexer "github.com/recado/recado/services/embedding-indexer"
)

func main() { app.Main(bus.Dial, embeddingindexer.Service()) }
