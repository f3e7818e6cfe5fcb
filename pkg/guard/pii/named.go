package pii

// named recognises what the words around name.
func (w *window) named() string {
	if w.fits(^about(0)) == "" && !w.fitsCode() || len(w.digits) < 8 && w.f.unitAfter(w.end) {
		return "" // or a telephone, which is looked for anyway
	}
	if kind := w.bracketed(); kind != "" {
		return kind
	}
	before := w.before()
	for i := range before.n {
		a := before.bits[i]
		if a&sayOther != 0 {
			if kind := w.fits(a & (sayFiscal | sayNSS | sayNUSS)); kind != "" {
				return kind
			}
			after := w.f.after(w.end)
			if kind := w.fits(after.telling & (sayNSS | sayNUSS)); kind != "" && after.linked {
				return kind
			}
			if a&sayFiscal != 0 && i+1 < before.n && before.bits[i+1]&sayCE != 0 {
				return w.fits(sayCE) // "número de extranjería, el carnet es ..."
			}
			if !after.linked || w.rightBehind(sayOther) && w.f.at(w.f.blanks(w.end, 1)) != '(' {
				return ""
			}
			return w.fits(after.telling & sayID &^ sayDocument)
		}
		if kind := w.fits(a); kind != "" {
			return kind
		}
		if a&sayPhone != 0 && w.phone() {
			return TypePhone
		}
	}
	if after := w.f.after(w.end); after.linked && w.f.at(w.f.blanks(w.end, 1)) == '(' {
		if kind := w.fits(after.telling & sayID &^ sayDocument); kind != "" {
			return kind // "antes 47636581 (dni), ahora 005260385 (carné de extranjería)"
		}
	}
	if before.n > 0 && before.nearest()&(sayPhone|sayID) != 0 {
		return ""
	}
	if w.fitsCode() {
		return TypeSecret
	}
	if a := w.f.after(w.end).telling & (sayID | sayCard | sayBank); a != 0 {
		return w.fits(a)
	}
	return w.fits(w.listNamed() & sayID)
}

// bracketed returns what brackets right after the number say: "antes 47636581 (dni), ahora 005260385 (carné de extranjería)".
func (w *window) bracketed() string {
	if w.f.at(w.f.blanks(w.end, 1)) != '(' {
		return ""
	}
	after := w.f.after(w.end)
	if before := w.before(); !after.linked || before.nearest()&sayOther != 0 && before.linked {
		return ""
	}
	return w.fits(after.telling & sayID &^ sayDocument)
}

// fitsCode reports a short number that the words after it call a code or a password.
func (w *window) fitsCode() bool {
	if len(w.digits) > 8 || len(w.groups) != 1 && !w.sizes(3, 3) {
		return false
	}
	if w.f.codeAfter(w.end) {
		return true
	}
	b := backward{text: w.f.text[max(0, w.start-contextBytes):w.start]}
	if inSet(accounts, b.word()) {
		return false // "usuario: 20481 clave: ..."
	}
	a := w.f.after(w.end)
	return a.telling&saySecret != 0 && a.linked && !w.f.follows(w.end, ", no ")
}

// fits returns the type among those that a word names which the digits can be, or "".
func (w *window) fits(a about) string {
	n, d := len(w.digits), w.digits
	if w.plus {
		return "" // one to call
	}
	if !w.only(" .-,'\n") {
		a &^= sayDNI | sayCC | sayCE | sayDocument | sayPassport
	}
	switch {
	case a&sayRUT != 0 && (n == 8 || n == 9) && rutCheck(d[:n-1]) == d[n-1]:
		return TypeRUT
	case a&(sayCUIT|sayFiscal) != 0 && cuit(d) && (a&sayFiscal == 0 || !ruc(d)):
		return TypeCUIT
	case a&(sayRUC|sayFiscal) != 0 && ruc(d):
		return TypeRUC
	case a&sayNUSS != 0 && nuss(d):
		return TypeNUSS
	case a&sayNSS != 0 && nss(d):
		return TypeNSS
	case a&saySSN != 0 && (ssn(d) || itin(d)):
		return TypeSSN
	case a&sayNIT != 0 && (n == 11 && nitCheck(d[:10]) == d[10] || n == 10 && nitCheck(d[:9]) == d[9] || n == 9 && (nitCheck(d[:8]) == d[8] || d[0] == '8' || d[0] == '9')):
		return TypeNIT
	case a&sayCE != 0 && (n == 9 || n == 12 && w.before().linked):
		return TypeCE
	case a&sayCE != 0 && (n == 7 || n == 8) && a&sayPhone == 0 && w.foreigner() && !w.sizes(3, 4) && !w.sizes(4, 4) && !w.before().any(sayDNI|sayCC):
		return TypeCE // of the first that were given out
	case a&sayDNI != 0 && (n == 8 || n == 7 && !w.sizes(3, 4)):
		return w.national()
	case a&sayCC != 0 && n >= 6 && n <= 10:
		return TypeCC
	case a&sayPassport != 0 && n >= 7 && n <= 10:
		return TypePassport
	case a&sayDocument != 0 && n >= 7 && n <= 10:
		return w.document()
	case a&sayCard != 0 && n >= 14 && n <= 19 && luhn(d):
		return TypeCard
	}
	return ""
}

// foreigner reports whether a whole word for the card of foreigners stands before: "CE" marks goods, too, and "ext." an extension.
func (w *window) foreigner() bool {
	b := backward{text: w.f.text[max(0, w.start-contextBytes):w.start]}
	for range contextWords {
		word := b.word()
		switch a := aboutOf(word); {
		case a&sayCE != 0:
			return len(word) > 3 || !isUpper(word[0]) && len(word) == 2 || b.papers()
		case a&sayLink == 0 || word == "":
			return false
		}
	}
	return false
}

// papers reports whether one of the next words back speaks of papers of identity.
func (b backward) papers() bool {
	for range contextWords {
		if a := aboutOf(b.word()); a&(sayDocument|sayPerson) != 0 {
			return true
		}
	}
	return false
}

// national tells the two countries with a DNI of digits alone apart: Argentina writes stops, or has seven digits.
func (w *window) national() string {
	if len(w.digits) == 8 && w.digits[0] == '7' {
		return TypeDNIPeru // no Argentine has come so far
	}
	if len(w.digits) == 8 && w.digits[0] == '5' {
		return TypeDNIArg // children; Peru gave none
	}
	if len(w.digits) == 7 || len(w.groups) > 1 && w.groups[1].mark == '.' || w.sizes(2, 3, 3) || (len(w.groups) == 1 || w.said || w.single()) && (w.digits[0] == '2' || w.digits[0] == '3' || w.said && len(w.groups) == 1) {
		return TypeDNIArg
	}
	return TypeDNIPeru
}

// yearly reports the number of a paper of some year: 2025-0031, 1034-2025.
func (w *window) yearly() bool {
	return w.sizes(4, 4) && w.groups[1].mark == '-' && (century(w.digits) || century(w.digits[4:]))
}

func century(d []byte) bool { return starting(d, "20") || starting(d, "19") }

// document: a number of an identity document of no named kind.
func (w *window) document() string {
	foreigner := w.before().any(sayCE) && !w.before().any(sayDNI|sayCC)
	switch len(w.digits) {
	case 7, 8:
		if foreigner && !w.sizes(3, 4) {
			return TypeCE
		}
		if w.yearly() {
			return ""
		}
		return w.national()
	case 9:
		if len(w.groups) > 2 && domestic(w.digits) && !w.only(".") {
			return "" // a number to call
		}
		if starting(w.digits, "00") || w.before().any(sayCE) || w.f.after(w.end).telling&sayCE != 0 {
			return TypeCE
		}
	}
	return TypeCC
}

// rightBehind reports whether the word right before the number says so.
func (w *window) rightBehind(a about) bool {
	b := backward{text: w.f.text[max(0, w.start-contextBytes):w.start]}
	return aboutOf(b.word())&a != 0
}
