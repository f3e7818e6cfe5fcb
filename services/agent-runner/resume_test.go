package agentrunner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/answer"
	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/assent"
	"github.com/recado/recado/services/agent-runner/turn"
)

const (
	saysDone = "Listo, quedó cancelada."
	saysKept = "De acuerdo, sigue igual."
)

// canceller asks whether to cancel, and does what the answer says.
func canceller(_ context.Context, req *llm.Request) (*llm.Response, error) {
	call := llm.ToolCall{ID: "c1", Name: "cancel_appointment", Arguments: []byte(`{"appointment_id":"a-1"}`)}
	resp := &llm.Response{Finish: "stop", Model: "rules", Text: "¿Cancelo tu cita?"}
	switch (assent.Asked{Tool: call.Name, Arguments: call.Arguments}).To(req.Facts.Messages) {
	case assent.Agreed:
		resp.Text = saysDone
		if len(req.Facts.Results) == 0 {
			resp.ToolCalls = []llm.ToolCall{call}
		}
	case assent.Declined:
		resp.Text = saysKept
	default:
		resp.Confirm = &call
	}
	return resp, nil
}

// uttered is the n-th message of a conversation with words of its own.
func uttered(who string, n int, body string) *recadov1.MessageRouted {
	m := message("t", who, n)
	m.Content = &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: body}}}
	m.Slots = &recadov1.Slots{Answer: answer.YesOrNo(language.Read(body))}
	return m
}

// remoteCanceller is a model that wants to cancel, and says of the answer what it was told. It never asks for a yes itself.
func remoteCanceller(_ context.Context, req *llm.Request) (*llm.Response, error) {
	resp := &llm.Response{Finish: "stop", Model: "scripted", Text: "Claro."}
	said := func(role llm.Role, words string) bool {
		return slices.ContainsFunc(req.Messages, func(m llm.Message) bool { return m.Role == role && strings.Contains(m.Text, words) })
	}
	switch {
	case said(llm.RoleTool, `"success"`):
		resp.Text = saysDone
	case said(llm.RoleUser, "no, espera"):
		resp.Text = saysKept
	case !said(llm.RoleTool, "not done"):
		resp.Text, resp.ToolCalls = "", []llm.ToolCall{
			{ID: "c0", Name: "get_appointments", Arguments: []byte(`{}`)},
			{ID: "c1", Name: "cancel_appointment", Arguments: []byte(`{"appointment_id":"a-1"}`)},
		}
	}
	return resp, nil
}

func TestNobodySaysThatNothingChangedWhereItWasWritten(t *testing.T) {
	t.Parallel()
	t.Run("by rules", func(t *testing.T) {
		t.Parallel()
		l := newLab(t)
		l.rules = modelFunc(canceller)
		nobodySaysThatNothingChanged(t, l, nil)
	})
	t.Run("by a model", func(t *testing.T) {
		t.Parallel()
		l := newLab(t)
		l.tells = map[string]string{"get_appointments": `[{"appointment_id":"a-1","date":"2030-03-05","time":"10:00","service":"Limpieza"}]`}
		nobodySaysThatNothingChanged(t, l, modelFunc(remoteCanceller))
	})
}

// nobodySaysThatNothingChanged kills a process at each point of the turn that hears a yes, and lets the customer take it back.
func nobodySaysThatNothingChanged(t *testing.T, l *lab, remote llm.Model) {
	t.Helper()
	texts := func(from int) (out []string) {
		for _, r := range l.said()[from:] {
			out = append(out, r.GetContent().GetText())
		}
		return out
	}
	written := 0
	for point := 1; ; point++ {
		ana, before, done := conversation(fmt.Sprint(point)), len(l.said()), l.made("cancel_appointment")
		victim := l.start(t, fmt.Sprint("victim", point), remote, func(o *turn.Options) {
			o.Lease, o.Poll, o.StopTimeout = time.Second, time.Hour, time.Millisecond
		})
		l.receive(t, uttered(ana, 1, "es por mi cita del lunes"), victim.Wake)
		bustest.Eventually(t, "the question", func() bool { return len(l.said()) == before+1 })
		l.settled(t, "the question")
		bustest.Eventually(t, "the victim looks for work", func() bool { return victim.gate.arm(point) })
		l.receive(t, uttered(ana, 2, "sí"), victim.Wake)
		bustest.Eventually(t, "death or an answer", func() bool { return victim.gate.dead() || len(l.said()) == before+2 })
		lived := !victim.gate.dead()
		victim.stop()
		<-victim.done
		l.receive(t, uttered(ana, 3, "no, espera"), nil)
		heir := l.start(t, fmt.Sprint("heir", point), remote)
		l.settled(t, "the heir answers")
		heir.stop()
		<-heir.done
		was, said := l.made("cancel_appointment") > done, texts(before)
		if was != slices.Contains(said, saysDone) || !was && !slices.Contains(said, saysKept) {
			t.Fatalf("killed at passage %d: cancelled %v, said %q", point, was, said)
		}
		if was {
			written++
		}
		if lived && point > 10 {
			break // every point has been tried
		}
	}
	if written == 0 {
		t.Error("no cancellation was made")
	}
}
