package pii

import "strings"

const (
	senderWords = 11
	// maxSending is how many words stand at most between a verb of sending and the number.
	maxSending = 3
)

// senders send codes, and hardly any other number.
var senders = setOf(`banco bank banking nequi daviplata yape whatsapp wasap facebook instagram google telegram tiktok twitter token app aplicacion 2fa mfa
	aparatito llavero autenticador authenticator bbva santander bancolombia bizum uber binance`)

// sending are what senders do; a sum is not told so.
var sending = setOf("mando manda mandan mandaron envio envia enviaron genero genera dio da llego llegaron llegado gave gives sent sends texted generated generates marca muestra mandou enviou gerou deu mostra")

// fromSender reports whether the words before a number tell who sent it: "el banco me manda 741 963", "the 2fa thing gave me".
func (b backward) fromSender() bool {
	sent := false
	for n := range senderWords {
		rest := b.text
		word := b.word()
		if word == "" || strings.IndexByte(rest[len(b.text)+len(word):], '.') >= 0 || digitsOnly(word) && len(word) > 1 || inSet(bankings, word) {
			return false
		}
		if inSet(senders, word) {
			return sent
		}
		if n < maxSending && inSet(sending, word) {
			sent = true
			continue
		} else if !sent && n == maxSending {
			return false
		}
		if k, _ := cueLexicon.get(word); aboutOf(word)&(sayOther|sayPhone) != 0 && k == noCue {
			return false
		}
	}
	return false
}

// bankings are what a bank speaks of besides.
var bankings = setOf("saldo credito prestamo cuenta limite balance loan credit transferencia deposito retiro pago folio dinero plata")

// cameBehind reports "me salió en el sms", "came by text" after a number.
func (f *Finder) cameBehind(end int) bool {
	i, came := f.blanks(end, 1), false
	for n := 0; n < 6 && i > end; n++ {
		to := f.lettersEnd(i)
		word := f.text[i:to]
		switch {
		case came && inSet(messages, word):
			return true
		case inSet(comingIn, word):
			came = true
		case to == i, !inSet(cameLinks, word):
			return false
		}
		i = f.blanks(to, 1)
	}
	return false
}

var (
	comingIn  = setOf("salio llego aparecio vino came arrived chegou")
	cameLinks = setOf("que es lo me nos ahora recien en el por un in by a the via through no na")
)
