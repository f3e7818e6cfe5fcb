package turn

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/assent"
)

// Of the clinic's zone: the night after its Monday, the next morning, and the night after Tuesday, its last day of the week.
var (
	monday  = time.Date(2026, 3, 3, 3, 0, 0, 0, time.UTC)
	morning = time.Date(2026, 3, 3, 16, 0, 0, 0, time.UTC)
	tuesday = time.Date(2026, 3, 4, 4, 0, 0, 0, time.UTC)
)

const (
	backTomorrow = "En este momento no hay nadie del equipo; vuelven mañana a las 09:00. "
	backMonday   = "En este momento no hay nadie del equipo; vuelven el lunes a las 09:00. "
)

// atHour is a bench of a business that does so while nobody reads, after a conversation that left a memory.
func atHour(policy string, at time.Time, left []byte) *bench {
	b := newBench(text(1, "¿tienen estacionamiento?"))
	b.change = func(s *tenant.Settings) { s.Handoff.Closed = policy }
	b.conv.StartedAt, b.conv.Dialogue = at, left
	b.remote.answers = []llm.Response{words("Sí, hay.")}
	return b
}

func TestWhileNobodyReadsTheAnswerSaysOnceWhenSomebodyDoes(t *testing.T) {
	t.Parallel()
	var left []byte
	for _, step := range []struct {
		at   time.Time
		want string
	}{
		{monday, "Sí, hay.\n\n" + backTomorrow + "Mientras tanto sigo yo por aquí."},
		{monday.Add(time.Hour), "Sí, hay."},
		{morning, "Sí, hay."},
		{tuesday, "Sí, hay.\n\n" + backMonday + "Mientras tanto sigo yo por aquí."},
	} {
		b := atHour(tenant.Tell, step.at, left)
		left = b.answer(t).Dialogue
		if b.said(t) != step.want {
			t.Errorf("at %s: %q, want %q", step.at, b.said(t), step.want)
		}
	}
	b := atHour("", monday, nil)
	if b.answer(t); b.said(t) != "Sí, hay." {
		t.Errorf("a business that wants nothing of it says %q", b.said(t))
	}
}

func TestBusinessThatOnlyTellsKeepsTheMessageForPeople(t *testing.T) {
	t.Parallel()
	b := atHour(tenant.OnlyTell, monday, nil)
	end := b.answer(t)
	if want := backTomorrow + "El mensaje queda guardado y lo contestan por aquí."; b.said(t) != want || len(b.remote.asked) != 0 {
		t.Errorf("said %q after %d questions, want %q", b.said(t), len(b.remote.asked), want)
	}
	if end.Mode != ModeWaiting || end.Reason != "closed" || b.notice() != recadov1.HandoffNotice_HANDOFF_NOTICE_REQUESTED {
		t.Errorf("mode %q for %q, told %v", end.Mode, end.Reason, b.notice())
	}
	again := atHour(tenant.OnlyTell, monday.Add(time.Hour), end.Dialogue)
	again.conv.Handoff.Mode = ModeWaiting
	if end := again.answer(t); again.said(t) != "" || end.Ended != "silent" || end.Summary.Reason != "closed" {
		t.Errorf("said %q, ended %s for %q", again.said(t), end.Ended, end.Summary.Reason)
	}
	nudge := atHour(tenant.OnlyTell, monday.Add(time.Hour), end.Dialogue)
	nudge.conv.Handoff.Mode, nudge.conv.Messages = ModeWaiting, []Message{text(2, "¿hola? ¿hay alguien?")}
	if nudge.answer(t); !strings.HasPrefix(nudge.said(t), backTomorrow+"El mensaje") {
		t.Errorf("who asks whether anybody is there hears %q", nudge.said(t))
	}
	open := atHour(tenant.OnlyTell, morning, end.Dialogue)
	open.conv.Handoff.Mode = ModeWaiting
	if open.answer(t); open.said(t) != "Sí, hay." {
		t.Errorf("in the morning it says %q", open.said(t))
	}
}

func TestDangerIsAnsweredWhileNobodyReads(t *testing.T) {
	t.Parallel()
	b := atHour(tenant.OnlyTell, monday, nil)
	b.conv.Messages = []Message{urgent(1, "le sangra mucho la boca, no para")}
	b.rules.answers = []llm.Response{{Text: "Llama al 911.", Handoff: emergency}}
	if b.answer(t); !strings.HasPrefix(b.said(t), "Llama al 911.") || b.notice() != recadov1.HandoffNotice_HANDOFF_NOTICE_DANGER {
		t.Errorf("said %q, told %v", b.said(t), b.notice())
	}
}

func TestYesToWhatWasAskedBeforeClosingIsStillHeard(t *testing.T) {
	t.Parallel()
	asked := &scene{carried: carried{}, settings: &tenant.Settings{}, conv: &Conversation{}}
	left := asked.after(&draft{asked: &assent.Asked{Tool: "cancel_appointment", Arguments: []byte(`{}`)}, text: "¿Cancelo?"})
	b := atHour(tenant.OnlyTell, time.Now(), left)
	b.change = func(s *tenant.Settings) {
		s.Handoff.Closed, s.Handoff.Hours = tenant.OnlyTell, &tenant.Week{}
	}
	if b.answer(t); b.said(t) != "Sí, hay." {
		t.Errorf("said %q", b.said(t))
	}
}

func TestHandoffThatSaysWhenSomebodyIsBackSaysItOnce(t *testing.T) {
	t.Parallel()
	b := atHour(tenant.Tell, monday, nil)
	b.remote.answers = []llm.Response{wants(toolCall("c1", escalate, `{"reason":"customer_request"}`)), words("Ya avisé.")}
	end := b.answer(t)
	if said := b.said(t); strings.Count(said, "vuelven") != 1 {
		t.Errorf("said %q", said)
	}
	again := atHour(tenant.Tell, monday, end.Dialogue)
	again.conv.Handoff.Mode = ModeWaiting
	if again.answer(t); again.said(t) != "Sí, hay." {
		t.Errorf("said %q", again.said(t))
	}
}
