package view

import "strings"

// filler reports characters without ink that are as wide as a letter.
func filler(r rune) bool { return r == 0x2800 || r == 0x3164 || r == 0x115F || r == 0xFFA0 }

// combining reports marks that stand on the character before them.
func combining(r rune) bool {
	switch {
	case r < 0x300:
		return false
	case r <= 0x36F:
		return true
	}
	return r >= 0x483 && r <= 0x489 || r >= 0x1AB0 && r <= 0x1AFF || r >= 0x1DC0 && r <= 0x1DFF || r >= 0x20D0 && r <= 0x20FF || r >= 0xFE20 && r <= 0xFE2F
}

// accent reports the marks that letters of European languages have, one each; more are an ornament, or a disguise.
func accent(r rune) bool {
	switch r {
	case 0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x30A, 0x30B, 0x30C, 0x323, 0x327, 0x328:
		return true
	}
	return false
}

// framed returns the letter in a circle, square or brackets, or the small capital, that Unicode leaves undecomposed or
// decomposes with its brackets; 0 for what is none.
func framed(r rune) byte {
	switch {
	case r >= 0x249C && r <= 0x24B5:
		return 'a' + byte(r-0x249C)
	case r >= 0x1F110 && r <= 0x1F129:
		return 'A' + byte(r-0x1F110)
	case r >= 0x1F150 && r <= 0x1F169:
		return 'A' + byte(r-0x1F150)
	case r >= 0x1F170 && r <= 0x1F189:
		return 'A' + byte(r-0x1F170)
	case r >= 0x1D00 && r <= 0x1D22 || r >= 0xA730 && r <= 0xA7AF:
		return smallCapital(r)
	case r > 0x2800 && r < 0x2840:
		return braille[r-0x2800]
	}
	return 0
}

// braille holds the letters by their dots.
var braille = func() (t [64]byte) {
	const dots = "1 12 14 145 15 124 1245 125 24 245 13 123 134 1345 135 1234 12345 1235 234 2345 136 1236 2456 1346 13456 1356 " +
		"12356 2346 34 346 23456 12456"
	for i, letter := range strings.Fields(dots) {
		at := 0
		for _, c := range letter {
			at |= 1 << (c - '1')
		}
		t[at] = "abcdefghijklmnopqrstuvwxyzaeioun"[i]
	}
	return t
}()

// smallCapital returns the letter of a small capital, or 0.
func smallCapital(r rune) byte {
	for i, c := range smallCapitals {
		if c == r {
			return "ginrybhlacdejkmoptuvwzfsq"[i]
		}
	}
	return 0
}

var smallCapitals = [...]rune{'ɢ', 'ɪ', 'ɴ', 'ʀ', 'ʏ', 'ʙ', 'ʜ', 'ʟ', 'ᴀ', 'ᴄ', 'ᴅ', 'ᴇ', 'ᴊ', 'ᴋ', 'ᴍ', 'ᴏ', 'ᴘ', 'ᴛ', 'ᴜ', 'ᴠ', 'ᴡ', 'ᴢ', 'ꜰ', 'ꜱ', 'ꞯ'}
