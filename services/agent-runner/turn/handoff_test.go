package turn

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

func urgent(n int64, body string) Message {
	m := text(n, body)
	m.Routed.Urgency = 5
	return m
}

// notice is what the business was told by the turn; unspecified where it was not.
func (b *bench) notice() recadov1.HandoffNotice {
	for _, e := range b.bus.events {
		if asked, ok := e.(*recadov1.HandoffRequested); ok {
			return asked.GetNotice()
		}
	}
	return recadov1.HandoffNotice_HANDOFF_NOTICE_UNSPECIFIED
}

func TestDangerIsAnsweredByTheRulesWhoeverHasTheConversation(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{ModeAssistant, ModeWaiting, ModePerson} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			b := newBench(urgent(1, "le sangra mucho la boca, no para"))
			b.conv.Handoff.Mode, b.conv.Epoch = mode, 4
			b.rules.answers = []llm.Response{{Text: "Llama al 911.", Handoff: emergency}}
			end := b.answer(t)
			if b.said(t) != "Llama al 911." || end.Replies[0].Epoch != 0 || len(b.remote.asked) != 0 {
				t.Errorf("said %q in epoch %d, %d questions to the model", b.said(t), end.Replies[0].Epoch, len(b.remote.asked))
			}
			if b.notice() != recadov1.HandoffNotice_HANDOFF_NOTICE_DANGER || end.Reason != emergency {
				t.Errorf("the business is told %v, reason %q", b.notice(), end.Reason)
			}
			if want := map[string]string{ModeAssistant: ModeWaiting}[mode]; end.Mode != want {
				t.Errorf("the mode becomes %q, want %q", end.Mode, want)
			}
		})
	}
}

func TestDangerThatTheRulesTakeForSomethingElseIsStillDanger(t *testing.T) {
	t.Parallel()
	b := newBench(urgent(1, "se está ahogando"))
	b.conv.Handoff.Mode = ModePerson
	b.rules.answers = []llm.Response{{Text: "¿Para cuántas personas?", Choices: []llm.Choice{{ID: "1", Title: "2"}}}}
	b.answer(t)
	if b.said(t) != say(textDanger, "es") || b.notice() != recadov1.HandoffNotice_HANDOFF_NOTICE_DANGER {
		t.Errorf("said %q, told %v", b.said(t), b.notice())
	}
}

func TestAssistantGoesOnAnsweringWhileAPersonIsWaitedFor(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "¿y cuánto cuesta una limpieza?"))
	b.conv.Handoff = Handoff{Mode: ModeWaiting, Reason: "customer_request", Since: b.conv.StartedAt.Add(-time.Minute)}
	b.remote.answers = []llm.Response{words("Hola")}
	end := b.answer(t)
	if b.said(t) != "Hola" || end.Mode != "" || b.notice() != 0 {
		t.Errorf("said %q, mode %q, told %v", b.said(t), end.Mode, b.notice())
	}
}

func TestSecondWishForAPersonIsToldTheTruthAndNobodyIsToldAgain(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "quiero hablar con una persona"))
	b.conv.Handoff.Mode, b.conv.Epoch = ModeWaiting, 3
	b.remote.answers = []llm.Response{wants(toolCall("c1", escalate, `{"reason":"asked"}`)), words("Te paso.")}
	end := b.answer(t)
	if !strings.HasPrefix(b.said(t), "Te paso.") || !strings.HasSuffix(b.said(t), say(textAsked, "es")) {
		t.Errorf("said %q", b.said(t))
	}
	if end.Mode != "" || b.notice() != 0 || end.Replies[0].Epoch != 3 {
		t.Errorf("mode %q, told %v, epoch %d", end.Mode, b.notice(), end.Replies[0].Epoch)
	}
}

func TestWhoAsksForAPersonOutsideTheHoursIsToldWhenSomebodyReads(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, at, language, want string
	}{
		{"while somebody reads", "2026-03-02T16:00:00Z", "es", ""},
		{"in the evening", "2026-03-03T03:00:00Z", "es", "vuelven mañana a las 09:00."},
		{"before the opening", "2026-03-02T13:00:00Z", "pt", "voltam hoje às 09:00."},
		{"on a day off", "2026-03-04T16:00:00Z", "en", "they are back on Monday at 09:00."},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := text(1, "quiero hablar con una persona")
			m.Routed.Language = c.language
			b := newBench(m)
			var err error
			if b.conv.StartedAt, err = time.Parse(time.RFC3339, c.at); err != nil {
				t.Fatal(err)
			}
			b.remote.answers = []llm.Response{wants(toolCall("c1", escalate, `{"reason":"asked"}`)), words("Te paso.")}
			b.answer(t)
			if got := strings.TrimPrefix(b.said(t), "Te paso."); !strings.HasSuffix(got, c.want) || (got == "") != (c.want == "") {
				t.Errorf("said %q, want %q at its end", got, c.want)
			}
		})
	}
}

func TestQuestionOutlastsAThankYou(t *testing.T) {
	t.Parallel()
	asked := Line{Ours: true, Text: "No tengo ese dato. ¿Le pregunto al equipo?"}
	b := newBench(text(1, "gracias"))
	b.conv.Handoff.Mode, b.store.history = ModeWaiting, []Line{asked}
	b.conv.Dialogue = leftAsked(t, time.Now().Add(-time.Minute))
	end := b.answer(t)
	if kept := remembered(end.Dialogue); end.Ended != "silent" || kept.Asked == nil || kept.AskedAt.IsZero() {
		t.Fatalf("ended %s, asked %+v", end.Ended, kept.Asked)
	}
	for mode, answers := range map[string]bool{ModeWaiting: true, ModePerson: false} {
		b = newBench(yes(2, time.Now(), 0))
		b.conv.Handoff.Mode, b.store.history, b.conv.Dialogue = mode, []Line{asked, {Text: "gracias"}}, nil
		b.remote.answers = []llm.Response{words("Ya pregunté.")}
		if end = b.answer(t); (b.said(t) == "Ya pregunté.") != answers {
			t.Errorf("%s: ended %s, said %q", mode, end.Ended, b.said(t))
		}
	}
}

func TestAThankYouWakesNobodyUnlessItAnswersAQuestion(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		mode    string
		history []Line
		silent  bool
	}{
		{"while a person is waited for", ModeWaiting, []Line{{Ours: true, Text: "Te paso."}}, true},
		{"after a question of the assistant", ModeWaiting, []Line{{Ours: true, Text: "¿Te agendo a las 10?"}}, false},
		{"after a question of the customer", ModeWaiting, []Line{{Text: "¿hola?"}}, true},
		{"with the assistant", ModeAssistant, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(text(1, "ok, gracias"))
			b.conv.Handoff.Mode, b.store.history = c.mode, c.history
			b.remote.answers = []llm.Response{words("De nada.")}
			if end := b.answer(t); (end.Ended == "silent") != c.silent || (b.said(t) == "") != c.silent {
				t.Errorf("ended %s, said %q", end.Ended, b.said(t))
			}
		})
	}
}

func TestWhoAsksWhetherAnybodyIsThereIsToldTheTruth(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "¿hola? ¿hay alguien?"))
	b.conv.Handoff.Mode, b.conv.StartedAt = ModeWaiting, time.Date(2026, 3, 3, 3, 0, 0, 0, time.UTC)
	end := b.answer(t)
	if want := say(textAsked, "es") + " En este momento no hay nadie del equipo; vuelven mañana a las 09:00."; b.said(t) != want {
		t.Errorf("said %q, want %q", b.said(t), want)
	}
	if end.Mode != "" || b.notice() != 0 || len(b.remote.asked) != 0 {
		t.Errorf("mode %q, told %v, %d questions", end.Mode, b.notice(), len(b.remote.asked))
	}
}

func TestCustomerWhoSaysThatItIsSettledEndsTheHandoff(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{ModeWaiting, ModePerson} {
		b := newBench(text(1, "ya me atendieron, gracias"))
		b.conv.Handoff.Mode, b.conv.Epoch = mode, 2
		end := b.answer(t)
		var returned *recadov1.HandoffReturned
		for _, e := range b.bus.events {
			if r, ok := e.(*recadov1.HandoffReturned); ok {
				returned = r
			}
		}
		if end.Mode != ModeAssistant || returned.GetEpoch() != 3 || returned.GetReason() != "settled" || end.Replies[0].Epoch != 3 {
			t.Errorf("%s: mode %q, event %v, replies %+v", mode, end.Mode, returned, end.Replies)
		}
		if b.said(t) != say(textSettled, "es") {
			t.Errorf("%s: said %q", mode, b.said(t))
		}
	}
}

func TestAssistantThatIsBackSaysSoOnce(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "hola"))
	b.conv.Handoff.Note = textReturned
	b.remote.answers = []llm.Response{words("Hola.")}
	b.answer(t)
	if want := say(textReturned, "es") + "\n\nHola."; b.said(t) != want {
		t.Errorf("said %q, want %q", b.said(t), want)
	}
}

func TestRulesAreToldOfThePersonWhoWasAskedFor(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "¿y mi factura?"))
	since := time.Date(2026, 3, 4, 15, 0, 0, 0, time.UTC)
	b.conv.StartedAt = since.Add(time.Hour)
	b.conv.Handoff = Handoff{Mode: ModeWaiting, Since: since, Reason: "invoice"}
	b.remote.errs = map[int]error{0: errDown}
	b.rules.answers = []llm.Response{words("Ya casi.")}
	b.answer(t)
	got := b.rules.asked[0].Facts.Handoff
	want := &llm.Handoff{
		Mode: ModeWaiting, Since: since, Reason: "invoice", OpensAt: time.Date(2026, 3, 9, 15, 0, 0, 0, time.UTC),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("told otherwise (-want +got):\n%s", diff)
	}
}
