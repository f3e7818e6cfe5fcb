package language

// The kinds of features; a kind is mixed into the hash, so that equal words of two kinds do not meet.
const (
	featWord uint32 = iota + 1
	featPair
	featSkip
	featSound
	featSoundPair
	featPart
	featFirst
	featLast
	featShape
	featMark
	featContext
	featTriple
	featConcept
	featConcepts
	featWordConcept
)

// Feature is a hashed feature of the given kind, 100 and above for those of other packages.
func Feature(kind uint32, values ...uint32) uint32 {
	h := mix(hashSeed, kind)
	for _, v := range values {
		h = mix(h, v)
	}
	return h
}

const hashSeed = 2166136261

func mix(h, v uint32) uint32 {
	h = (h ^ v) * 0x9E3779B1
	return h ^ h>>15
}

// Hash is a hash of a word, for features.
func Hash(s string) uint32 {
	h := uint32(hashSeed)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h ^ h>>15
}

// The parts of words that count together, in letters, the word's bounds among them.
const (
	minPart = 3
	maxPart = 4
	// Words of fewer letters have no parts.
	minLetters = 4
	// Texts are read up to this many words for features.
	FeatureWords = 160
)

// Features appends the hashed features of a text's words to keys: the words, their neighbours, how they sound, their parts, and
// what they mean.
func Features(t Text, keys []uint32) []uint32 {
	var word, sound [3]uint32 // of this word and the two before it
	words := 0
	for i := range t.Tokens {
		tok := &t.Tokens[i]
		if tok.Kind == Mark {
			if tok.Norm != "," && tok.Norm != "." {
				keys = append(keys, Feature(featMark, Hash(markOf(tok.Norm))))
			}
			continue
		}
		if words++; words > FeatureWords {
			break
		}
		word = [3]uint32{wordHash(tok), word[0], word[1]}
		sound = [3]uint32{soundHash(tok, word[0]), sound[0], sound[1]}
		keys = append(keys, mix(featWord, word[0]), Feature(featPair, word[1], word[0]), mix(featSound, sound[0]), Feature(featSoundPair, sound[1], sound[0]))
		if words > 2 {
			keys = append(keys, Feature(featTriple, word[2], word[1], word[0]))
			keys = append(keys, Feature(featSkip, word[2], word[0]))
		}
		if words == 1 {
			keys = append(keys, mix(featFirst, word[0]))
		}
		if tok.Kind == Word && tok.Said != tok.Norm {
			keys = append(keys, mix(featWord, Hash(tok.Said)))
		}
		if tok.Kind == Word && len(tok.Said) >= minLetters {
			keys = parts(tok.Said, keys)
		}
	}
	keys = conceptFeatures(t, keys)
	return append(keys, mix(featLast, word[0]), Feature(featPair, word[0], 0), Feature(featShape, bin(words)))
}

// InContext appends the words of a text as they are in the place that context stands for.
func InContext(t Text, context uint32, keys []uint32) []uint32 {
	words := 0
	for i := range t.Tokens {
		if t.Tokens[i].Kind == Mark {
			continue
		}
		if words++; words > FeatureWords {
			break
		}
		keys = append(keys, Feature(featContext, context, wordHash(&t.Tokens[i])))
	}
	return keys
}

// markOf is one word for all of personal data's tokens of a type: "[TEL_2]" is "[TEL".
func markOf(s string) string {
	if s[0] != '[' {
		return s
	}
	for i := range len(s) {
		if s[i] == '_' || s[i] == ']' {
			return s[:i]
		}
	}
	return s
}

// wordHash is a word's hash; numbers count by how great they are.
func wordHash(t *Token) uint32 {
	if t.Kind == Number {
		switch {
		case t.Value < 0:
			return 1
		case t.Value <= 12:
			return 2
		case t.Value <= 31:
			return 3
		case t.Value < 100:
			return 4
		case t.Value < 1000:
			return 5
		}
		return 6
	}
	if t.word != 0 {
		return t.known().hash
	}
	return Hash(t.Norm)
}

// soundHash is the hash of how a word sounds in Spanish: without h and doubled letters, with one letter for b and v, for s, z
// and soft c, for k, qu and hard c, for ll and y, for j and soft g.
func soundHash(t *Token, word uint32) uint32 {
	if t.Kind == Number {
		return word
	}
	if t.word != 0 && t.Said == t.Norm {
		return t.known().sound
	}
	return Sound(t.Said)
}

// soundOf is the letter that stands for the sound of byte i of a word, and 0 where it has none.
func soundOf(w string, i int) byte {
	next := byte(0)
	if i+1 < len(w) {
		next = w[i+1]
	}
	soft := next == 'e' || next == 'i'
	switch c := w[i]; c {
	case 'h':
		return 0
	case 'v', 'w':
		return 'b'
	case 'z':
		return 's'
	case 'c':
		switch {
		case soft:
			return 's'
		case next == 'h':
			return 'C'
		}
		return 'k'
	case 'q':
		return 'k'
	case 'u':
		if i > 0 && (w[i-1] == 'q' || w[i-1] == 'g') && soft {
			return 0
		}
		return c
	case 'g':
		if soft {
			return 'j'
		}
		return c
	case 'l':
		if next == 'l' {
			return 'y'
		}
		if i > 0 && w[i-1] == 'l' {
			return 0
		}
		return c
	case 'x':
		return 'j'
	default:
		return c
	}
}

func parts(w string, keys []uint32) []uint32 {
	for from := -1; from <= len(w)-minPart+1; from++ {
		h := mix(hashSeed, featPart)
		for n := range maxPart {
			at := from + n
			if at > len(w) {
				break
			}
			c := byte(' ')
			if at >= 0 && at < len(w) {
				c = w[at]
			}
			h = (h ^ uint32(c)) * 16777619
			if n+1 >= minPart {
				keys = append(keys, h^h>>15)
			}
		}
	}
	return keys
}

// bin is the number of binary digits of n, at most 8.
func bin(n int) uint32 {
	b := uint32(0)
	for ; n > 0 && b < 8; n >>= 1 {
		b++
	}
	return b
}
