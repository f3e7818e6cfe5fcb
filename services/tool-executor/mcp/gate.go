package mcp

import (
	"context"
	"net/http"

	"github.com/recado/recado/pkg/apikey"
	"github.com/recado/recado/pkg/apikey/gate"
)

// caller is who a request came from.
type caller struct {
	grant       apikey.Grant
	idempotency string // the header of that name
}

type callerKey struct{}

// callerOf is who a request came from that passed the gate.
func callerOf(ctx context.Context) caller {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c
}

// guarded lets requests of callers pass, and answers the others as a JSON-RPC server does.
func (d *Door) guarded(door string, next http.Handler) http.Handler {
	return d.gate.Guard(func(w http.ResponseWriter, r *http.Request, grant apikey.Grant) {
		who := caller{grant: grant, idempotency: r.Header.Get("Idempotency-Key")}
		d.pass(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, who)), door, next)
	}, func(w http.ResponseWriter, r *http.Request, why gate.Refusal) {
		d.counts.refused(r.Context(), door, why.Reason)
		answer(w, why.Status, nil, rpcError(codeRefused, why.Reason))
	})
}
