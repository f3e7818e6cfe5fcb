package guard

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Links is what a text may link to.
type Links struct{ hosts, exact map[string]bool }

// NewLinks allows hosts, their subdomains among them (clinica.mx allows citas.clinica.mx), and the exact addresses.
func NewLinks(hosts, exact []string) Links {
	l := Links{hosts: map[string]bool{}, exact: map[string]bool{}}
	for _, h := range hosts {
		if host := hostOf(h); host != "" {
			l.hosts[host] = true
		}
	}
	for _, address := range exact {
		l.exact[address] = true
	}
	return l
}

func (l Links) allow(address string) bool {
	if l.exact[address] {
		return true
	}
	for host := hostOf(address); host != ""; _, host, _ = strings.Cut(host, ".") {
		if l.hosts[host] {
			return true
		}
	}
	return false
}

// hostOf is the host of a web address in lower case; user names and ports do not count. It is read as a browser does; an address
// of another scheme has none.
func hostOf(address string) string {
	address = strings.ToLower(dots.Replace(address))
	if scheme, rest, ok := strings.Cut(address, ":"); ok && (scheme == "http" || scheme == "https") {
		address = rest
	}
	address = strings.TrimLeft(address, `/\`)
	if i := strings.IndexAny(address, `/?#\`); i >= 0 {
		address = address[:i]
	}
	if i := strings.LastIndexByte(address, '@'); i >= 0 {
		address = address[i+1:]
	}
	address, port, _ := strings.Cut(address, ":")
	if strings.Trim(port, "0123456789") != "" {
		return ""
	}
	return strings.TrimPrefix(strings.Trim(address, "."), "www.")
}

// dots are read as the dots of a host.
var dots = strings.NewReplacer("。", ".", "．", ".", "｡", ".")

// maxPasses bounds how often a text is looked through again, because what is left around a link may be one.
const maxPasses = 8

// Strip takes the links to other hosts out of a text and says how many: of a Markdown link its words stay, of an image
// nothing does, and a bare address goes. E-mail addresses are no links.
func (l Links) Strip(text string) (string, int) {
	if !strings.ContainsAny(text, ".:。．｡") {
		return text, 0
	}
	removed := 0
	for range maxPasses {
		left, n := l.strip(text)
		if n == 0 {
			break
		}
		text, removed = left, removed+n
	}
	return text, removed
}

func (l Links) strip(text string) (string, int) {
	var b strings.Builder
	removed := 0
	for i := 0; i < len(text); {
		if words, address, size, ok := markdownLink(text[i:]); ok && !l.allow(address) {
			b.WriteString(words)
			i += size
			removed++
			continue
		}
		if size := bareLink(text, i); size > 0 {
			if l.allow(text[i : i+size]) {
				b.WriteString(text[i : i+size])
			} else {
				removed++
			}
			i += size
			continue
		}
		b.WriteByte(text[i])
		i++
	}
	if removed == 0 {
		return text, 0
	}
	return b.String(), removed
}

// markdownLink reads [words](address) or ![words](address) at the beginning of text.
func markdownLink(text string) (words, address string, size int, ok bool) {
	image := strings.HasPrefix(text, "![")
	rest := strings.TrimPrefix(text, "!")
	if !strings.HasPrefix(rest, "[") {
		return "", "", 0, false
	}
	middle := strings.Index(rest, "](")
	if middle < 0 || strings.ContainsAny(rest[1:middle], "[\n") {
		return "", "", 0, false
	}
	end := strings.IndexAny(rest[middle+2:], ")\n")
	if end < 0 || rest[middle+2+end] == '\n' {
		return "", "", 0, false
	}
	if !image {
		words = rest[1:middle]
	}
	address, _, _ = strings.Cut(strings.TrimSpace(rest[middle+2:middle+2+end]), " ")
	return words, strings.Trim(address, "<>"), len(text) - len(rest) + middle + 2 + end + 1, true
}

// webSchemes begin an address wherever they stand, opaqueSchemes and any name with :// where a word begins.
var (
	webSchemes    = []string{"http://", "https://"}
	opaqueSchemes = []string{"data:", "javascript:", "vbscript:", "intent:", "sms:"}
)

const maxScheme = 32

// bareLink is the length of the address that stands at i, or 0.
func bareLink(text string, i int) int {
	rest := text[i:]
	if begins(rest, webSchemes) {
		return addressEnd(rest)
	}
	if before, _ := utf8.DecodeLastRuneInString(text[:i]); i > 0 && (inHost(before) || before == '@') {
		return 0
	}
	name := 0
	for name < min(len(rest), maxScheme) && rest[name] < utf8.RuneSelf && (isWord(rune(rest[name])) || strings.IndexByte("+.-", rest[name]) >= 0) {
		name++
	}
	if begins(rest, opaqueSchemes) || name > 0 && begins(rest[name:], []string{"://"}) {
		return addressEnd(rest)
	}
	return bareHost(rest)
}

// begins reports whether a text has one of the prefixes, and something after it.
func begins(text string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool {
		return len(text) > len(p) && strings.EqualFold(text[:len(p)], p) && !isSpace(text[len(p)])
	})
}

// inHost reports whether a character is what a host without a scheme is made of, in any script.
func inHost(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r) || strings.ContainsRune(".-。．｡", r)
}

// bareHost is the length of the address at the beginning of text that has no scheme, or 0.
func bareHost(text string) int {
	end := strings.IndexFunc(text, func(r rune) bool { return !inHost(r) })
	if end < 0 {
		end = len(text)
	}
	host := strings.TrimRight(text[:end], ".-。．｡")
	rest := text[len(host):]
	if strings.HasPrefix(rest, "@") || !strings.ContainsAny(host, ".。．｡") {
		return 0
	}
	names := strings.Split(dots.Replace(host), ".")
	if len(names) == 2 && names[0] == "" {
		return 0
	}
	path := len(rest) > 1 && strings.IndexByte("/?#:", rest[0]) >= 0 && !isSpace(rest[1])
	if !topLevel(names, path) {
		return 0
	}
	if rest != "" && strings.IndexByte("/:?#", rest[0]) >= 0 {
		return addressEnd(text)
	}
	return len(host)
}

// topLevel reports whether the last name of a host makes it an address; with a path fewer are taken for words.
func topLevel(names []string, path bool) bool {
	last := names[len(names)-1]
	top := strings.ToLower(last)
	switch {
	case strings.HasPrefix(top, "xn--"):
		return true
	case path && len(names) == 4 && strings.Trim(strings.Join(names, ""), "0123456789") == "":
		return true // an IP address
	case tops[top]:
		return path || last != strings.ToUpper(last[:1])+top[1:] || !sentenceWords[top] // "… el lunes.La clínica …"
	}
	return path && len(top) > 2 && last == top && strings.Trim(top, "abcdefghijklmnopqrstuvwxyz") == "" && !files[top]
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// addressEnd is where the address at the beginning of text ends; a mark of the sentence is not a part of it.
func addressEnd(text string) int {
	end := strings.IndexFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("<>\"`", r) })
	if end < 0 {
		end = len(text)
	}
	marks := ".,;:!?)]}'*_"
	if strings.IndexByte(text[:end], '(') >= 0 {
		marks = ".,;:!?]}'*_"
	}
	return len(strings.TrimRight(text[:end], marks))
}

// sentenceWords are ends of hosts that a sentence may begin with; files are ends of file names.
var (
	sentenceWords = setOf("es la de me to it us web live pro")
	files         = setOf("pdf doc docx xls xlsx csv txt odt jpg jpeg png gif webp heic mp3 mp4 ogg html xml json")
)

// tops are the ends of hosts that are taken for links without a scheme; file names and abbreviations are not.
var tops = setOf(`com net org info biz io ai app dev co me tv xyz site online shop store club link click top
	live pro page web tech cloud space website fun icu ru cn tk ml ga cf gq mx pe es ar cl uy ec br us uk eu fr de it pt ly gl to
	cc ws la gov edu`)

func setOf(words string) map[string]bool {
	out := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		out[word] = true
	}
	return out
}
