package bustest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/recado/recado/pkg/bus"
)

// example stands in for a test in a runnable Example, which has none; it panics where a test would fail.
type example struct {
	testing.TB
	cleanups []func()
}

func (e *example) Helper()                      {}
func (e *example) Cleanup(f func())             { e.cleanups = append(e.cleanups, f) }
func (e *example) Context() context.Context     { return context.Background() }
func (e *example) Fatal(args ...any)            { panic(fmt.Sprint(args...)) }
func (e *example) Fatalf(f string, args ...any) { panic(fmt.Sprintf(f, args...)) }

func (e *example) TempDir() string {
	dir, err := os.MkdirTemp("", "bustest")
	if err != nil {
		e.Fatal(err)
	}
	e.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// Example opens a service's bus on a server of its own, for runnable Examples; done ends both.
func Example(service string) (b *bus.Bus, done func()) {
	e := &example{}
	b = New(e).Bus(e, service)
	return b, func() {
		for _, f := range slices.Backward(e.cleanups) {
			f()
		}
	}
}
