package guard

import (
	"sync"
	"unicode/utf8"

	"github.com/recado/recado/pkg/guard/pii"
	"github.com/recado/recado/pkg/guard/view"
)

// Mask returns a text that may leave (a reply, a tool's result, a log of a gateway): hidden characters are gone and
// personal data reads [DATO PROTEGIDO]. Tokens stay, for the vault to reveal. Values in keep stay too, whatever their
// spacing: the business's own phone and address.
func Mask(text string, keep ...string) string {
	s := streamPool.Get().(*Stream)
	s.reset(keep)
	s.read(text, true)
	out := text
	if string(s.out) != text {
		out = string(s.out)
	}
	if cap(s.text) <= maxKept {
		s.keep = nil
		streamPool.Put(s)
	}
	return out
}

var streamPool = sync.Pool{New: func() any { return new(Stream) }}

// Stream masks a text that comes in pieces as Mask masks the whole of it, however it is cut. It holds back no more than
// what may still become personal data. Not for concurrent use.
type Stream struct {
	keep   []string
	finder pii.Finder
	views  view.Buffer
	sight  view.Sight
	// joiners counts the characters without width since the last with one.
	joiners int
	cut     []byte // the beginning of a character whose end is to come
	broken  bool   // the bytes before were no character
	text    []byte // valid text, from base on
	base    int
	plain   []byte // its plain view, from pii.Lookback bytes before done on
	at      []int  // per byte of plain, where its character begins
	done    int    // of plain: decided up to here
	sent    int    // of the text: written up to here
	masked  bool   // the last thing written stands for a find: hidden characters after it belong to it
	out     []byte
}

// NewStream returns a stream that leaves the values in keep as they are.
func NewStream(keep ...string) *Stream { return &Stream{keep: keep} }

func (s *Stream) reset(keep []string) {
	s.finder.Reset()
	s.keep, s.sight, s.joiners, s.broken, s.masked = keep, view.Sight{}, 0, false, false
	s.cut, s.text, s.plain, s.at, s.out = s.cut[:0], s.text[:0], s.plain[:0], s.at[:0], s.out[:0]
	s.base, s.done, s.sent = 0, 0, 0
}

// Write takes the next piece and returns what may be shown by now, which may be nothing.
func (s *Stream) Write(chunk string) string {
	s.read(chunk, false)
	return string(s.out)
}

// Flush ends the text and returns what was held back. The stream is then ready for another text.
func (s *Stream) Flush() string {
	s.read("", true)
	out := string(s.out)
	s.reset(s.keep)
	return out
}

// read leaves what may be shown in s.out.
func (s *Stream) read(chunk string, final bool) {
	s.out = s.out[:0]
	s.take(chunk, final)
	text := string(s.plain)
	goes := s.finder.Going()
	done := s.finder.Scan(text, s.done, final)
	for _, sp := range s.finder.Take() {
		if goes && sp.Start == s.done {
			s.drop(sp.End)
		} else {
			s.show(s.offset(sp.Start))
			s.find(sp, text[sp.Start:sp.End])
		}
		goes = false
	}
	s.show(s.offset(done))
	s.done = done
	s.forget()
}

// take appends a piece, without hidden characters, to the text and to its plain view.
func (s *Stream) take(chunk string, final bool) {
	start := len(s.text)
	if len(s.cut) == 0 && utf8.ValidString(chunk) {
		s.broken = s.broken && chunk == ""
		for _, r := range chunk {
			s.add(r)
		}
	} else {
		s.repair(chunk, final)
	}
	if len(s.text) == start {
		return
	}
	v := s.views.Plain(string(s.text[start:]))
	s.plain = append(s.plain, v.Text...)
	for i := range len(v.Text) {
		at := i
		if v.At != nil {
			at = int(v.At[i])
		}
		s.at = append(s.at, s.base+start+at)
	}
}

// maxJoiners bounds how many characters without width may follow each other: no emoji and no script needs more.
const maxJoiners = 8

// add appends a character that a reader needs.
func (s *Stream) add(r rune) {
	shown := s.sight.Shows(r)
	if r < utf8.RuneSelf || !view.Invisible(r) {
		s.joiners = 0
	} else {
		s.joiners++
	}
	if shown && s.joiners <= maxJoiners {
		s.text = utf8.AppendRune(s.text, r)
	}
}

// repair appends a piece with a replacement character for each run of bytes that are no text.
func (s *Stream) repair(chunk string, final bool) {
	s.cut = append(s.cut, chunk...)
	rest := s.cut
	for len(rest) > 0 {
		r, size := utf8.DecodeRune(rest)
		wrong := r == utf8.RuneError && size == 1
		if wrong && !final && !utf8.FullRune(rest) {
			break
		}
		if !wrong || !s.broken {
			s.add(r)
		}
		s.broken = wrong
		rest = rest[size:]
	}
	s.cut = append(s.cut[:0], rest...)
}

// offset returns where in the text the character of a place of the plain view begins.
func (s *Stream) offset(plain int) int {
	if plain < len(s.at) {
		return s.at[plain]
	}
	return s.base + len(s.text)
}

// show writes the text up to a place.
func (s *Stream) show(to int) {
	for s.masked && s.sent < to {
		r, size := utf8.DecodeRune(s.text[s.sent-s.base:])
		if s.masked = view.Invisible(r); s.masked {
			s.sent += size
		}
	}
	if s.sent < to {
		s.out = append(s.out, s.text[s.sent-s.base:to-s.base]...)
		s.sent = to
	}
}

// find writes what stands for a find, or the find where the business may say it.
func (s *Stream) find(sp pii.Span, value string) {
	if sp.Kind != pii.TypeSecret && keeps(s.keep, value) {
		s.show(s.behind(sp.End))
		return
	}
	s.drop(sp.End)
	s.out = append(s.out, Protected...)
}

// drop leaves out the text up to a place of the plain view.
func (s *Stream) drop(plain int) {
	if plain > 0 {
		s.sent = max(s.sent, s.behind(plain))
	}
	s.masked = true
}

// behind returns the end of the character to which the byte before a place of the plain view belongs.
func (s *Stream) behind(plain int) int {
	at := s.at[plain-1]
	if at < s.base {
		return s.base
	}
	_, size := utf8.DecodeRune(s.text[at-s.base:])
	return at + size
}

// forget lets go of what no decision needs any more.
func (s *Stream) forget() {
	if n := s.done - pii.Lookback; n > 0 {
		s.plain = append(s.plain[:0], s.plain[n:]...)
		s.at = append(s.at[:0], s.at[n:]...)
		s.done -= n
	}
	if n := s.sent - s.base; n > 0 {
		s.text = append(s.text[:0], s.text[n:]...)
		s.base += n
	}
}
