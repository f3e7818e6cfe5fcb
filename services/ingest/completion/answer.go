// Package completion follows what a conversation says until one message of it is answered.
package completion

import (
	"slices"
	"strings"

	"github.com/recado/recado/pkg/channel"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Event is one server-sent event: its name, and what is its data in JSON.
type Event struct {
	Name string
	Data any
}

// The names of events.
const (
	Mode     = "mode"
	Thinking = "thinking"
	Chunk    = "chunk"
	Tool     = "tool"
	Cached   = "cached"
	Reset    = "reset" // the chunks so far are void
	Done     = "done"
	Failed   = "error"
)

// How a message has ended.
const (
	Replied = "replied"
	Silent  = "silent" // nothing is to be said
	Person  = "person" // a person of the business has the conversation
)

// ModeData is who answers.
type ModeData struct {
	Mode string `json:"mode"`
}

// ChunkData is a piece of the answer; since the last reset they count from 0.
type ChunkData struct {
	Text  string `json:"text"`
	Index int    `json:"index"`
}

// ToolData is a tool that begins or ends.
type ToolData struct {
	Name  string `json:"name"`
	State string `json:"state"`
}

// CachedData is an answer that was found before.
type CachedData struct {
	Text string `json:"text"`
}

// DoneData is the end: the committed reply, which the chunks before it spell, or why there is none.
type DoneData struct {
	Outcome string                `json:"outcome"`
	Reason  string                `json:"reason,omitempty"`
	Text    string                `json:"text"`
	Buttons []channel.FrameButton `json:"buttons,omitempty"`
	Mode    string                `json:"mode,omitempty"`
	Tokens  channel.Usage         `json:"tokens"`
	// LogID is the reply's id in the conversation's log, EventID where a stream goes on after it.
	LogID   string `json:"log_id,omitempty"`
	EventID uint64 `json:"event_id,omitempty"`
	TurnID  string `json:"turn_id,omitempty"`
	TraceID string `json:"trace_id,omitempty"`
	// Token is a younger one of the session, where the page's is no longer young.
	Token string `json:"token,omitempty"`
}

// Answer is what is known of one message's answer. It is not safe for concurrent use.
type Answer struct {
	message string // by its id inside
	turn    string
	mode    string
	shown   strings.Builder
	chunks  int  // since the last reset
	next    int  // of the draft's pieces
	torn    bool // one was missed: the reply will say it all
	ended   bool
}

// New follows the answer to a message.
func New(message string) *Answer { return &Answer{message: message} }

// Ended reports whether the last event was given.
func (a *Answer) Ended() bool { return a.ended }

// Live takes a frame that nobody keeps. Those of other turns tell nothing, and which turn it is only the turn says.
func (a *Answer) Live(f channel.Frame) []Event {
	if a.ended {
		return nil
	}
	if slices.Contains(f.Answers, a.message) {
		return a.own(f)
	}
	if a.turn == "" || f.TurnID != a.turn {
		return nil
	}
	switch f.Type {
	case channel.FrameDelta:
		return a.piece(f)
	case channel.FrameWithdrawn:
		return a.reset()
	case channel.FrameThinking:
		return []Event{{Thinking, struct{}{}}}
	case channel.FrameTool:
		return []Event{{Tool, ToolData{f.Tool, f.State}}}
	case channel.FrameCached:
		events := a.reset()
		a.shown.WriteString(f.Text)
		return append(events, Event{Cached, CachedData{f.Text}})
	}
	return nil
}

// own takes a frame that names the message.
func (a *Answer) own(f channel.Frame) []Event {
	switch f.Type {
	case channel.FrameMode:
		a.turn = f.TurnID
		return a.by(f.Mode)
	case channel.FrameSilent:
		return a.Silence(f.Reason, f.TurnID)
	case channel.FrameError:
		return a.fail()
	}
	return nil
}

func (a *Answer) by(mode string) []Event {
	if mode == "" || mode == a.mode {
		return nil
	}
	a.mode = mode
	return []Event{{Mode, ModeData{mode}}}
}

// piece takes a piece of the draft. After one that was missed nothing more is shown; a draft that begins again says so by its first.
func (a *Answer) piece(f channel.Frame) (events []Event) {
	switch {
	case f.Index == 0 && a.next > 0:
		events = a.reset()
	case f.Index != a.next:
		a.torn = true
	}
	if a.torn {
		return events
	}
	a.next++
	return append(events, a.chunk(f.Text))
}

func (a *Answer) chunk(text string) Event {
	a.shown.WriteString(text)
	a.chunks++
	return Event{Chunk, ChunkData{text, a.chunks - 1}}
}

// reset takes back what was shown.
func (a *Answer) reset() []Event {
	shown := a.shown.Len() > 0
	a.shown.Reset()
	a.chunks, a.next, a.torn = 0, 0, false
	if !shown {
		return nil
	}
	return []Event{{Reset, struct{}{}}}
}

// Heard takes a reply that comes while the message waits: a person's words answer it, though they name no message.
func (a *Answer) Heard(f channel.Frame, trace string) []Event {
	return a.reply(f, trace, f.Mode == channel.ModePerson)
}

// Reply takes a stored reply, of any time. Its texts are as the page may see them.
func (a *Answer) Reply(f channel.Frame, trace string) []Event { return a.reply(f, trace, false) }

func (a *Answer) reply(f channel.Frame, trace string, person bool) []Event {
	if a.ended || !person && !slices.Contains(f.Answers, a.message) {
		return nil
	}
	events := append(a.by(f.Mode), a.spell(f)...)
	done := DoneData{
		Outcome: Replied, Text: f.Text, Buttons: f.Buttons, Mode: f.Mode,
		LogID: f.MessageID, EventID: f.EventID, TurnID: f.TurnID, TraceID: trace,
	}
	if person {
		done.Outcome = Person
	}
	if f.Usage != nil {
		done.Tokens = *f.Usage
	}
	return append(events, a.end(Done, done))
}

// spell makes the chunks say what the reply does.
func (a *Answer) spell(f channel.Frame) (events []Event) {
	rest, goesOn := strings.CutPrefix(f.Text, a.shown.String())
	if !goesOn && strings.TrimSpace(a.shown.String()) == f.Text {
		return nil
	}
	if !goesOn {
		events, rest = a.reset(), f.Text
	}
	if f.Cached && rest == f.Text {
		return append(events, Event{Cached, CachedData{f.Text}})
	}
	for _, part := range parts(rest) {
		events = append(events, a.chunk(part))
	}
	return events
}

// Told takes what agent-runner says of the message; of one that ended in words it tells nothing: they come as a reply.
func (a *Answer) Told(t *recadov1.TurnTold) []Event {
	switch ended := t.GetEnded(); {
	case a.ended, ended == "", t.GetWorded(), t.GetMessageId() != a.message:
		return nil
	case ended == "failed":
		return a.fail()
	case ended == "person":
		return a.Silence(Person, t.GetTurnId())
	default:
		return a.Silence(t.GetReason(), t.GetTurnId())
	}
}

// Silence ends what has no words; where a person has the conversation, theirs come when they come.
func (a *Answer) Silence(reason, turn string) []Event {
	events := a.reset()
	done := DoneData{Outcome: Silent, Reason: reason, TurnID: turn, Mode: a.mode}
	if reason == Person {
		events = append(events, a.by(channel.ModePerson)...)
		done.Outcome, done.Reason, done.Mode = Person, "", channel.ModePerson
	}
	return append(events, a.end(Done, done))
}

func (a *Answer) fail() []Event { return a.Fail(CodeFailed) }

// Fail ends the answer with an error; its text is the door's to say.
func (a *Answer) Fail(code string) []Event {
	return append(a.reset(), a.end(Failed, code))
}

func (a *Answer) end(name string, data any) Event {
	a.ended = true
	return Event{name, data}
}

// longPart is how long a chunk of a reply may be that no model wrote before our eyes.
const longPart = 160

// parts splits a reply by its sentences, or words where they are long; together they are the reply.
func parts(text string) (out []string) {
	for len(text) > longPart {
		end := partEnd(text)
		if end == 0 {
			break // no blank: one word
		}
		out, text = append(out, text[:end]), text[end:]
	}
	if text != "" {
		out = append(out, text)
	}
	return out
}

// partEnd is the index after the last line of a part, else after the blank that ends its last sentence, else its last word.
func partEnd(text string) (words int) {
	if line := strings.LastIndexByte(text[:longPart], '\n'); line > 0 {
		return line + 1
	}
	for i := longPart; i > 0; i-- {
		if text[i] != ' ' {
			continue
		}
		if endsSentence(text[:i]) {
			return i + 1
		}
		words = max(words, i+1)
	}
	return words
}

// shortWord is the longest word whose full stop may shorten it, as in Dra.
const shortWord = 3

func endsSentence(text string) bool {
	switch text[len(text)-1] {
	case '!', '?':
		return true
	case '.':
		return len(text)-strings.LastIndexAny(text, " \n")-2 > shortWord
	}
	return false
}
