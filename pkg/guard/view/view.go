// Package view reads one text in several ways, each with the way back to the original: plain, and with its disguises taken off.
package view

import (
	"sort"
	"unicode/utf8"
)

// Kind says how a view reads its text.
type Kind uint8

// The kinds of view.
const (
	// Plain is the text without hidden characters and with compatibility forms resolved.
	Plain Kind = iota
	// Confusable has letters of other scripts that look like Latin ones written as those.
	Confusable
	// Leet has digits and symbols between letters written as the letters that they stand for.
	Leet
	// Spaced has letters and syllables that were written apart joined.
	Spaced
	// Split has words that were written together ("tusInstrucciones", "tus_instrucciones") apart.
	Split
	// Base64 has base64 and base32 decoded.
	Base64
	// Hex has hexadecimal bytes decoded.
	Hex
	// Percent has the percent escapes of addresses decoded.
	Percent
	// HTML has HTML entities decoded.
	HTML
	// Escape has the escapes of programming languages and octal bytes decoded.
	Escape
	// Binary has bits decoded.
	Binary
	// Decimal has the decimal codes of characters decoded.
	Decimal
	// Morse has Morse code decoded.
	Morse
	// Rot13 has letters shifted back, by thirteen or another number.
	Rot13
	// Atbash has the alphabet turned round.
	Atbash
	// Reversed is the text read backwards: letters, or words.
	Reversed
	// Flipped is upside-down text set upright.
	Flipped
	// Tags holds what invisible tag characters spell.
	Tags
	// Selectors holds the bytes that variation selectors carry.
	Selectors
	// Bits holds what characters without width spell in bits.
	Bits
	// Emoji has emoji of letters written as letters.
	Emoji
	// Gaps has blanks where characters without width part words.
	Gaps
	// Jumbled has words whose letters were shuffled, or said twice, as they are known.
	Jumbled
	kinds
)

var kindNames = [kinds]string{
	"plain", "confusable", "leet", "spaced", "split", "base64", "hex", "percent", "html", "escape", "binary", "decimal",
	"morse", "rot13", "atbash", "reversed", "flipped", "tags", "selectors", "bits", "emoji", "gaps", "jumbled",
}

// String returns the kind in lower case.
func (k Kind) String() string {
	if k < kinds {
		return kindNames[k]
	}
	return "unknown"
}

// View is a text as a rule reads it, with the way back to the original.
type View struct {
	Text string
	// At holds, per byte of Text and one past it, the byte offset in the original, never falling; nil where both are equal.
	At []int32
	// Kind is the last disguise that was taken off; of several in one text the first.
	Kind Kind
	// Depth counts the disguises taken off one after the other: 0 for the plain view, at most 2.
	Depth int
	// Hidden counts the characters without width that were left out and that no honest text needs.
	Hidden int
	// Tags counts those among Hidden that spell invisible ASCII.
	Tags int
	// Dressed counts the plain view's letters that were written as others: full-width, mathematical, circled, small capitals.
	Dressed int
	// DressedWords counts the words that begin with one, and DressedRows the rows of such words.
	DressedWords, DressedRows int
	// Torn counts the plain view's letters that stand alone between hidden characters, as no hyphenation leaves them.
	Torn int
	// Apart counts the letters that had stood alone, in rows of them; Rows counts those rows and words in three syllables or more.
	Apart, Rows int
	// Proof is how many bits less its words cost than before, where a cipher was taken off; where blanks were, how many stood
	// within words; where letters of other scripts were, how many words had them.
	Proof int
	// Legible counts the words that people write among those that were put together from letters, or freed of digits and of
	// letters of other scripts.
	Legible int
	// Encoded counts the Latin letters that had been encoded: addresses and mail encode others only.
	Encoded int
	// Guess is set where little speaks for a disguise, or for one that was taken off before.
	Guess bool
}

// Original returns the byte span of the original text that v.Text[start:end] came from. What was decoded, or read
// backwards, comes from the whole of its disguise.
func (v *View) Original(start, end int) (int, int) {
	if v.At == nil || start >= end {
		return start, end
	}
	next := end
	if v.At[end] == v.At[end-1] { // one character of the original became several: it is taken whole
		next += sort.Search(len(v.Text)-end, func(i int) bool { return v.At[end+i] != v.At[end-1] })
	}
	return int(v.At[start]), int(v.At[next])
}

// origin returns the offset in the original of byte i of the view.
func (v *View) origin(i int) int32 {
	if v.At == nil {
		return int32(i)
	}
	return v.At[i]
}

// reading is a view being written.
type reading struct {
	from *View
	text []byte
	at   []int32
	kind Kind
	// done is how much of from is written.
	done int
	// changed is set once something reads differently.
	changed bool
	// encoded counts Latin letters that were decoded.
	encoded int
	// proof, apart and rows are View's.
	proof, apart, rows int
	// legible is View's.
	legible int
	// bright counts the letters of pieces that are words now, dark those of pieces that are none still.
	bright, dark int
	// spots are the passages that read differently, in order; without any it is the whole.
	spots []spot
	// tries counts the rows that were tried in ciphers.
	tries int
	// end is where the reading ends in the original.
	end int32
}

func (r *reading) begin(from *View, kind Kind) {
	*r = reading{from: from, kind: kind, text: r.text[:0], at: r.at[:0], spots: r.spots[:0], end: from.origin(len(from.Text))}
}

// copyTo writes the parent as it is up to byte end.
func (r *reading) copyTo(end int) {
	if r.done >= end {
		return
	}
	r.text = append(r.text, r.from.Text[r.done:end]...)
	if r.from.At == nil {
		for i := r.done; i < end; i++ {
			r.at = append(r.at, int32(i))
		}
	} else {
		r.at = append(r.at, r.from.At[r.done:end]...)
	}
	r.done = end
}

// put writes what the parent's bytes up to end mean, as far as they are not written.
func (r *reading) put(meaning []byte, end int) {
	at := r.from.origin(r.done)
	r.text = append(r.text, meaning...)
	for range meaning {
		r.at = append(r.at, at)
	}
	r.done = max(end, r.done)
	r.spot(len(r.text) - len(meaning))
}

// putByte is put for one byte.
func (r *reading) putByte(c byte, end int) {
	r.text, r.at = append(r.text, c), append(r.at, r.from.origin(r.done))
	r.done = max(end, r.done)
	r.spot(len(r.text) - 1)
}

// skipTo leaves the parent's bytes up to end out.
func (r *reading) skipTo(end int) {
	r.done = max(end, r.done)
	r.spot(len(r.text))
}

// finish returns the view, of at most room bytes: of a longer one the head and the tail.
func (r *reading) finish(room int) View {
	r.at = append(r.at, r.end)
	if n := len(r.text); n > room {
		cut, from := room/2-1, n-room/2
		for !utf8.RuneStart(r.text[cut]) {
			cut--
		}
		for !utf8.RuneStart(r.text[from]) {
			from++
		}
		r.text[cut] = '\n'
		cut++
		r.text = append(r.text[:cut], r.text[from:]...)
		r.at = append(r.at[:cut], r.at[from:]...)
	}
	return View{
		Text: string(r.text), At: r.at, Kind: r.kind, Depth: r.from.Depth + 1,
		Encoded: r.encoded, Proof: r.proof, Apart: r.apart, Rows: r.rows, Legible: r.legible, Guess: r.from.Guess || r.guess(),
	}
}

// minEncoded is how many Latin letters are encoded where somebody means to hide them.
const minEncoded = 12

func (r *reading) guess() bool {
	switch r.kind {
	case Percent, HTML, Escape:
		return r.encoded < minEncoded
	case Base64:
		return r.encoded == 0
	case Reversed, Rot13:
		return r.proof < sureProof
	}
	return false
}
