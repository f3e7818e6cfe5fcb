package agentrunner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/agent-runner/specialist"
	"github.com/recado/recado/services/agent-runner/transfer"
	"github.com/recado/recado/services/agent-runner/turn"
)

// hander is a model that hands prices to who says when the business opens, reads that, and answers. It counts what it was asked.
type hander struct {
	mu    sync.Mutex
	asked int
	roles []string
}

func (a *hander) Complete(_ context.Context, req *llm.Request) (*llm.Response, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked++
	for _, s := range specialist.All() {
		if strings.Contains(req.Messages[0].Text, s.Duty("es")) {
			a.roles = append(a.roles, s.Name)
		}
	}
	calls := []llm.ToolCall{
		{ID: "c1", Name: transfer.Tool, Arguments: []byte(`{"reason":"missing_tool","specialist":"hours"}`)},
		{ID: "c2", Name: "get_branch_info", Arguments: []byte(`{}`)},
	}
	done := 0
	for _, m := range req.Messages {
		if m.Role == llm.RoleTool {
			done++
		}
	}
	if done < len(calls) {
		return &llm.Response{Finish: "tool_calls", Model: "scripted", ToolCalls: calls[done : done+1]}, nil
	}
	return &llm.Response{Text: "Listo.", Finish: "stop", Model: "scripted"}, nil
}

func (a *hander) Stream(ctx context.Context, req *llm.Request, _ func(string)) (*llm.Response, error) {
	return a.Complete(ctx, req)
}

func TestKillAtEveryPointOfATurnThatIsHandedOverPaysNoAnswerTwice(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.tools = []tool.Spec{
		{Name: "get_service_info", Specialists: []string{"pricing"}, Permission: tool.Inform},
		{Name: "get_branch_info", Specialists: []string{"hours"}, Permission: tool.Inform},
	}
	for point := 1; ; point++ {
		model, replies := &hander{}, len(l.said())
		victim := l.start(t, fmt.Sprint("victim", point), model, func(o *turn.Options) {
			o.Lease, o.Poll, o.StopTimeout = 250*time.Millisecond, time.Hour, time.Millisecond
		})
		bustest.Eventually(t, "the victim looks for work", func() bool { return victim.gate.arm(point) })
		m := message("t", conversation(fmt.Sprint("handed", point)), 1)
		m.Specialist = "pricing"
		l.receive(t, m, victim.Wake)
		bustest.Eventually(t, "death or an answer", func() bool { return victim.gate.dead() || len(l.said()) == replies+1 })
		lived := !victim.gate.dead()
		victim.stop()
		<-victim.done
		heir := l.start(t, fmt.Sprint("heir", point), model)
		l.settled(t, "the heir answers")
		heir.stop()
		<-heir.done
		var by string
		l.db.QueryRow(t, `SELECT specialist FROM chat.turns ORDER BY started_at DESC LIMIT 1`, nil, &by)
		if said := l.said(); len(said) != replies+1 || said[replies].GetContent().GetText() != "Listo." || by != "hours" {
			t.Fatalf("killed at passage %d: %d replies, the last by %q", point, len(said)-replies, by)
		}
		if model.asked > 4 || !slices.IsSortedFunc(model.roles, func(a, b string) int { return strings.Compare(b, a) }) {
			t.Fatalf("killed at passage %d: asked as %v", point, model.roles) // three answers, and the one that died with its process
		}
		if lived && point > 10 {
			return // every point has been tried
		}
	}
}
