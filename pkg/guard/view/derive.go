package view

import "strings"

// Bounds of what is derived from one text.
const (
	// MaxViews is how many derived views a text has at most.
	MaxViews = 8
	// MaxView is how many bytes a derived view has at most.
	MaxView = 8 << 10
	// maxDepth is how many disguises are taken off one after the other.
	maxDepth = 2
	// maxWork is how many bytes are read for the first views of one text, and moreWork for those that are derived from them; one
	// of half a kilobyte never comes to it.
	maxWork, moreWork = 8 * MaxView, 2 * MaxView
	// maxText is how many bytes the views of one text have together, and longText those of one of MaxView: reading them costs as
	// much as reading the text.
	maxText, longText = 2 * MaxView, MaxView / 2
	// maxThick is how many bytes are read of a text that reads differently all over, whose head and tail tell it, and thickText
	// how many its views have.
	maxThick, thickText = MaxView / 2, 3 << 10
	// minView is the room that is worth a further view.
	minView = 64
)

// derived is the memory of the views of one text beyond the plain one.
type derived struct {
	views    []View
	readings [MaxViews]reading
	work     int // bytes that may still be read
	room     int // bytes that views may still have

	out     []byte
	symbols []byte
	pieces  []piece
	leet    []leetWord
	decoder decoder
	votes   votes
	seams   seams
	proof   int     // of the text being read from its end
	tornAt  int     // where scraps are thickest
	told    bool    // the last view reads nearly all of a long text differently
	base    View    // what the first views are derived from
	parent  View    // what those of depth two are
	shortAt []int32 // of the base, if it was shortened
	spareAt []int32
}

// Derived returns further readings of the plain view that b.Plain returned last, each only where its trigger is present
// and each the whole text, of a long one what reads differently and what stands around it: what is not disguised stays as it is.
// There are at most MaxViews, the likelier first, of at most MaxView bytes, with at most two disguises taken off one after the
// other. Of a plain view longer than that the head and the tail are read. The slice and the offset maps are the buffer's
// until the next Plain; the texts may be kept.
func (b *Buffer) Derived(plain *View) []View {
	b.base = *plain
	b.shorten(&b.base, MaxView)
	b.views, b.work, b.room = b.views[:0], maxWork, roomFor(len(b.base.Text))
	if plain.Hidden > 0 {
		b.hidden(&b.base)
	}
	s := look(b.base.Text)
	if s.thick(len(b.base.Text)) {
		b.shorten(&b.base, maxThick)
		s.splitAt = 0
		b.work, b.room = b.work/2, min(b.room, thickText)
	}
	b.derive(&b.base, &s)
	if b.work = max(b.work, 0) + moreWork; len(b.base.Text) > minLong {
		b.work = moreWork
	}
	for i := 0; i < len(b.views) && len(b.views) < MaxViews; i++ {
		if b.parent = b.views[i]; b.parent.Depth >= maxDepth || b.work <= 0 {
			continue
		}
		b.work -= len(b.parent.Text)
		s := look(b.parent.Text)
		b.derive(&b.parent, &s)
	}
	return b.views
}

// roomFor returns how many bytes the views of a text of so many have together.
func roomFor(size int) int {
	if size <= minLong {
		return maxText
	}
	return max(longText, maxText-(size-minLong)*(maxText-longText)/(MaxView-minLong))
}

// shorten leaves a view that is longer than most its head and tail.
func (b *Buffer) shorten(v *View, most int) {
	if len(v.Text) <= most {
		return
	}
	cut, from := most/2-1, len(v.Text)-most/2
	for !runeStart(v.Text[cut]) {
		cut--
	}
	for !runeStart(v.Text[from]) {
		from++
	}
	at := b.spareAt[:0]
	for i := range cut + 1 {
		at = append(at, v.origin(i))
	}
	for i := from; i <= len(v.Text); i++ {
		at = append(at, v.origin(i))
	}
	v.Text, v.At = v.Text[:cut]+"\n"+v.Text[from:], at
	b.spareAt, b.shortAt = b.shortAt, at
}

func runeStart(c byte) bool { return c&0xC0 != 0x80 }

// hidden adds what characters without width hold.
func (b *Buffer) hidden(plain *View) {
	if plain.Tags > 0 {
		b.add(plain, readTags)
	}
	if plain.Hidden-plain.Tags >= 4 {
		b.add(plain, readSelectors)
		b.add(plain, readBits)
	}
	if plain.Text != "" {
		b.add(plain, readGaps)
	}
	if strings.ContainsRune(b.source[:min(len(b.source), maxSource)], 0x202E) {
		b.proof = sureProof
		b.add(plain, readBackwards)
	}
}

// derive adds the views of one text that its survey gives a reason for.
func (b *Buffer) derive(from *View, s *survey) {
	b.told = false
	if b.telling(from, s); b.told {
		return
	}
	if s.high {
		b.once(from, Confusable, readConfusable)
		b.once(from, Confusable, readCyrillic)
	}
	if s.emoji {
		b.once(from, Emoji, readEmoji)
	}
	if s.encoded() && (from.Kind != Leet || len(from.Text) <= minLong) { // no code survives that
		b.add(from, readEncoded)
	}
	if s.leet {
		b.once(from, Leet, readLeet)
		b.once(from, Leet, readLeetL)
	}
	if s.starred > 1 {
		b.add(from, readStars)
	}
	if s.singles >= minSingles-1 || s.shorts >= minShorts || s.joints > 0 {
		b.once(from, Spaced, readSpaced)
	}
	switch {
	case s.unknownWords >= minScraps && 5*s.unknownWords >= s.words:
		b.once(from, Spaced, readScraps)
	case s.splitScore >= minTorn && from.Depth == 0:
		b.tornAt = s.splitAt
		b.once(from, Spaced, readTorn)
	}
	b.unlike(from, s)
	if s.camel > 1 || s.under || s.joints > 1 || s.glued {
		b.once(from, Split, readSplit)
	}
}

// telling adds the views whose triggers honest texts hardly ever have; one that reads nearly all of a long text differently tells it.
func (b *Buffer) telling(from *View, s *survey) {
	if s.far >= minFar {
		b.once(from, Rot13, readRot47)
	}
	if s.turned > 2 {
		b.once(from, Flipped, readFlipped)
	}
	if s.doubledVowels >= minClearer {
		b.once(from, Jumbled, readBabble)
	}
	if s.pigLatin >= minClearer {
		b.once(from, Jumbled, readPig)
	}
}

// unlike adds the views of a text whose words are not those that people write.
func (b *Buffer) unlike(from *View, s *survey) {
	if s.ciphered() {
		b.turned(from, s)
	}
	if s.longUnknown >= minJumbled {
		b.once(from, Jumbled, readJumbled)
	}
	if s.known > 1 && (s.cues > 0 || s.words > 4 && speaksOfOrder(from.Text)) {
		b.once(from, Reversed, readOrderBackwards)
	}
}

// encoded reports marks of any encoding.
func (s *survey) encoded() bool {
	return s.percent || s.entity || s.escape || s.longest >= minBase64 || s.camel > 1 || s.digits >= 2*minCodes || s.marks > 7 || s.high && s.words < 3 || s.camel > 0 && s.longest >= minWord
}

// ciphered reports a text whose words are not of our languages, or that speaks of a cipher.
func (s *survey) ciphered() bool {
	return s.cues > 0 || s.reversed > 1 || s.mirrored > 1 || s.shifted > 1 || s.odd > 0 || s.rough > 0 || s.backward >= minProof || s.unlikely > 2 || s.words > 1 && s.known*8 < s.words || s.known == 0 && s.words > 0
}

// turned adds the text deciphered and read backwards.
func (b *Buffer) turned(from *View, s *survey) {
	back := 0
	if s.reversed > 0 || s.known < 2 {
		back = knownBackwards(from.Text)
	}
	b.work -= len(from.Text)
	b.votes = count(from.Text)
	b.proof = max(s.backward, b.votes.backShifted(), minGain*s.mirrored)
	certain := s.reversed > 1 || b.proof >= max(minProof, s.words) || s.mirrored > 1 || back > 1 && back > s.known
	if s.cues > 0 || certain {
		b.once(from, Reversed, readBackwards)
	}
	if certain || s.reversed > 0 && s.cues > 0 {
		b.once(from, Reversed, readWordsBackwards)
	}
	b.once(from, Rot13, readShifted)
	b.once(from, Atbash, readTurned)
}

// once adds a view unless its disguise was just taken off.
func (b *Buffer) once(from *View, kind Kind, read func(r *reading, b *Buffer) bool) bool {
	return from.Kind != kind && b.add(from, read)
}

// add keeps what read makes of a view, if it makes anything new, and reports whether it does.
func (b *Buffer) add(from *View, read func(r *reading, b *Buffer) bool) bool {
	if len(b.views) == MaxViews || b.work <= 0 || b.room < minView {
		return false
	}
	b.work -= len(from.Text)
	r := &b.readings[len(b.views)]
	r.begin(from, Plain)
	if !read(r, b) {
		return false
	}
	told := r.changes(from)
	if !b.fresh(r) {
		return false
	}
	b.told = told
	v := r.finish(min(MaxView, b.room-b.room/4))
	b.room -= len(v.Text)
	b.views = append(b.views, v)
	return true
}

// changes reports a reading that differs from nearly all of a long text.
func (r *reading) changes(from *View) bool {
	n := 0
	for _, s := range r.spots {
		n += s.to - s.from
	}
	return len(from.Text) > minLong && 4*n > 3*len(from.Text)
}

// fresh writes the rest of the reading and reports whether no view has its text.
func (b *Buffer) fresh(r *reading) bool {
	r.copyTo(len(r.from.Text))
	if string(r.text) == r.from.Text {
		return false
	}
	r.excerpt()
	for i := range b.views {
		if b.views[i].Text == string(r.text) {
			return false
		}
	}
	return true
}
