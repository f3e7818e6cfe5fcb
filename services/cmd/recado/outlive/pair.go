// Package outlive is what shows that a turn outlives its process: two agent-runners, of which one is killed, and a customer who waits.
package outlive

import (
	"context"
	"time"

	"github.com/recado/recado/pkg/llm/standin"
)

const (
	// modelTime is how long the stand-in takes for each answer: long enough to see, and to be killed in the middle.
	modelTime = 2500 * time.Millisecond
	// killAfter is how far into a call of the model the process is killed.
	killAfter = time.Second
	// lease is short, so that nobody waits long.
	lease = 2 * time.Second
	// cutCall is the call of the turn that is cut: what came before it is in the journal.
	cutCall = 2

	// Calls is how many calls of models the turn takes: its own, and the cut one again.
	Calls = cutCall + 1
)

// Pair is two agent-runners, each with a model of its own, whose calls say what it does.
type Pair struct{ runners []*runner }

type runner struct {
	*process
	model *standin.Server
}

// Start returns when both take conversations; getenv says where NATS and PostgreSQL are.
func Start(ctx context.Context, getenv func(string) string) (*Pair, error) {
	p := &Pair{}
	for range 2 {
		model, err := standin.Start(ctx, "127.0.0.1:0", standin.Options{Delay: modelTime})
		if err != nil {
			p.Close()
			return nil, err
		}
		own, err := startProcess(ctx, model.URL, getenv)
		if err != nil {
			model.Close()
			p.Close()
			return nil, err
		}
		p.runners = append(p.runners, &runner{process: own, model: model})
	}
	return p, nil
}

// Close ends what still runs.
func (p *Pair) Close() {
	for _, r := range p.runners {
		r.kill()
		r.model.Close()
	}
}

// Calls is how many calls of models there were.
func (p *Pair) Calls() (n int) {
	for _, r := range p.runners {
		n += r.calls()
	}
	return n
}

func (r *runner) calls() int { return r.model.Counts().Calls }

// Kill waits until one of the two answers, kills it in the middle of a call of its model, says what happens, and ends when the other one
// goes on.
func (p *Pair) Kill(ctx context.Context, say func(format string, args ...any)) error {
	if err := until(ctx, func() bool { return p.Calls() > 0 }); err != nil {
		return err
	}
	dying, other := p.runners[0], p.runners[1]
	if other.calls() > 0 {
		dying, other = other, dying
	}
	say("El proceso %d toma la conversación y consulta al modelo (%.1f s por respuesta)", dying.pid(), modelTime.Seconds())
	if err := until(ctx, func() bool { return dying.calls() >= cutCall }); err != nil {
		return err
	}
	say("El proceso %d ya tiene los datos del negocio y vuelve a consultar al modelo", dying.pid())
	cut := time.Now().Add(killAfter)
	if err := until(ctx, func() bool { return time.Now().After(cut) }); err != nil {
		return err
	}
	dying.kill()
	say("kill -9 al proceso %d, a mitad de la respuesta del modelo", dying.pid())
	if err := until(ctx, func() bool { return other.calls() > 0 }); err != nil {
		return err
	}
	say("El proceso %d retoma la conversación donde quedó: solo repite la consulta cortada", other.pid())
	return nil
}

// until looks again and again whether something is reached.
func until(ctx context.Context, reached func() bool) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !reached() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
	return nil
}
