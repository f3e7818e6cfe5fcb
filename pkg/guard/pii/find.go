// Package pii finds personal data in a text: by shape, by check digits and by the words around it.
package pii

// Span is one find, in bytes of the text.
type Span struct {
	Kind       string
	Start, End int
}

const (
	// Lookback is how many bytes before a place decide about it; whoever scans piece by piece keeps them.
	Lookback = 128
	// reach is how many bytes from a place on decide about it.
	reach = 512
)

// Finder is the memory of a search. Its zero value is ready; not for concurrent use.
type Finder struct {
	spans []Span
	// text is what the step at hand may see; open means that more may follow, short that the step asked for more.
	text  string
	open  bool
	short bool
	// going is what a find without a known end goes on with.
	going class
	// inKey: the last find is a private key whose end is to come.
	inKey bool
	// last is where the last find ended; near is how much closer than farAway that is at the end of a Scan.
	last, near int
	local      localRun
	valueRun   textRun
	heard      saidWord
	blank      int // no blank stands before here
	far        readDomain
	loner      int // no at stands before here among letters written apart
	unlinked   int // no e-mail goes on here, where links may follow
	spelled    spelledRun
	untold     int // no told passport begins before here
	spoke      saidBefore
	row        numberRow
	told       toldMemo
	lists      listMemo
	issuedTo   passportSeen
	lastKind   string // of the last find
	noted      values
	kept       secrets
	table      columns
	behind     [4]saidAfter // by the last bits of their places
	nums       numbers
	effort     effort
	// window is on the number at hand, and on one within it.
	window [2]window
}

// Cap is how many bytes the finder holds on to.
func (f *Finder) Cap() int { return max(cap(f.spans)*32, cap(f.nums.groups)*32) }

// Find returns the personal data of a text without hidden characters, in order and without overlaps; the slice is the
// finder's until the next call.
func (f *Finder) Find(text string) []Span {
	f.Reset()
	f.Scan(text, 0, true)
	if len(f.spans) == 0 {
		return nil
	}
	retype(text, f.spans)
	return f.spans
}

// Reset forgets the text before.
func (f *Finder) Reset() {
	f.spans, f.going, f.inKey, f.near = f.spans[:0], 0, false, 0
	f.effort = effort{}
	f.table.n, f.table.sep, f.issuedTo, f.lastKind, f.noted.n, f.kept.n = 0, 0, passportSeen{}, "", 0, 0
}

// Take returns the finds since the last Take.
func (f *Finder) Take() []Span {
	out := f.spans
	f.spans = f.spans[:0]
	return out
}

// Going reports whether the last find has no end yet: what the next Scan reads may belong to it.
func (f *Finder) Going() bool { return f.going != 0 || f.inKey }

// Scan reads text from a place on, which is 0 or what the Scan before returned, and returns up to where it decided: no
// text that follows changes what was found before that place. A final text is decided in full.
func (f *Finder) Scan(text string, from int, final bool) (done int) {
	f.last = from - farAway + f.near
	done = f.scan(text, from, final)
	f.near = max(0, farAway-(done-f.last))
	return done
}

// farAway is a distance at which a find says nothing about what follows.
const farAway = 1 << 20

func (f *Finder) scan(text string, from int, final bool) (done int) {
	pos := from
	f.forget()
	for pos < len(text) {
		if f.going != 0 {
			next := f.goOn(text, pos)
			f.effort.done(next-pos, true)
			pos = next
			continue
		}
		if next := f.skip(text, pos); next > pos {
			f.effort.done(next-pos, false)
			pos = next
			continue
		}
		f.look(text, pos, final)
		if f.inKey {
			end, ended := f.keyBody(pos)
			if f.short {
				return pos
			}
			f.lengthen(pos, end)
			f.effort.done(end-pos, true)
			pos, f.inKey = end, !ended
			continue
		}
		got, next := f.step(pos)
		second := Span{}
		if got.Kind != "" && !f.short {
			if second = f.secondOf(pos, got); !f.short {
				f.learn(got)
			}
		}
		if f.short {
			f.going, f.inKey = 0, false
			return pos
		}
		if got.Kind != "" {
			f.spans = append(f.spans, got)
			f.kept.keep(f.text, got)
			next = got.End
			if second.Kind != "" {
				f.kept.keep(f.text, second)
				f.spans, f.going = append(f.spans, second), 0
				next = second.End
			}
			f.last = next
		} else {
			f.going, f.inKey = 0, false
		}
		f.effort.done(next-pos, got.Kind != "")
		pos = next
	}
	return pos
}

// forget drops what was remembered of places in the text before.
func (f *Finder) forget() {
	f.spelled, f.effort.step = spelledRun{}, 0
	f.local, f.heard, f.blank, f.loner, f.untold, f.spoke.known, f.nums.at, f.nums.groups = localRun{}, saidWord{}, 0, 0, 0, false, 0, f.nums.groups[:0]
	f.behind, f.row, f.far, f.valueRun, f.unlinked = [4]saidAfter{}, numberRow{}, readDomain{}, textRun{}, 0
}

// look shows the step at pos as much of the text as decides about it.
func (f *Finder) look(text string, pos int, final bool) {
	f.text = text[:min(len(text), pos+reach)]
	f.open, f.short = !final && len(text) < pos+reach, false
	f.told, f.lists = toldMemo{}, listMemo{}
}

// goOn lengthens the last find while it may.
func (f *Finder) goOn(text string, pos int) int {
	end := pos
	for end < len(text) && f.going.has(text[end]) {
		end++
	}
	f.lengthen(pos, end)
	if end < len(text) {
		f.going = 0
	}
	return end
}

// lengthen lets the last find go on from pos to end.
func (f *Finder) lengthen(pos, end int) {
	if n := len(f.spans); n > 0 && f.spans[n-1].End == pos {
		f.spans[n-1].End = end
	} else if end > pos {
		f.spans = append(f.spans, Span{TypeSecret, pos, end})
	}
}

// step decides about what begins at pos: a find, or where to go on.
func (f *Finder) step(pos int) (got Span, next int) {
	switch c := f.text[pos]; starts[c] {
	case startDigit:
		return f.digitStep(pos)
	case startLetter:
		return f.wordStep(pos)
	case startSign:
		return f.number(pos)
	case startDash:
		if got = f.option(pos); got.Kind != "" {
			return got, 0
		}
		return f.privateKey(pos)
	case startKey:
		return f.lockCode(pos + 1), pos + 1
	default:
		return f.runeStep(pos)
	}
}

func (f *Finder) runeStep(pos int) (got Span, next int) {
	r, size := runeAt(f.text, pos)
	if isWordRune(r) {
		return f.wordStep(pos)
	}
	return got, pos + size
}

// digitStep: an e-mail may begin with a digit; digits after letters belong to a code, unless the letters name a phone.
func (f *Finder) digitStep(pos int) (got Span, next int) {
	if got = f.email(pos); got.Kind != "" {
		return got, 0
	}
	if pos > 0 && wordBefore(f.text, pos) && !f.namesPhone(pos) {
		return got, f.wordEnd(pos)
	}
	if got = f.inSecretColumn(pos); got.Kind != "" {
		return got, 0
	}
	if got = f.keptStep(pos); got.Kind != "" {
		return got, 0
	}
	if end, _ := f.codeEnd(pos); end-pos > 2 {
		if got = f.valueFirst(pos); got.Kind != "" {
			return got, 0
		}
		if end-pos >= 8 && end-pos <= 10 && !digitsOnly(f.text[pos:end]) {
			if got = f.foreignPassport(pos); got.Kind != "" {
				return got, 0
			}
		}
	}
	return f.number(pos)
}

// Types of personal data, as the evaluation sets name them.
const (
	TypeEmail    = "email"
	TypePhone    = "phone"
	TypeCard     = "credit_card"
	TypeIBAN     = "iban"
	TypePassport = "passport"
	TypeSecret   = "secret"
	TypeDNI      = "es_dni"
	TypeNIE      = "es_nie"
	TypeCIF      = "es_cif"
	TypeNUSS     = "es_nuss"
	TypeCURP     = "mx_curp"
	TypeRFC      = "mx_rfc"
	TypeCLABE    = "mx_clabe"
	TypeNSS      = "mx_nss"
	TypeDNIPeru  = "pe_dni"
	TypeRUC      = "pe_ruc"
	TypeCE       = "pe_ce"
	TypeDNIArg   = "ar_dni"
	TypeCUIT     = "ar_cuit"
	TypeCBU      = "ar_cbu"
	TypeRUT      = "cl_rut"
	TypeCC       = "co_cc"
	TypeNIT      = "co_nit"
	TypeSSN      = "us_ssn"
)
