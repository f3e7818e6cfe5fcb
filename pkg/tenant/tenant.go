// Package tenant holds a tenant's id and settings, and how the id travels in a context.
package tenant

import (
	"context"
	"fmt"
)

// ID is a tenant's slug, [a-z0-9-]{1,40}: it stands in subjects, URLs and YAML.
type ID string

// ParseID checks a slug from outside.
func ParseID(s string) (ID, error) {
	if !validSlug(s) {
		return "", fmt.Errorf("tenant id: expected 1 to 40 of a-z, 0-9 and -, got %d characters", len(s))
	}
	return ID(s), nil
}

func validSlug(s string) bool {
	if len(s) == 0 || len(s) > 40 {
		return false
	}
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return true
}

type contextKey struct{}

// NewContext returns a context that carries the tenant.
func NewContext(ctx context.Context, id ID) context.Context {
	return context.WithValue(ctx, contextKey{}, id)
}

// FromContext returns the tenant of a context, empty when there is none.
func FromContext(ctx context.Context) ID {
	id, _ := ctx.Value(contextKey{}).(ID)
	return id
}
