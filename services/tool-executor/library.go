package toolexecutor

import (
	"context"

	"github.com/recado/recado/services/tool-executor/tools"
)

// noLibrary finds nothing: a tenant without documents.
type noLibrary struct{}

// Search returns no passages.
func (noLibrary) Search(context.Context, tools.Search) ([]tools.Hit, error) { return nil, nil }
