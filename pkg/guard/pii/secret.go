package pii

import "strings"

// keyShape is how the keys of one issuer begin, and how many characters follow at least.
type keyShape struct {
	prefix string
	least  int
	mixed  bool // what follows must hold digits and letters: the prefix alone is no sign
}

var keyShapes = [...]keyShape{
	{"sk-", 16, true},
	{"sk_", 16, true},
	{"pk_", 16, true},
	{"pk-", 16, true},
	{"rk_", 16, true},
	{"whsec_", 16, false},
	{"ghp_", 16, false},
	{"gho_", 16, false},
	{"ghu_", 16, false},
	{"ghs_", 16, false},
	{"ghr_", 16, false},
	{"github_pat_", 16, false},
	{"glpat-", 12, false},
	{"glrt-", 12, false},
	{"gldt-", 12, false},
	{"gsk_", 16, false},
	{"xoxb-", 10, false},
	{"xoxp-", 10, false},
	{"xoxa-", 10, false},
	{"xoxs-", 10, false},
	{"xoxr-", 10, false},
	{"xoxc-", 10, false},
	{"xoxd-", 10, false},
	{"xoxe", 10, true},
	{"xapp-", 10, false},
	{"xai-", 16, true},
	{"AIza", 30, false},
	{"AKIA", 12, true},
	{"ASIA", 12, true},
	{"ABIA", 12, true},
	{"ACCA", 12, true},
	{"AGPA", 12, true},
	{"AROA", 12, true},
	{"SG.", 16, true},
	{"SK", 32, true},
	{"AC", 32, true},
	{"hf_", 16, false},
	{"r8_", 16, true},
	{"eyJ", 16, true},
	{"ya29.", 16, true},
	{"1//0", 20, true},
	{"GOCSPX-", 16, false},
	{"npm_", 16, true},
	{"ntn_", 16, true},
	{"pypi-", 16, true},
	{"dop_v1_", 16, true},
	{"doo_v1_", 16, true},
	{"dckr_pat_", 12, true},
	{"EAA", 40, true},
	{"shpat_", 16, false},
	{"shpss_", 16, false},
	{"shppa_", 16, false},
	{"shpca_", 16, false},
	{"sq0atp-", 16, false},
	{"sq0csp-", 16, false},
	{"key-", 24, true},
	{"ck_", 32, true},
	{"cs_", 32, true},
	{"lin_api_", 16, false},
	{"lsv2_", 16, true},
	{"tskey-", 12, true},
	{"sbp_", 16, true},
	{"pplx-", 16, true},
	{"APP_USR-", 16, true},
	{"TEST-", 32, true},
	{"secret_", 20, true},
	{"figd_", 16, true},
	{"rpa_", 16, true},
	{"PMAK-", 16, true},
	{"hvs.", 16, true},
	{"xkeysib-", 16, true},
	{"NRAK-", 16, true},
	{"dapi", 32, true},
	{"AGE-SECRET-KEY-", 16, true},
	{"access_token$", 16, true},
	{"pat-", 24, true},
}

// keysFrom gives the shapes of keys by their first character.
var keysFrom = func() (from [256][]keyShape) {
	for _, s := range keyShapes {
		from[s.prefix[0]] = append(from[s.prefix[0]], s)
	}
	return from
}()

// maxKey is how much of a key is read before it is taken for one; its rest belongs to it.
const maxKey = 320

// secret recognises a key by how it begins, and what a word that names a secret is followed by; may is what its opening says.
func (f *Finder) secret(pos, end int, digits bool, may uint8) (got Span) {
	if may&mayBeKey != 0 {
		if got = f.key(pos); got.Kind != "" {
			return got
		}
	}
	c := f.at(end)
	if c == ':' && f.at(end+1) == '/' && f.at(end+2) == '/' {
		return f.userinfo(end + 3)
	}
	if c == ' ' && (f.at(end+1) == '=' || f.at(end+1) == ':') {
		c = f.at(end + 1)
	}
	if may&mayBeCue == 0 && c != '=' && c != ':' && c != '"' {
		return f.valueBefore(pos, end, digits)
	}
	if cue := f.cueOf(pos, end, c); cue != noCue {
		if got = f.valueOf(pos, end, cue); got.Kind != "" {
			return got
		}
	}
	return f.valueBefore(pos, end, digits)
}

// valueBefore looks for a value before its name only where the word from pos to end may be one.
func (f *Finder) valueBefore(pos, end int, digits bool) (got Span) {
	c := f.at(end)
	if c != ' ' && strings.IndexByte("$#*!_@-.", c) >= 0 || (c == ' ' || c == ',') && digits || c == '?' && f.at(end+1) > ' ' || c == ' ' && end-pos > minTied && f.tiedBetween(pos, end) {
		return f.valueFirst(pos)
	}
	return got
}

// key reads a key whose prefix stands at pos.
func (f *Finder) key(pos int) (got Span) {
	second := f.at(pos + 1)
	for i := range keysFrom[f.text[pos]] {
		s := &keysFrom[f.text[pos]][i]
		if s.prefix[1] != second || !f.exactly(pos, s.prefix) {
			continue
		}
		from := pos + len(s.prefix)
		if s.mixed && !f.mixedHead(from) {
			continue
		}
		end, whole := f.tokenEnd(from, s.prefix == "eyJ" || s.prefix == "SG." || s.prefix == "ya29." || s.prefix == "hvs.")
		if end-from < s.least || s.mixed && !mixed(f.text[from:end]) {
			continue
		}
		if !whole {
			f.going = base64c
		}
		return Span{TypeSecret, pos, end}
	}
	return got
}

// mixedHead reports digits and letters among the first characters of a token at i.
func (f *Finder) mixedHead(i int) bool {
	const maxHead = 48
	digits, letters := false, false
	for to := i + maxHead; i < to && base64c.has(f.at(i)) && (!digits || !letters); i++ {
		digits, letters = digits || isDigit(f.text[i]), letters || isLetter(f.text[i])
	}
	return digits && letters
}

// tokenEnd returns where the characters of a token end; whole is false where it is longer than is read.
func (f *Finder) tokenEnd(i int, stops bool) (end int, whole bool) {
	for end = i; end-i < maxKey; end++ {
		c := f.at(end)
		if !base64c.has(c) || c == '=' && end > i && f.at(end+1) != '=' && base64c.has(f.at(end+1)) || c == '.' && (!stops || classes[f.at(end+1)]&(letter|digit) == 0 && f.at(end+1) != '_' && f.at(end+1) != '-') {
			return end, true
		}
	}
	return end, false
}

// botToken: the number of a bot, a colon and its token.
func (f *Finder) botToken(pos int, g group) (got Span) {
	if g.count < 8 || g.count > 10 || f.at(g.end) != ':' || f.at(g.end+1) != 'A' {
		return got
	}
	end, _ := f.tokenEnd(g.end+1, false)
	if end-g.end < 30 || !mixed(f.text[g.end+1:end]) {
		return got
	}
	return Span{TypeSecret, pos, end}
}

// mixed reports digits and letters.
func mixed(s string) bool {
	digits, letters := 0, 0
	for i := range len(s) {
		switch {
		case isDigit(s[i]):
			digits++
		case isLetter(s[i]):
			letters++
		}
	}
	return digits > 0 && letters > 0
}

// userinfo reads user:password@ of a link.
func (f *Finder) userinfo(pos int) (got Span) {
	colon := 0
	for i := pos; i-pos < maxDomain; i++ {
		switch c := f.at(i); c {
		case ':':
			if colon == 0 {
				colon = i
			}
		case '@':
			if colon == 0 || i == colon+1 || f.at(i+1) == ' ' {
				return got
			}
			return Span{TypeSecret, pos, i}
		case 0, ' ', '\n', '\t', '/', '"', '\'', '<', '>', '[', ']', '?':
			return got
		}
	}
	return got
}

const beginKey, endKey = "-----BEGIN ", "-----END"

// privateKey reads the head of a private key; its body goes on in keyBody.
func (f *Finder) privateKey(pos int) (got Span, next int) {
	if f.at(pos+1) != '-' || !f.exactly(pos, beginKey) {
		return got, f.dashesEnd(pos)
	}
	i := pos + len(beginKey)
	for ; i-pos < 64; i++ {
		c := f.at(i)
		if c == '-' {
			break
		}
		if c != ' ' && !isLetter(c) && !isDigit(c) {
			return got, i
		}
	}
	if head := f.text[pos:min(i, len(f.text))]; indexFold(head, "private key") < 0 || !f.exactly(i, "-----") {
		return got, pos + 1
	}
	f.inKey = true
	return Span{TypeSecret, pos, i + 5}, 0
}

// dashesEnd skips a line of hyphens, but for its last five.
func (f *Finder) dashesEnd(pos int) int {
	i := pos
	for f.at(i) == '-' && i-pos < maxRunRead {
		i++
	}
	return max(pos+1, i-5)
}

// keyBody returns how far the body of a private key goes on from pos, and whether its end was read.
func (f *Finder) keyBody(pos int) (next int, ended bool) {
	i := pos
	for n := 0; n < 8 && (f.at(i) == '\n' || f.at(i) == '\r' || f.at(i) == ' ' || f.at(i) == '\\' && (f.at(i+1) == 'n' || f.at(i+1) == 'r')); n++ {
		if f.text[i] == '\\' {
			i++
		}
		i++
	}
	if end, ok := f.keyEnd(i); ok {
		return end, true
	}
	end := i
	for end-i < maxDomain && (classes[f.at(end)]&(letter|digit) != 0 || f.at(end) == '+' || f.at(end) == '/' || f.at(end) == '=') {
		end++
	}
	if end-i >= 16 || end > pos && i == pos {
		return end, false
	}
	j := end
	for n := 0; n < 4 && (f.at(j) == '\n' || f.at(j) == '\r' || f.at(j) == ' ' || f.at(j) == '\\'); n++ {
		j++
	}
	if to, ok := f.keyEnd(j); ok && end > i {
		return to, true
	}
	return pos, true
}

func (f *Finder) keyEnd(i int) (end int, ok bool) {
	if !f.exactly(i, endKey) {
		return i, false
	}
	for end = i + len(endKey); end-i < 64; end++ {
		if f.exactly(end, "-----") {
			return end + 5, true
		}
	}
	return i, false
}
