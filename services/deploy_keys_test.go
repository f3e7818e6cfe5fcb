package services_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/subject"
)

// Services that read contacts' keys, and those that make them. Nobody but the operator and the sweep destroys one.
var (
	readKeys = []string{"ingest", "sanitize", "tool-executor", "outbound-sender"}
	makeKeys = []string{"ingest", "sanitize"}
)

// useKeys does with contacts' keys what a service does.
func useKeys(t *testing.T, b *bus.Bus, service string) {
	t.Helper()
	if slices.Contains(readKeys, service) {
		if _, err := b.Get(t.Context(), subject.BucketVault, "clinica-sol.nobody"); !errors.Is(err, bus.ErrNotFound) {
			t.Errorf("ask for a contact's key: got %v, want that there is none", err)
		}
	}
	if slices.Contains(makeKeys, service) {
		check(t, "make a contact's key", b.Create(t.Context(), subject.BucketVault, "clinica-sol."+service, []byte("key")))
	}
}

// eraseKey does with a contact's key what the operator does.
func eraseKey(t *testing.T, operator *bus.Bus) {
	t.Helper()
	check(t, "make a contact's key", operator.Create(t.Context(), subject.BucketVault, "clinica-sol.c2", []byte("key")))
	existed, err := operator.Erase(t.Context(), subject.BucketVault, "clinica-sol.c2")
	check(t, "erase a contact's key", err)
	if !existed {
		t.Error("a contact's key was not there")
	}
}

// overreachKeys tries what a service has no business with.
func overreachKeys(ctx context.Context, t *testing.T, b *bus.Bus, service string) {
	t.Helper()
	if !slices.Contains(makeKeys, service) && b.Put(ctx, subject.BucketVault, "clinica-sol.c1", []byte("key")) == nil {
		t.Error("may write the key of a contact")
	}
	if _, err := b.Erase(ctx, subject.BucketVault, "clinica-sol.c1"); err == nil && service != "sweep" {
		t.Error("may destroy the key of a contact")
	}
}
