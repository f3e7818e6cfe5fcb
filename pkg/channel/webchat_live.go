package channel

import (
	"encoding/json"

	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// The types of live frames beside the draft's own. A page is not sent them: they are for who asked one message and follows its answer.
const (
	FrameMode     = "assistant.mode"     // who answers which messages
	FrameThinking = "assistant.thinking" // a model is asked
	FrameTool     = "assistant.tool"     // a tool begins or ends
	FrameCached   = "assistant.cached"   // the words were found before
	FrameSilent   = "assistant.silent"   // the messages have ended without a word
	FrameError    = "assistant.error"    // the messages have ended without a word, which nobody wanted
)

// Who answers.
const (
	ModeModel  = "ai"
	ModeRules  = "rules"
	ModePerson = "person"
)

// The states of a tool.
const (
	ToolStarted = "started"
	ToolEnded   = "ended"
)

// FrameProgress is what a frame says of the turn behind it. It is for the door, which never shows Answers.
type FrameProgress struct {
	// Answers are the messages that the turn answers, by their ids inside.
	Answers []string `json:"answers,omitempty"`
	Mode    string   `json:"mode,omitempty"`
	Cached  bool     `json:"cached,omitempty"`
	Usage   *Usage   `json:"usage,omitempty"`
	// Index counts a draft's pieces from 0: nobody keeps them, and one that is missing is noticed.
	Index int    `json:"index,omitempty"`
	Tool  string `json:"tool,omitempty"`
	State string `json:"state,omitempty"`
	// Reason is a code: why a message has ended without a word.
	Reason string `json:"reason,omitempty"`
}

// Usage is what the calls of models behind a reply took, in tokens.
type Usage struct {
	Input  uint64 `json:"input"`
	Output uint64 `json:"output"`
}

// Progress reports whether a live frame is one that pages are not sent.
func (f Frame) Progress() bool {
	switch f.Type {
	case FrameMode, FrameThinking, FrameTool, FrameCached, FrameSilent, FrameError:
		return true
	}
	return false
}

// Delta returns a live piece of a turn's draft, for the conversation's live subject.
func Delta(turnID string, index int, text string) []byte {
	return Live(Frame{Type: FrameDelta, TurnID: turnID, Text: text, FrameProgress: FrameProgress{Index: index}})
}

// Withdrawn returns the frame that takes a turn's draft back: superseded, refused, or a person took over.
func Withdrawn(turnID string) []byte { return Live(Frame{Type: FrameWithdrawn, TurnID: turnID}) }

// Live encodes a frame for the conversation's live subject.
func Live(f Frame) []byte {
	f.V = frameVersion
	data, err := json.Marshal(f)
	if err != nil {
		panic("channel: encode a live frame: " + err.Error()) // strings and numbers always encode
	}
	return data
}

// progressOf is what a reply says of its turn.
func progressOf(r *recadov1.ReplyDrafted) FrameProgress {
	p := FrameProgress{Answers: r.GetMessageIds()}
	switch by := r.GetAnsweredBy(); {
	case r.GetPerson():
		p.Mode = ModePerson
	case by == recadov1.AnsweredBy_ANSWERED_BY_RULES:
		p.Mode = ModeRules
	case by != recadov1.AnsweredBy_ANSWERED_BY_UNSPECIFIED:
		p.Mode, p.Cached = ModeModel, by == recadov1.AnsweredBy_ANSWERED_BY_CACHE
	}
	if r.GetInputTokens()+r.GetOutputTokens() > 0 {
		p.Usage = &Usage{Input: r.GetInputTokens(), Output: r.GetOutputTokens()}
	}
	return p
}
