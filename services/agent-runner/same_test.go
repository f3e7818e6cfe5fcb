package agentrunner

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"

	"github.com/recado/recado/pkg/llm"
)

// Replicas and restarted processes word the same prompt from the same settings, byte for byte, and nobody builds one again: a process
// that begins builds each of its prompts once.
func TestPromptsAreTheSameInEveryProcessAndOverRestarts(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	counted := &builds{by: map[string]int64{}}
	l.meter = counted
	var mu sync.Mutex
	prefixes, asked := map[string]int{}, 0
	model := modelFunc(func(_ context.Context, req *llm.Request) (*llm.Response, error) {
		mu.Lock()
		defer mu.Unlock()
		prefixes[req.Messages[0].Text]++
		asked++
		return &llm.Response{Text: "Hola.", Finish: "stop", Model: "scripted"}, nil
	})
	const generations, talks = 2, 10
	for generation := range generations {
		replicas := []*process{
			l.start(t, fmt.Sprint("a", generation), model), l.start(t, fmt.Sprint("b", generation), model),
		}
		for n := range talks {
			l.receive(t, message("t", conversation(fmt.Sprint(n)), generation), replicas[n%2].Wake)
		}
		l.settled(t, "every message ends")
		for _, p := range replicas {
			p.stop()
			<-p.done
		}
	}
	if len(prefixes) != 1 || asked < generations*talks {
		t.Errorf("%d prefixes in %d questions, want one", len(prefixes), asked)
	}
	if len(counted.by) != 1 || counted.by["first"] == 0 {
		t.Errorf("prompts were built %v, want none again", counted.by)
	}
}

// builds is a meter of the prompts that were built, by why.
type builds struct {
	metricnoop.Meter

	mu sync.Mutex
	by map[string]int64
}

func (b *builds) Int64Counter(name string, _ ...metric.Int64CounterOption) (metric.Int64Counter, error) {
	if name != "recado.prompt.builds" {
		return metricnoop.Int64Counter{}, nil
	}
	return counter{b: b}, nil
}

type counter struct {
	metricnoop.Int64Counter
	b *builds
}

func (c counter) Add(_ context.Context, n int64, opts ...metric.AddOption) {
	of := metric.NewAddConfig(opts).Attributes()
	why, _ := of.Value("why")
	c.b.mu.Lock()
	defer c.b.mu.Unlock()
	c.b.by[why.AsString()] += n
}
