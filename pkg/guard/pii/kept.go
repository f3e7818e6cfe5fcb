package pii

import "strings"

// kept is what remembers a secret that was found, so that it is known when it is said again, and what is listed after it.
type kept struct {
	look
	first byte
	hash  uint32
}

// secrets are the last ones found.
type secrets struct {
	seen [2]kept
	n    int
}

const (
	minKept = 5
	maxKept = 40
)

// keep remembers a secret with digits in it; a shorter one may be another thing the next time.
func (s *secrets) keep(text string, got Span) {
	word := text[got.Start:got.End]
	if got.Kind != TypeSecret || len(word) > maxKept {
		return
	}
	k := kept{look: shapeOf(word), first: word[0], hash: hashOf(word)}
	if k.digits == 0 {
		k = kept{}
	}
	s.seen[s.n%len(s.seen)] = k
	s.n++
}

// begins reports whether one of the secrets begins with c.
func (s *secrets) begins(c byte) bool {
	return s.n > 0 && (s.seen[0].first == c || s.seen[1].first == c)
}

func hashOf(word string) uint32 {
	hash := uint32(hashBasis)
	for i := range len(word) {
		hash = mix(hash, word[i])
	}
	return hash
}

// last returns the secret found last.
func (s *secrets) last() kept {
	if s.n == 0 {
		return kept{}
	}
	return s.seen[(s.n-1)%len(s.seen)]
}

// keptStep recognises at pos a secret that was found before, or one that is listed right after another and looks alike.
func (f *Finder) keptStep(pos int) (got Span) {
	if f.kept.n == 0 {
		return got
	}
	if got = f.saidAgain(pos); got.Kind == "" && f.lastKind == TypeSecret && pos > f.last && pos-f.last <= maxJoin {
		got = f.listedSecret(pos)
	}
	return got
}

// saidAgain recognises a secret that was found before: "clave Lobo4412, sí, con ele de León, Lobo4412".
func (f *Finder) saidAgain(pos int) (got Span) {
	for _, k := range f.kept.seen[:min(f.kept.n, len(f.kept.seen))] {
		end := pos + k.length
		if k.first != f.text[pos] || k.length < minLock || k.length < minKept && !f.repeats(pos, pos+k.length) || f.at(end-1) == 0 || f.wordAt(end) {
			continue
		}
		if hashOf(f.text[pos:end]) == k.hash {
			return Span{TypeSecret, pos, end}
		}
	}
	return got
}

// repeats reports a number right after the one that it repeats.
func (f *Finder) repeats(pos, end int) bool {
	return pos-f.last <= maxJoin && f.alone(pos, end) && !f.unitAfter(end)
}

// maxJoin is how many bytes stand at most between two secrets of a list.
const maxJoin = 32

// listedSecret recognises what stands after a secret with nothing but a mark or joining words between, and is made as it:
// "8fk2-91mz, q7la-40xd", "ni 878613 ni 737533".
func (f *Finder) listedSecret(pos int) (got Span) {
	k := f.kept.last()
	joined, worded := f.joined(f.last, pos, k)
	if k.digits == 0 || k.length < minLock || !joined {
		return got
	}
	end := f.valueEnd(pos)
	if to := f.groupedPin(pos); to > 0 && k.letters == 0 {
		end = to
	}
	word := f.text[pos:end]
	s := shapeOf(word)
	switch {
	case worded && k.mixed() && s.mixed() && hasSmall(word) && !f.product(pos, end):
	case s.length != k.length || s.hyphens != k.hyphens || s.symbols != k.symbols || s.digits == 0 || (s.letters > 0) != (k.letters > 0):
		return got
	case s.letters > 0 && (s.length < minMixture || f.product(pos, end)):
		return got
	case s.letters == 0 && (s.digits > maxLock+2 || yearly(word) || f.unitAfter(end) || !f.alone(pos, end) || f.toOther(end)):
		return got
	}
	return Span{TypeSecret, pos, end}
}

// mixed reports letters and digits as a password has them.
func (s look) mixed() bool { return s.digits > 0 && s.letters > 2 && s.length >= minMixture }

// joined reports whether nothing but a mark or words that join stand between two secrets, and whether there are words; digits
// need one of those.
func (f *Finder) joined(from, pos int, k kept) (ok, worded bool) {
	between := f.text[from:pos]
	if strings.Trim(between, " ,;/|\n\r") == "" {
		return strings.Count(between, "\n") < 2 && (k.letters > 0 || strings.ContainsAny(between, ",;/|\n")), false
	}
	b := backward{text: between}
	for word := b.word(); word != ""; word = b.word() {
		if !inSet(alternatives, word) && !inSet(joining, word) && !inSet(joiners, word) && !inSet(arrivals, word) {
			return false, false
		}
		worded = true
	}
	return worded && strings.Trim(between[strings.LastIndexByte(between, ' ')+1:], "\"'") == "" && !strings.ContainsAny(between, "$:.?!\n(-@*"), worded
}

// joiners are further words between two secrets of a list.
var joiners = setOf("si no another it me te ni nor not segundo tercero otro con with tambien ultimo despues before")
