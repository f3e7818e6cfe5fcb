package pii

import (
	"slices"
	"strings"
)

// secretOptions are those options of commands that a password follows, with the commands that have them; joined tells that no
// blank stands between, account that the name of an account and a colon do.
var secretOptions = [...]struct {
	name            string
	commands        []string
	joined, account bool
}{
	{"-u ", []string{"curl", "http", "https"}, false, true},
	{"--user ", []string{"curl", "http", "https", "wget"}, false, true},
	{"--proxy-user ", []string{"curl"}, false, true},
	{"-p", []string{"mysql", "mysqldump", "mariadb", "mysqladmin", "sshpass"}, true, false},
	{"-p ", []string{"sshpass", "login", "mongo", "mongosh", "mongodump", "ldapsearch"}, false, false},
	{"-w ", []string{"ldapsearch", "ldapadd"}, false, false},
	{"-P ", []string{"sqlcmd", "zip", "unzip", "bcp"}, false, false},
	{"-a ", []string{"redis"}, false, false},
}

// optionWords is how many words before an option its command stands at most.
const optionWords = 14

// option recognises the password after an option of a command at pos: curl -u ops:Larch9921, mysql -pCebra77.
func (f *Finder) option(pos int) (got Span) {
	if pos == 0 || f.text[pos-1] != ' ' {
		return got
	}
	for i := range secretOptions {
		o := &secretOptions[i]
		if !f.exactly(pos, o.name) {
			continue
		}
		from, end := f.optionQuoted(pos + len(o.name))
		if o.account {
			colon := strings.IndexByte(f.text[from:end], ':')
			if colon < 0 {
				continue
			}
			if from += colon + 1; from == end {
				from, end = f.optionQuoted(from)
			}
		}
		if end-from < minLock || filler(f.text[from:end]) || f.text[from] == '$' || f.text[from] == '-' || f.text[from] == '/' || digitsOnly(f.text[from:end]) || o.name == "-P " && f.lettersEnd(from) == end {
			continue
		}
		b := backward{text: f.text[max(0, pos-Lookback):pos]}
		if b.commanded(o.commands) {
			return Span{TypeSecret, from, end}
		}
	}
	return got
}

// optionQuoted returns where what is given to an option begins and ends, without the quotes around it.
func (f *Finder) optionQuoted(i int) (from, end int) {
	mark := f.at(i)
	if mark != '\'' && mark != '"' {
		return i, f.optionEnd(i)
	}
	for end = i + 1; end-i < maxValue && f.at(end) != 0 && f.at(end) != '\n'; end++ {
		if f.at(end) == mark {
			return i + 1, end
		}
	}
	return i + 1, f.optionEnd(i + 1)
}

// optionEnd returns where what is given to an option ends.
func (f *Finder) optionEnd(i int) int {
	if end := f.quoted(i); end > 0 {
		return end
	}
	end := i
	for end-i < maxValue && f.at(end) > ' ' && strings.IndexByte("'\"`|", f.at(end)) < 0 {
		end++
	}
	return end
}

// commanded reports one of the commands before, in the same line.
func (b backward) commanded(commands []string) bool {
	if i := strings.LastIndexByte(b.text, '\n'); i >= 0 && !hasEnd(b.text[:i], "\\") {
		b.text = b.text[i:]
	}
	for range optionWords {
		if slices.Contains(commands, b.word()) {
			return true
		}
	}
	return false
}
