package view

import "unicode/utf8"

// letterEmoji are the emoji that hold words.
var letterEmoji = map[rune]string{
	0x1F18E: "ab", 0x1F191: "cl", 0x1F192: "cool", 0x1F193: "free", 0x1F194: "id", 0x1F195: "new", 0x1F196: "ng",
	0x1F197: "ok", 0x1F198: "sos", 0x1F199: "up", 0x1F19A: "vs", 0x1F51D: "top", 0x1F51A: "end", 0x1F519: "back",
	0x1F51B: "on", 0x1F51C: "soon", 0x1F51F: "10", 0x1F4B2: "s", 0x1F4A0: "o", 0x2B55: "o", 0x274C: "x", 0x2716: "x",
	0x2795: "t", 0x271D: "t", 0x2757: "i", 0x2139: "i", 0x1F4B0: "s", 0x26CE: "u", 0x264F: "m", 0x264D: "m", 0x2648: "y",
	0x303D: "m", 0x267F: "s", 0x1F170: "a", 0x1F171: "b", 0x1F17E: "o", 0x1F17F: "p",
}

func regional(c rune) bool { return c >= 0x1F1E6 && c <= 0x1F1FF }

// readEmoji writes regional indicators and emoji of letters as letters, unless all are flags.
func readEmoji(r *reading, _ *Buffer) bool {
	r.kind = Emoji
	letters, run, loose := 0, 0, false
	for i, c := range r.from.Text {
		if !regional(c) {
			loose = loose || run%2 == 1 || run > 5
			run = 0
		}
		if c < 0x2139 {
			continue
		}
		if regional(c) {
			r.copyTo(i)
			r.putByte(byte(c-0x1F1E6)+'a', i+utf8.RuneLen(c))
			run++
		} else if w := letterEmoji[c]; w != "" {
			r.copyTo(i)
			r.put([]byte(w), i+utf8.RuneLen(c))
			letters++
		}
	}
	return loose || run%2 == 1 || run > 5 || letters > 3
}
