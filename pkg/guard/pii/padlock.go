package pii

// padlock reports three digits, as those of a small padlock, after a word for one: "el candado del locker lo puse con 381".
func (f *Finder) padlock(pos, end int) bool {
	if end-pos != minLock-1 || rounded(f.text[pos:end]) {
		return false
	}
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	if word := b.word(); b.broke || !inSet(withs, word) && !inSet(beforePadlock, word) {
		return false
	}
	for range lockWords {
		switch word := b.word(); {
		case word == "" || inSet(trades, word):
			return false
		case inSet(padlocks, word):
			return true
		}
	}
	return false
}

var (
	padlocks      = setOf("candado candados cadeado padlock maleta maletin suitcase")
	beforePadlock = setOf("lleva es is")
)

// dialled reports three numbers of two digits with hyphens between that are no date, after the name of a lock: "la caja
// fuerte de la oficina, 71-08-33".
func (f *Finder) dialled(pos, end int) bool {
	const month, last = "12", "31"
	if end-pos != len("00-00-00") || f.text[pos+2] != '-' || f.text[pos+5] != '-' || !f.alone(pos, end) {
		return false
	}
	first, second := f.text[pos:pos+2], f.text[pos+3:pos+5]
	if first <= last && second <= last || second <= month && f.text[pos+6:end] <= last {
		return false
	}
	b := backward{text: f.text[max(0, pos-Lookback):pos]}
	return b.locked(b.word())
}
