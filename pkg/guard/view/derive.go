package view

// Bounds of what is derived from one text.
const (
	// MaxViews is how many derived views a text has at most.
	MaxViews = 8
	// MaxView is how many bytes a derived view has at most.
	MaxView = 8 << 10
	// maxDepth is how many disguises are taken off one after the other.
	maxDepth = 2
)

// derived is the memory of the views of one text beyond the plain one.
type derived struct {
	views    []View
	readings [MaxViews]reading
}

// Derived returns further readings of the plain view that b.Plain returned last, each only where its trigger is present
// and each the whole text: what is not disguised stays as it is. There are at most MaxViews, the likelier first, of at
// most MaxView bytes, with at most two disguises taken off one after the other. The slice and the offset maps are the
// buffer's until the next Plain; the texts may be kept.
func (b *Buffer) Derived(plain *View) []View {
	b.views = b.views[:0]
	if plain.Tags > 0 {
		b.add(plain, (*reading).readTags)
	}
	return b.views
}

// add keeps what read makes of a view, if it makes anything.
func (b *Buffer) add(from *View, read func(r *reading, b *Buffer) bool) {
	if len(b.views) == MaxViews {
		return
	}
	r := &b.readings[len(b.views)]
	r.begin(from, Plain)
	if read(r, b) {
		b.views = append(b.views, r.finish())
	}
}

func (r *reading) readTags(b *Buffer) bool {
	r.kind = Tags
	at := 0
	for i, c := range b.source {
		if !isTag(c) {
			continue
		}
		for at < len(r.from.Text) && int(r.from.origin(at)) < i {
			at++
		}
		r.copyTo(at)
		if c > 0xE0020 && c < 0xE007F || c == 0xE0020 {
			r.text, r.at = append(r.text, byte(c-0xE0000)), append(r.at, int32(i))
			r.changed = true
		}
	}
	return r.changed
}
