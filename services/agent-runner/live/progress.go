package live

import (
	"github.com/recado/recado/pkg/channel"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// progress is what was told last of who answers what.
type progress struct {
	mode     string
	messages int
}

// Mode tells who answers which messages, again only when that changes: a turn takes up more of them, or falls back to rules.
func (d *Draft) Mode(mode string, messages []string) {
	if d == nil || d.told == (progress{mode, len(messages)}) {
		return
	}
	d.told = progress{mode, len(messages)}
	d.tell(channel.FrameMode, channel.FrameProgress{Mode: mode, Answers: messages})
}

// Thinking tells that a model is asked.
func (d *Draft) Thinking() { d.tell(channel.FrameThinking, channel.FrameProgress{}) }

// Tool tells that a tool begins, and returns what tells that it has ended; of its arguments and results it says nothing. Tools that run
// side by side may tell at the same time.
func (d *Draft) Tool(name string) (ended func()) {
	d.tell(channel.FrameTool, channel.FrameProgress{Tool: name, State: channel.ToolStarted})
	return func() { d.tell(channel.FrameTool, channel.FrameProgress{Tool: name, State: channel.ToolEnded}) }
}

// Cached shows whole words that a model said to the same question before, and are said again as they are.
func (d *Draft) Cached(text string, messages []string) {
	if d != nil {
		d.Mode(channel.ModeModel, messages)
		d.show(channel.Frame{Type: channel.FrameCached, TurnID: d.turn, Text: text, FrameProgress: channel.FrameProgress{Cached: true}})
	}
}

// Ended tells that the messages have ended without a word, and why: by a decision, or because nothing could be said.
func (d *Draft) Ended(messages []string, reason string, failed bool) {
	kind := channel.FrameSilent
	if failed {
		kind = channel.FrameError
	}
	d.tell(kind, channel.FrameProgress{Answers: messages, Reason: reason})
}

// tell sends what nobody keeps; nobody may follow.
func (d *Draft) tell(kind string, p channel.FrameProgress) {
	if d != nil {
		d.show(channel.Frame{Type: kind, TurnID: d.turn, FrameProgress: p})
	}
}

func (d *Draft) show(f channel.Frame) { _ = d.send(d.conversation, channel.Live(f)) } // the reply says it all

// ByCache is the model of a turn whose words were found before.
const ByCache = "cache"

// By is who found a turn's words: its last model.
func By(model string) recadov1.AnsweredBy {
	switch model {
	case "", "rules":
		return recadov1.AnsweredBy_ANSWERED_BY_RULES
	case ByCache:
		return recadov1.AnsweredBy_ANSWERED_BY_CACHE
	}
	return recadov1.AnsweredBy_ANSWERED_BY_MODEL
}
