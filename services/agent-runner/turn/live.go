package turn

import (
	"strings"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/guard"
)

// live shows a draft while a remote model writes it: word by word, masked, and without what a reply may not hold. It is a
// draft: the reply replaces it, and whatever is not said after all is withdrawn.
type live struct {
	send         func(conversation string, data []byte) error
	conversation string
	turn         string

	masked  *guard.Stream
	links   guard.Links
	leaks   func(text string) bool
	pending string // masked, not shown yet
	said    strings.Builder
	silent  bool // this draft told what it must not
	shown   bool
}

// watched are the channels whose page shows a draft.
func watched(name string) bool { return name == "webchat" || name == "voice" }

// begin starts a draft; keep are the values that the business may say.
func (l *live) begin(links guard.Links, leaks func(string) bool, keep ...string) {
	l.masked, l.links, l.leaks, l.pending, l.silent = guard.NewStream(keep...), links, leaks, "", false
	l.said.Reset()
}

// show takes a piece of the draft and passes on what is whole words.
func (l *live) show(piece string) {
	if l.silent {
		return
	}
	l.pending += l.masked.Write(piece)
	end := wordsEnd(l.pending)
	if end == 0 {
		return
	}
	text, _ := l.links.Strip(l.pending[:end])
	l.pending = l.pending[end:]
	l.said.WriteString(text)
	if l.leaks(l.said.String()) {
		l.silent = true
		l.withdraw()
		return
	}
	l.shown = true
	_ = l.send(l.conversation, channel.Delta(l.turn, text)) // the reply says it all
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
