package turn

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/llm"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// said is the text of the only reply on the bus; empty where there is none.
func (b *bench) said(t *testing.T) (reply string) {
	t.Helper()
	for _, e := range b.bus.events {
		if drafted, ok := e.(*recadov1.ReplyDrafted); ok {
			if reply != "" {
				t.Errorf("a second reply: %q", drafted.GetContent().GetText())
			}
			reply = drafted.GetContent().GetText()
		}
	}
	return reply
}

func TestTurnThatNoAssistantIsToAnswerEndsWithoutAModel(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		change func(*Conversation)
		ended  string
		said   string
	}{
		{"a person has it", func(c *Conversation) { c.Handoff.Mode = ModePerson }, "person", ""},
		{"its tenant is unknown", func(c *Conversation) { c.Tenant = "nobody" }, "silent", ""},
		{"it failed too often", func(c *Conversation) { c.Attempts = maxAttempts + 1 }, "failed", say(textHandoff, "es")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(text(1, "hola"))
			tc.change(b.conv)
			end := b.answer(t)
			if end.Ended != tc.ended || b.said(t) != tc.said || len(b.remote.asked)+len(b.rules.asked) != 0 {
				t.Errorf("ended %q, said %q, %d questions", end.Ended, b.said(t), len(b.remote.asked)+len(b.rules.asked))
			}
		})
	}
}

func TestTurnThatFailedTooOftenKeepsItsMessagesAsDeadLetters(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "hola"), text(2, "¿hola?"))
	b.conv.Attempts = maxAttempts + 1
	end := b.answer(t)
	if !slices.Equal(b.dead, []string{"m1", "m2"}) || end.Mode != ModeWaiting || end.Summary.Outcome != "failed" {
		t.Errorf("dead letters %v, mode %q, outcome %s", b.dead, end.Mode, end.Summary.Outcome)
	}
}

func TestSupersededDraftIsDroppedAndAllMessagesAreAnswered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(text(1, "hola"))
		b.store.late = []Message{text(2, "¿hay hora?")}
		b.remote.answers = []llm.Response{words("stale"), words("both")}
		end := b.answer(t)
		if b.said(t) != "both" || !slices.Equal(end.MessageIDs, []string{"m1", "m2"}) {
			t.Errorf("said %q to %v", b.said(t), end.MessageIDs)
		}
		last := b.remote.asked[1].Messages
		if !strings.Contains(last[len(last)-1].Text, "¿hay hora?") || len(last) != len(b.remote.asked[0].Messages)+1 {
			t.Errorf("the second question is %q", roles(last))
		}
	})
}

func TestDraftThatIsNotSaidAfterAllIsWithdrawnFromThePage(t *testing.T) {
	t.Parallel()
	const shown, withdrawn = channel.FrameDelta, channel.FrameWithdrawn
	superseding := []Message{text(2, "¿hay hora?")}
	for _, tc := range []struct {
		name    string
		answers []llm.Response
		late    []Message
		fenced  bool
		want    []string
	}{
		{"said", []llm.Response{words("Hola, Ana.")}, nil, false, []string{shown}},
		{"superseded", []llm.Response{words("Hola, Ana."), words("¿A qué hora?")}, superseding, false, []string{shown, withdrawn, shown}},
		{"never shown", []llm.Response{words("Cuesta $999 hoy."), words("Lo confirmo hoy.")}, nil, false, []string{shown}},
		{"sent back", []llm.Response{words("Hola, Ana. Cuesta $999 hoy."), words("Lo confirmo.")}, nil, false, []string{shown, withdrawn, shown}},
		{"fenced", []llm.Response{words("Hola, Ana.")}, nil, true, []string{shown, withdrawn}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := newBench(text(1, "hola"))
				b.conv.Channel, b.remote.answers, b.store.late = "webchat", tc.answers, tc.late
				e := b.engine(t)
				var frames []string
				e.deps.Live = func(_ string, data []byte) error {
					var f channel.Frame
					if err := json.Unmarshal(data, &f); err != nil {
						t.Error(err)
					}
					if !f.Progress() { // which pages are not sent
						frames = append(frames, f.Type)
					}
					return nil
				}
				b.store.fenced = tc.fenced
				err := e.answerSafely(t.Context(), b.conv, tracenoop.Span{})
				if errors.Is(err, ErrFenced) != tc.fenced || !slices.Equal(frames, tc.want) {
					t.Errorf("answer = %v, the page was shown %v, want %v", err, frames, tc.want)
				}
			})
		})
	}
}

func TestWhoFollowsATurnIsToldWhatItDoesAndWhenItStaysSilent(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, want string
		prepare    func(b *bench)
	}{
		{"model", "mode:ai:m1 thinking", func(b *bench) { b.remote.answers = []llm.Response{words("Hola")} }},
		{"model that fails", "mode:ai:m1 thinking mode:rules:m1", func(b *bench) {
			b.remote.answers, b.remote.errs = []llm.Response{words("")}, map[int]error{0: errDown}
			b.rules.answers = []llm.Response{words("Hola")}
		}},
		{"a person has it", "silent:person:m1", func(b *bench) { b.conv.Handoff.Mode = ModePerson }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(text(1, "hola"))
			b.conv.Channel = "webchat"
			tc.prepare(b)
			e := b.engine(t)
			var told []string
			e.deps.Live = func(_ string, data []byte) error {
				var f channel.Frame
				if err := json.Unmarshal(data, &f); err != nil {
					t.Error(err)
				}
				if f.Progress() {
					parts := append([]string{strings.TrimPrefix(f.Type, "assistant."), f.Mode + f.Reason}, f.Answers...)
					told = append(told, strings.Trim(strings.Join(parts, ":"), ":"))
				}
				return nil
			}
			if err := e.answerSafely(t.Context(), b.conv, tracenoop.Span{}); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(told, " "); got != tc.want {
				t.Errorf("told %s, want %s", got, tc.want)
			}
		})
	}
}

func TestBurstThatLastsTooLongIsAnsweredWithoutItsNewestMessage(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "hola"))
	b.conv.BurstAt = time.Now().Add(-joinCap)
	b.store.late = []Message{text(2, "¿hay hora?")}
	b.remote.answers = []llm.Response{words("Hola")}
	if end := b.answer(t); end.Version != nil || !slices.Equal(end.MessageIDs, []string{"m1"}) {
		t.Errorf("version %v, messages %v", end.Version, end.MessageIDs)
	}
}

func TestRulesThatWroteAreNotSuperseded(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "reserva a las 5"))
	b.remote.errs = map[int]error{0: errors.New("model is busy")}
	b.rules.answers = []llm.Response{wants(toolCall("c1", "create_appointment", `{}`)), words("Listo")}
	b.store.late = []Message{text(2, "mejor a las 6")}
	end := b.answer(t)
	if end.Version != nil || b.said(t) != "Listo" || len(b.tools.asked) != 1 {
		t.Errorf("version %v, said %q, %d bookings", end.Version, b.said(t), len(b.tools.asked))
	}
	if !end.Summary.FellBack || end.Summary.Model != "rules" || end.Summary.ToolCalls != 1 {
		t.Errorf("summary %+v", end.Summary)
	}
}

func TestMessagesAfterAJournaledWriteWaitForTheNextTurnOfTheRules(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name     string
		fellBack bool
		wrote    bool
		through  int64
		want     []string
	}{
		{"rules after a write", true, true, 1, []string{"m1"}},
		{"rules without a write", true, false, 1, []string{"m1", "m2"}},
		{"a remote model after a write", false, true, 1, []string{"m1", "m2"}},
		{"a write for messages that have ended", true, true, 0, []string{"m1", "m2"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(text(1, "reserva a las 5"), text(2, "mejor a las 6"))
			r, err := b.engine(t).newRun(t.Context(), b.conv, tracenoop.Span{})
			if err != nil {
				t.Fatal(err)
			}
			r.fellBack, r.journal.wrote, r.journal.through = tc.fellBack, tc.wrote, tc.through
			r.dropMessagesAfterLastWrite()
			if got := ids(b.conv.Messages); !slices.Equal(got, tc.want) {
				t.Errorf("answers %v, want %v", got, tc.want)
			}
		})
	}
}

func TestDraftWithWrongFiguresIsSentBackOnceAndThenAPersonAnswers(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		answers []llm.Response
		said    string
		outcome string
	}{
		{"corrected", []llm.Response{words("Cuesta $999."), words("Deja que lo confirme.")}, "Deja que lo confirme.", "replied"},
		{"wrong again", []llm.Response{words("Cuesta $999."), words("Cuesta $998.")}, say(textSafe, "es"), "handed_off"},
		{"the business's own figure", []llm.Response{words("El anticipo es de $50.")}, "El anticipo es de $50.", "replied"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(text(1, "¿precio?"))
			b.remote.answers = tc.answers
			end := b.answer(t)
			if b.said(t) != tc.said || end.Summary.Outcome != tc.outcome || len(b.remote.asked) != len(tc.answers) {
				t.Errorf("said %q, %s, %d questions", b.said(t), end.Summary.Outcome, len(b.remote.asked))
			}
		})
	}
}

func TestModelThatOnlyCallsToolsIsStopped(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "hola"))
	b.remote.answers = []llm.Response{wants(toolCall("c1", "get_service_info", `{}`))}
	end := b.answer(t)
	if end.Summary.Reason != "tool_rounds" || len(b.remote.asked) != maxRounds+1 || len(b.tools.asked) != 1 {
		t.Errorf("%s after %d questions and %d calls", end.Summary.Reason, len(b.remote.asked), len(b.tools.asked))
	}
}

func TestFixedTextsAnswerWhatNoModelSees(t *testing.T) {
	t.Parallel()
	voice := text(2, "")
	note := &recadov1.Media{Type: recadov1.MediaType_MEDIA_TYPE_VOICE}
	voice.Routed.Content = &recadov1.Content{Kind: &recadov1.Content_Media{Media: note}}
	blocked := text(3, "x")
	blocked.Routed.Verdict = recadov1.Verdict_VERDICT_BLOCK
	for _, tc := range []struct {
		name     string
		messages []Message
		want     string
	}{
		{"a voice note", []Message{voice}, say(textVoice, "es")},
		{"the same twice", []Message{voice, voice}, say(textVoice, "es")},
		{"a block beside a voice note", []Message{voice, blocked}, say(textBlocked, "es")},
		{"a voice note beside a question", []Message{text(1, "hola"), voice}, "Hola, ¿qué tal?\n\n" + say(textVoice, "es")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(tc.messages...)
			b.remote.answers = []llm.Response{words("Hola, ¿qué tal?")}
			b.answer(t)
			if got := b.said(t); got != tc.want {
				t.Errorf("said %q, want %q", got, tc.want)
			}
		})
	}
}

func TestAnswerOfTheJournalIsNotPaidForTwice(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "hola"))
	b.remote.answers = []llm.Response{words("Hola")}
	b.answer(t)
	b.conv.Attempts = 2
	b.conv.Messages = append(b.conv.Messages, text(2, "¿hay hora?"))
	if err := b.engine(t).answerSafely(t.Context(), b.conv, tracenoop.Span{}); err != nil {
		t.Fatal(err)
	}
	again := b.store.endings[1]
	if len(b.remote.asked) != 1 || again.Summary.ModelCalls != 0 || again.Summary.Model != "scripted" {
		t.Errorf("%d questions, summary %+v", len(b.remote.asked), again.Summary)
	}
}

func TestFencedTurnPublishesNothing(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "hola"))
	b.conv.Handoff.Mode, b.store.fenced = ModePerson, true
	err := b.engine(t).answerSafely(t.Context(), b.conv, tracenoop.Span{})
	if !errors.Is(err, ErrFenced) || len(b.bus.events) != 0 {
		t.Errorf("answer = %v, %d events", err, len(b.bus.events))
	}
}

func TestHandoffRaisesTheEpochOfItsReply(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "quiero un humano"))
	b.conv.Epoch = 4
	b.remote.answers = []llm.Response{wants(toolCall("c1", escalate, `{"reason":"asked","summary":"quiere hablar"}`)), words("Te paso.")}
	end := b.answer(t)
	if len(end.Replies) != 1 || end.Replies[0].Epoch != 5 || end.Replies[0].Sequence != 1 || end.Mode != ModeWaiting {
		t.Errorf("replies %+v, mode %q", end.Replies, end.Mode)
	}
	var stages []string
	for _, e := range end.Events {
		stages = append(stages, e.Stage)
	}
	if want := []string{"reply.drafted", "handoff.requested", "turn.completed"}; !slices.Equal(stages, want) {
		t.Errorf("events %v, want %v", stages, want)
	}
}

func TestReplyThatTheBusCannotTakeNowIsCommittedAllTheSame(t *testing.T) {
	t.Parallel()
	b := newBench(text(1, "hola"))
	b.remote.answers = []llm.Response{words("Hola")}
	b.bus.err = func(bus.Event) error { return bus.Unavailable(errors.New("no connection")) }
	if end := b.answer(t); len(end.Events) != 2 || len(b.bus.events) != 0 {
		t.Errorf("%d events kept, %d published", len(end.Events), len(b.bus.events))
	}
}
