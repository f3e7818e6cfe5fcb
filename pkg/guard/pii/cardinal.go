package pii

// saidMillions appends the digits of a number of millions, of which first was said before end, and returns where it ends, or 0
// where it is none: "treinta y dos millones, cuatrocientos doce mil seiscientos siete". So people say a DNI or a cédula.
func (f *Finder) saidMillions(first int16, end int) int {
	switch f.at(f.blanks(end, 2)) {
	case 'm', 'M', 'y', 'Y', 'e', 'E':
	default:
		return 0
	}
	to := f.scaleWord(end, millions[:])
	if to == 0 {
		if to = f.scaleWord(end, oneMillions[:]); to > 0 {
			first++
		}
	}
	if to == 0 || first <= 0 || first > 99 {
		return 0
	}
	thousands, to := f.saidPart(to)
	units := int16(0)
	if next := f.scaleWord(to, thousandWords[:]); next > 0 {
		units, to = f.saidPart(next)
	} else if next = f.scaleWord(to, oneThousands[:]); next > 0 {
		thousands++
		units, to = f.saidPart(next)
	} else {
		thousands, units = 0, thousands
	}
	f.appendSaid(first)
	for _, v := range [...]int16{thousands, units} {
		f.nums.digits = append(f.nums.digits, byte('0'+v/100), byte('0'+v/10%10), byte('0'+v%10))
	}
	return to
}

var (
	millions      = [...]string{"millones", "millon", "mill\u00f3n", "milh\u00f5es", "milhoes", "million"}
	oneMillions   = [...]string{"y un millones", "y uno millones", "e um milh\u00f5es"}
	thousandWords = [...]string{"mil", "thousand"}
	oneThousands  = [...]string{"y un mil", "e um mil"}
)

// scaleWord returns the end of one of the words if it stands after end, or 0.
func (f *Finder) scaleWord(end int, list []string) int {
	i := f.blanks(end, 2)
	if i == end {
		return 0
	}
	for _, word := range list {
		if f.follows(i, word) && !f.wordAt(i+len(word)) {
			return i + len(word)
		}
	}
	return 0
}

// saidPart returns the number below a thousand that is said after end, with a comma between or not, and where it ends.
func (f *Finder) saidPart(end int) (value int16, to int) {
	i := end
	if f.at(i) == ',' {
		i++
	}
	v, next := f.saidValue(f.joiner(i))
	if v <= 0 || v > 999 {
		return 0, end
	}
	return f.saidSum(v, next)
}
