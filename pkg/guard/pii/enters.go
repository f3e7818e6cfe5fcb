package pii

var (
	// accesses are verbs of logging in.
	accesses = setOf(`entro entra entrar entraba entre entrado ingreso ingresar ingresaba ingrese accedo acceder accedia logueo logueaba loguearme
		log logging logged sign signing conecto conectar`)
	// giving are verbs of telling a code to somebody.
	giving = setOf("dale dile diles pasale pasales pasaselo digale deles dele denle dales give gave tell passa passe diga da")
)

// entersWith reports whether one of the words before tells of logging in: "entro a mercado pago con".
func (b backward) entersWith() bool {
	for range maxStrange {
		if word := b.word(); inSet(accesses, word) {
			return true
		} else if b.broke {
			return false
		}
	}
	return false
}

// behindWith reports what may be the end of con, com or with before pos.
func (f *Finder) behindWith(pos int) bool {
	if pos < len("con ") {
		return false
	}
	c := lower(f.text[pos-2])
	return f.text[pos-1] == ' ' && (c == 'n' || c == 'm' || c == 'h')
}

// entersBy recognises "con Cebolla22 entraba yo, la contraseña ...", from pos to end.
func (f *Finder) entersBy(pos, end int) bool {
	b := backward{text: f.text[max(0, pos-contextBytes):pos]}
	if !inSet(withs, b.word()) || b.broke || end-pos < minMixture || f.product(pos, end) || f.at(end) != ' ' || !hasSmall(f.text[pos:end]) {
		return false
	}
	to := f.lettersEnd(end + 1)
	return inSet(accesses, f.text[end+1:to]) && f.namedSoon(to)
}
