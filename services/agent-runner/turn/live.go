package turn

import (
	"strings"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/guard"
	"github.com/recado/recado/services/agent-runner/grounding"
)

// live shows a draft while a remote model writes it: sentence by sentence, masked, without what a reply may not hold, and only as far as
// evidence supports it. It is a draft: the reply replaces it, and whatever is not said after all is withdrawn.
type live struct {
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
}

// watched are the channels whose page shows a draft.
func watched(name string) bool { return name == "webchat" || name == "voice" }

// begin starts a draft; keep are the values that the business may say.
func (l *live) begin(links guard.Links, leaks, holds func(string) bool, keep ...string) {
	l.masked, l.links, l.leaks, l.holds, l.pending, l.silent = guard.NewStream(keep...), links, leaks, holds, "", false
	l.said.Reset()
}

// show takes a piece of the draft and passes on what is whole sentences. One that says what nothing supports ends the showing, until the
// whole draft is decided: it may be let pass after all.
func (l *live) show(piece string) {
	if l.silent {
		return
	}
	l.pending += l.masked.Write(piece)
	l.release(wordsEnd(l.pending[:sentencesEnd(l.pending)]))
}

// finish passes on the rest of a draft that is whole.
func (l *live) finish() {
	if !l.silent {
		l.pending += l.masked.Flush()
		l.release(len(l.pending))
	}
}

// release passes on what waits up to an end.
func (l *live) release(end int) {
	if end == 0 {
		return
	}
	text, _ := l.links.Strip(l.pending[:end])
	l.pending = l.pending[end:]
	l.said.WriteString(text)
	switch said := l.said.String(); {
	case l.leaks(said):
		l.silent = true
		l.withdraw()
		return
	case !l.holds(said):
		l.silent = true
		return
	}
	l.shown = true
	_ = l.send(l.conversation, channel.Delta(l.turn, text)) // the reply says it all
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

// withdraw takes back what was shown; nobody may watch.
func (l *live) withdraw() {
	if l == nil {
		return
	}
	l.pending = ""
	if l.shown {
		l.shown = false
		_ = l.send(l.conversation, channel.Withdrawn(l.turn))
	}
}
