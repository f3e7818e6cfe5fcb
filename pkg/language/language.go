// Package language reads what customers write, in Spanish, English and Portuguese, by rules alone, and says dates, times and money back.
package language

// Lang is a language by its ISO 639-1 code.
type Lang string

// The languages that are understood and spoken.
const (
	Spanish    Lang = "es"
	English    Lang = "en"
	Portuguese Lang = "pt"
)

// Known reports whether l is one of the three languages.
func (l Lang) Known() bool { return l == Spanish || l == English || l == Portuguese }

// Spoken returns the language that l is spoken in: Spanish where l is unknown.
func (l Lang) Spoken() Lang {
	if l.Known() {
		return l
	}
	return Spanish
}
