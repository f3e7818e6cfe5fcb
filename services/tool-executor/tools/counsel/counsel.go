// Package counsel holds the tools that tell an assistant how to speak of something: of a competitor, of a pain. What they answer is for
// the assistant and is worded by it; nothing of it is a diagnosis or a price.
package counsel

import (
	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
)

// All lists the tools; their names are on the wire and never change.
func All(db *store.Store) []tool.Tool {
	return []tool.Tool{CompetitorStrategy{db}, DentalUrgency{}}
}
