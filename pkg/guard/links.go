package guard

import (
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

// hostOf is the host of an address in lower case; user names and ports do not count.
func hostOf(address string) string {
	if _, rest, ok := strings.Cut(address, "://"); ok {
		address = rest
	}
	if i := strings.IndexAny(address, `/?#\`); i >= 0 {
		address = address[:i]
	}
	if i := strings.LastIndexByte(address, '@'); i >= 0 {
		address = address[i+1:]
	}
	address, _, _ = strings.Cut(address, ":")
	return strings.TrimPrefix(strings.Trim(strings.ToLower(address), "."), "www.")
}

// Strip takes the links to other hosts out of a text and says how many: of a Markdown link its words stay, of an image
// nothing does, and a bare address goes. E-mail addresses are no links.
func (l Links) Strip(text string) (string, int) {
	if !strings.ContainsAny(text, ".:") {
		return text, 0
	}
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

// schemes of addresses that a page may open.
var schemes = []string{"http://", "https://", "ftp://", "data:", "javascript:", "hxxp://", "hxxps://"}

// bareLink is the length of the address that stands at i, or 0.
func bareLink(text string, i int) int {
	if before, _ := utf8.DecodeLastRuneInString(text[:i]); i > 0 && (unicode.IsLetter(before) || unicode.IsDigit(before) || strings.ContainsRune("@._-/", before)) {
		return 0
	}
	rest := text[i:]
	for _, scheme := range schemes {
		if len(rest) > len(scheme) && strings.EqualFold(rest[:len(scheme)], scheme) && !isSpace(rest[len(scheme)]) {
			return addressEnd(rest)
		}
	}
	end := 0
	for end < len(rest) && (rest[end] == '-' || rest[end] == '.' || isWord(rune(rest[end]))) {
		end++
	}
	host := strings.TrimRight(rest[:end], ".-")
	dot := strings.LastIndexByte(host, '.')
	if dot <= 0 || strings.HasPrefix(rest[len(host):], "@") || !tops[strings.ToLower(host[dot+1:])] {
		return 0
	}
	if len(host) < len(rest) && strings.IndexByte("/:?#", rest[len(host)]) >= 0 {
		return addressEnd(rest)
	}
	return len(host)
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

// tops are the ends of hosts that are taken for links without a scheme; file names and abbreviations are not.
var tops = func() map[string]bool {
	out := map[string]bool{}
	for top := range strings.FieldsSeq(`com net org info biz io ai app dev co me tv xyz site online shop store club link click top
		live pro page web tech cloud space website fun icu ru cn tk ml ga cf gq mx pe es ar cl uy ec br us uk eu fr de it pt ly gl to
		cc ws la gov edu`) {
		out[top] = true
	}
	return out
}()
