package completion

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/channel"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	mine  = "m-1"
	turn1 = "t-1"
)

func frame(t *testing.T, data []byte) (f channel.Frame) {
	t.Helper()
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

func mode(turn, by string, messages ...string) channel.Frame {
	return channel.Frame{Type: channel.FrameMode, TurnID: turn, FrameProgress: channel.FrameProgress{Mode: by, Answers: messages}}
}

func reply(turn, text string, messages ...string) channel.Frame {
	return channel.Frame{
		Type: channel.FrameDone, TurnID: turn, Text: text, MessageID: "r-" + turn, EventID: 7,
		FrameProgress: channel.FrameProgress{Answers: messages, Mode: channel.ModeModel, Usage: &channel.Usage{Input: 3, Output: 2}},
	}
}

// follow plays frames and returns what a client has read: the names in order, and what the chunks since the last reset spell.
func follow(t *testing.T, steps ...func() []Event) (names, spelled string, last Event) {
	t.Helper()
	var order []string
	for _, step := range steps {
		for _, e := range step() {
			order, last = append(order, e.Name), e
			switch d := e.Data.(type) {
			case ChunkData:
				spelled += d.Text
			case CachedData:
				spelled += d.Text
			}
			if e.Name == Reset {
				spelled = ""
			}
		}
	}
	return strings.Join(order, " "), spelled, last
}

func (a *Answer) live(f channel.Frame) func() []Event { return func() []Event { return a.Live(f) } }

func (a *Answer) delta(t *testing.T, turn string, index int, text string) func() []Event {
	return a.live(frame(t, channel.Delta(turn, index, text)))
}

func (a *Answer) stored(f channel.Frame) func() []Event {
	return func() []Event { return a.Reply(f, "trace") }
}

const said = "Abrimos a las 9. Te esperamos."

// courses are what may come of a question that is answered with said, and what a client then reads.
var courses = []struct {
	name, want string
	steps      func(t *testing.T, a *Answer) []func() []Event
}{
	{"a draft that is said", "mode thinking chunk chunk done", func(t *testing.T, a *Answer) []func() []Event {
		return []func() []Event{
			a.live(mode(turn1, channel.ModeModel, mine)), a.live(channel.Frame{Type: channel.FrameThinking, TurnID: turn1}),
			a.delta(t, turn1, 0, "Abrimos a las 9. "), a.delta(t, turn1, 1, "Te esperamos."), a.stored(reply(turn1, said, mine)),
		}
	}},
	{"a reply that no draft came before", "mode chunk done", func(_ *testing.T, a *Answer) []func() []Event {
		return []func() []Event{a.stored(reply(turn1, said, mine))}
	}},
	{"a draft whose end came with the reply", "mode chunk chunk done", func(t *testing.T, a *Answer) []func() []Event {
		return []func() []Event{
			a.live(mode(turn1, channel.ModeModel, mine)), a.delta(t, turn1, 0, "Abrimos a las 9. "), a.stored(reply(turn1, said, mine)),
		}
	}},
	{"a piece was missed", "mode chunk chunk done", func(t *testing.T, a *Answer) []func() []Event {
		return []func() []Event{
			a.live(mode(turn1, channel.ModeModel, mine)), a.delta(t, turn1, 0, "Abrimos "), a.delta(t, turn1, 2, "Te esperamos."),
			a.stored(reply(turn1, said, mine)),
		}
	}},
	{"the draft was withdrawn", "mode chunk reset chunk done", func(t *testing.T, a *Answer) []func() []Event {
		return []func() []Event{
			a.live(mode(turn1, channel.ModeModel, mine)), a.delta(t, turn1, 0, "Cerrado. "),
			a.live(frame(t, channel.Withdrawn(turn1))), a.stored(reply(turn1, said, mine)),
		}
	}},
	{"the word that it was withdrawn was missed", "mode chunk reset chunk chunk done", func(t *testing.T, a *Answer) []func() []Event {
		return []func() []Event{
			a.live(mode(turn1, channel.ModeModel, mine)), a.delta(t, turn1, 0, "Cerrado. "),
			a.delta(t, turn1, 0, "Abrimos a las 9. "), a.stored(reply(turn1, said, mine)),
		}
	}},
	{"another turn's words", "mode chunk done", func(t *testing.T, a *Answer) []func() []Event {
		return []func() []Event{
			a.delta(t, "t-0", 0, "De nada."), a.live(mode("t-0", channel.ModeRules, "m-0")), a.stored(reply("t-0", "De nada.", "m-0")),
			a.live(mode(turn1, channel.ModeModel, "m-0", mine)), a.delta(t, "t-0", 1, "¿Algo más?"), a.stored(reply(turn1, said, "m-0", mine)),
		}
	}},
	{"a fall-back to rules after a tool", "mode tool tool mode mode chunk done", func(_ *testing.T, a *Answer) []func() []Event {
		tool := channel.Frame{Type: channel.FrameTool, TurnID: turn1, FrameProgress: channel.FrameProgress{Tool: "list_services", State: "started"}}
		return []func() []Event{
			a.live(mode(turn1, channel.ModeModel, mine)), a.live(tool), a.live(tool),
			a.live(mode(turn1, channel.ModeRules, mine)), a.stored(reply(turn1, said, mine)),
		}
	}},
	{"an answer from before", "mode cached done", func(_ *testing.T, a *Answer) []func() []Event {
		return []func() []Event{
			a.live(mode(turn1, channel.ModeModel, mine)), a.live(channel.Frame{Type: channel.FrameCached, TurnID: turn1, Text: said}),
			a.stored(reply(turn1, said, mine)),
		}
	}},
}

func TestAnAnswersChunksSpellItsReplyWhateverWasMissed(t *testing.T) {
	t.Parallel()
	for _, tt := range courses {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := New(mine)
			names, spelled, last := follow(t, tt.steps(t, a)...)
			done, _ := last.Data.(DoneData)
			if names != tt.want || spelled != said {
				t.Errorf("got %s: %q, %+v", names, spelled, done)
			}
			if done.Text != said || done.Outcome != Replied || done.Tokens.Input != 3 {
				t.Errorf("got %+v", done)
			}
		})
	}
}

func TestAnAnswerWithoutWordsHasADefinedEnd(t *testing.T) {
	t.Parallel()
	told := func(ended, reason string, worded bool) *recadov1.TurnTold {
		return &recadov1.TurnTold{MessageId: mine, Ended: ended, Reason: reason, Worded: worded}
	}
	for _, tt := range []struct {
		name, want, outcome, reason string
		step                        func(a *Answer) []Event
	}{
		{"a loop", "done", Silent, "loop", func(a *Answer) []Event {
			return a.Live(channel.Frame{Type: channel.FrameSilent, FrameProgress: channel.FrameProgress{Answers: []string{mine}, Reason: "loop"}})
		}},
		{"a loop of which nothing was heard", "done", Silent, "loop", func(a *Answer) []Event { return a.Told(told("silent", "loop", false)) }},
		{"a person has the conversation", "mode done", Person, "", func(a *Answer) []Event { return a.Told(told("person", "", false)) }},
		{"a person answers", "mode chunk done", Person, "", func(a *Answer) []Event {
			f := reply("t-9", "Soy Rosa.")
			f.Mode = channel.ModePerson
			return a.Heard(f, "")
		}},
		{"nothing could be said", "error", "", "", func(a *Answer) []Event {
			return a.Live(channel.Frame{Type: channel.FrameError, FrameProgress: channel.FrameProgress{Answers: []string{mine}}})
		}},
		{"it waits", "", "", "", func(a *Answer) []Event { return a.Told(told("", "", false)) }},
		{"its words come", "", "", "", func(a *Answer) []Event { return a.Told(told("replied", "", true)) }},
		{"a person's words of before", "", "", "", func(a *Answer) []Event {
			f := reply("t-9", "Soy Rosa.")
			f.Mode = channel.ModePerson
			return a.Reply(f, "")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a := New(mine)
			names, _, last := follow(t, func() []Event { return tt.step(a) })
			done, _ := last.Data.(DoneData)
			if names != tt.want || done.Outcome != tt.outcome || done.Reason != tt.reason {
				t.Errorf("got %s, %+v", names, done)
			}
			if a.Ended() && len(a.Reply(reply(turn1, "tarde", mine), "")) > 0 {
				t.Error("something came after the end")
			}
		})
	}
}

func TestPartsOfAReplyAreTheReply(t *testing.T) {
	t.Parallel()
	for text, end := range map[string]string{
		strings.Repeat("La limpieza cuesta $1.50 ahora. ", 9):      "ahora. ",
		strings.Repeat("Te atiende la Dra. Olmedo en Roma. ", 9):   "Roma. ",
		strings.Repeat("- Resina dental: $900 con la Dra. X\n", 9): "X\n",
	} {
		if got := parts(text); !strings.HasSuffix(got[0], end) {
			t.Errorf("a part ends amid a sentence: %q", got[0])
		}
	}
	for _, text := range []string{
		"", "Hola.", strings.Repeat("palabra ", 100), strings.Repeat("á", 400), strings.Repeat("Una frase corta. ", 40), "\n" + strings.Repeat("x y\n", 80),
	} {
		got, blanks := parts(text), strings.Contains(text, " ")
		if strings.Join(got, "") != text {
			t.Errorf("%q became %q", text, got)
		}
		if blanks && len(text) > 2*longPart && len(got) < 2 {
			t.Errorf("%q stayed whole", text)
		}
	}
}

func TestEveryErrorHasItsTextInThreeLanguages(t *testing.T) {
	t.Parallel()
	for _, code := range []string{CodeFailed, CodeLate, CodeInterrupted, CodeGone} {
		seen := map[string]bool{}
		for _, language := range []string{"es", "en", "pt"} {
			seen[Text(code, language)] = true
		}
		if len(seen) != 3 || seen[""] || Text(code, "fr") != Text(code, "es") {
			t.Errorf("%s: %v", code, seen)
		}
	}
}
