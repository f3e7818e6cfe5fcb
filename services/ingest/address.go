package ingest

import (
	"net"
	"net/http"
)

// remote is the address that a request came from. Through a proxy it is the proxy's: the limit there is shared, and high enough for it.
func remote(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
