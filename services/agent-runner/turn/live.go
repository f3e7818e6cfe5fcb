package turn

import (
	"strings"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/guard"
)

// live shows a draft while a remote model writes it, sentence by sentence and masked. It is a draft: the reply replaces it,
// and whatever is not said after all is withdrawn.
type live struct {
	send         func(conversation string, data []byte) error
	conversation string
	turn         string
	pending      strings.Builder
	shown        bool
}

// watched are the channels whose page shows a draft.
func watched(name string) bool { return name == "webchat" || name == "voice" }

// show takes a piece of the draft and passes on what is whole sentences.
func (l *live) show(piece string) {
	l.pending.WriteString(piece)
	text := l.pending.String()
	end := sentenceEnd(text)
	if end < 0 {
		return
	}
	l.pending.Reset()
	l.pending.WriteString(text[end:])
	l.shown = true
	_ = l.send(l.conversation, channel.Delta(l.turn, guard.Mask(text[:end]))) // the reply says it all
}

// sentenceEnd is behind the last sentence that is whole, -1 where none is: a point counts before white space only, as one
// may stand inside an address or a figure.
func sentenceEnd(text string) int {
	for i := len(text) - 1; i > 0; i-- {
		switch {
		case text[i] == '\n':
			return i
		case text[i] == ' ' && strings.IndexByte(".!?", text[i-1]) >= 0:
			return i
		}
	}
	return -1
}

// withdraw takes back what was shown.
func (l *live) withdraw() {
	l.pending.Reset()
	if l.shown {
		l.shown = false
		_ = l.send(l.conversation, channel.Withdrawn(l.turn))
	}
}
