package view

// script is the writing that a letter belongs to; none for what belongs to all.
type script uint8

const (
	none script = iota
	latin
	phonetic // Latin letters of no honest Spanish or English word
	greek
	cyrillic
	armenian
	hebrew
	arabic
	thai
	georgian
	cherokee
	canadian
	coptic
	yi
	lisu
	han
	money
	rare
)

// ranges of the scripts, rising.
var ranges = [...]struct {
	last rune
	of   script
}{
	{'@', none},
	{'Z', latin},
	{'`', none},
	{'z', latin},
	{0xA1, none},
	{0xA5, money},
	{0xA6, none},
	{0xA7, money},
	{0xA8, none},
	{0xA9, money},
	{0xAD, none},
	{0xAE, money},
	{0xB4, none},
	{0xB5, phonetic},
	{0xBF, none},
	{0xD6, latin},
	{0xD7, none},
	{0xF6, latin},
	{0xF7, none},
	{0xFF, latin},
	{0x2AF, phonetic},
	{0x36F, none},
	{0x3FF, greek},
	{0x482, cyrillic},
	{0x489, none},
	{0x52F, cyrillic},
	{0x58F, armenian},
	{0x5CF, none},
	{0x5F4, hebrew},
	{0x5FF, none},
	{0x7BF, arabic},
	{0xDFF, rare},
	{0xE3E, thai},
	{0xE3F, money},
	{0xE7F, thai},
	{0x109F, rare},
	{0x10FF, georgian},
	{0x139F, rare},
	{0x13FF, cherokee},
	{0x167F, canadian},
	{0x1CFF, rare},
	{0x1D7F, phonetic},
	{0x1EFF, phonetic},
	{0x1FFF, greek},
	{0x209F, none},
	{0x20BF, money},
	{0x213F, none},
	{0x2C5F, none},
	{0x2C7F, phonetic},
	{0x2CFF, coptic},
	{0x2DFF, rare},
	{0x2E7F, none},
	{0x9FFF, han},
	{0xA4CF, yi},
	{0xA4FF, lisu},
	{0xA63F, rare},
	{0xA69F, cyrillic},
	{0xA71F, rare},
	{0xA7FF, phonetic},
	{0xAB2F, rare},
	{0xAB6F, phonetic},
	{0xABBF, cherokee},
	{0xD7FF, rare},
	{0xFAFF, none},
	{0xFDFF, arabic},
	{0xFE6F, none},
	{0xFEFC, arabic},
	{0xFFFF, none},
}

func scriptOf(c rune) script {
	if c > 0xFFFF {
		return none
	}
	if int(c) < len(scripts) {
		return scripts[c]
	}
	return search(c)
}

// scripts holds the scripts of the commonest letters.
var scripts = func() (t [0x600]script) {
	for c := range t {
		t[c] = search(rune(c))
	}
	return t
}()

func search(c rune) script {
	low, high := 0, len(ranges)-1
	for low < high {
		if mid := (low + high) / 2; c > ranges[mid].last {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return ranges[low].of
}
