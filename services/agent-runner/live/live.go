// Package live shows a draft while a model writes it.
package live

import (
	"strings"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/services/agent-runner/grounding"
	"github.com/recado/recado/services/agent-runner/temperature"
)

// Draft shows a draft while a remote model writes it: sentence by sentence, masked, without what a reply may not hold, and only as far as
// evidence supports it. It is a draft: the reply replaces it, and whatever is not said after all is withdrawn.
type Draft struct {
	send         func(conversation string, data []byte) error
	conversation string
	turn         string

	masked  *guard.Stream
	links   guard.Links
	leaks   func(text string) bool
	holds   func(text string) bool // evidence supports the draft so far
	pending string                 // masked, not shown yet
	said    strings.Builder
	silent  bool // no more of this draft is shown
	shown   bool
	pieces  int // of this draft that were shown
	told    progress
}

// Watched are the channels whose page shows a draft.
func Watched(name string) bool { return name == "webchat" || name == "voice" }

// New is nothing yet; send passes pieces on to whoever watches a conversation.
func New(send func(string, []byte) error, conversation, turn string) *Draft {
	return &Draft{send: send, conversation: conversation, turn: turn}
}

// Begin starts a draft; keep are the values that the business may say.
func (d *Draft) Begin(links guard.Links, leaks, holds func(string) bool, keep ...string) {
	d.masked, d.links, d.leaks, d.holds, d.pending, d.silent = guard.NewStream(keep...), links, leaks, holds, "", false
	d.pieces = 0
	d.said.Reset()
}

// Show takes a piece of the draft and passes on what is whole sentences. One that says what nothing supports ends the showing, until the
// whole draft is decided: it may be let pass after all.
func (d *Draft) Show(piece string) {
	if d.silent {
		return
	}
	d.pending = temperature.Without(d.pending + d.masked.Write(piece))
	d.release(wordsEnd(d.pending[:min(sentencesEnd(d.pending), temperature.Held(d.pending))]))
}

// Finish passes on the rest of a draft that is whole.
func (d *Draft) Finish() {
	if !d.silent {
		d.pending, _ = temperature.Extract(d.pending + d.masked.Flush())
		d.release(len(d.pending))
	}
}

// release passes on what waits up to an end.
func (d *Draft) release(end int) {
	if end == 0 {
		return
	}
	text, _ := d.links.Strip(d.pending[:end])
	d.pending = d.pending[end:]
	d.said.WriteString(text)
	switch said := d.said.String(); {
	case d.leaks(said):
		d.silent = true
		d.Withdraw()
		return
	case !d.holds(said):
		d.silent = true
		return
	}
	d.shown = true
	_ = d.send(d.conversation, channel.Delta(d.turn, d.pieces, text)) // the reply says it all
	d.pieces++
}

// maxSentence bounds what waits for the end of its sentence: a longer one is shown by its words.
const maxSentence = 400

// sentencesEnd is the index after the last whole sentence or line, and the blank after it.
func sentencesEnd(text string) int {
	end := 0
	for i := 0; i+1 < len(text); i++ {
		blank := text[i+1] == ' ' || text[i+1] == '\n'
		if text[i] == '\n' || blank && strings.IndexByte(".!?", text[i]) >= 0 && !grounding.Shortened(text[:i]) {
			end = i + 1
			if blank {
				end++
			}
		}
	}
	if end == 0 && len(text) > maxSentence {
		return len(text)
	}
	return end
}

// maxLink bounds what waits for the end of a Markdown link.
const maxLink = 512

// wordsEnd is the index after the last blank before which no Markdown link is open.
func wordsEnd(text string) int {
	end := strings.LastIndexAny(text, " \n\t") + 1
	open := strings.LastIndexByte(text[:end], '[')
	if open < 0 || end-open > maxLink {
		return end
	}
	rest := text[open:end]
	words := strings.IndexByte(rest, ']')
	closed := words >= 0 && (!strings.HasPrefix(rest[words+1:], "(") || strings.IndexByte(rest[words:], ')') >= 0)
	if closed {
		return end
	}
	return len(strings.TrimSuffix(text[:open], "!"))
}

// Withdraw takes back what was shown; nobody may watch.
func (d *Draft) Withdraw() {
	if d == nil {
		return
	}
	d.pending = ""
	if d.shown {
		d.shown = false
		_ = d.send(d.conversation, channel.Withdrawn(d.turn))
	}
}
