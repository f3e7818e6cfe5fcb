// Package services lists every service of Recado in pipeline order.
package services

import (
	"github.com/recado/recado/pkg/app"
)

// All returns the services in the order that a message meets them.
func All() []app.Service {
	return []app.Service{}
}
