// Command letters writes what the views know of how words are spelt, from the guard's authored texts: letters.bin and words.bin.
package main

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/corpus/models"
)

// textFiles are those that the guard learns from.
const textFiles = "corpora/guard/*.jsonl*"

func main() {
	out := flag.String("out", "pkg/guard/view", "folder for letters.bin and words.bin")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "letters:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	words, err := authored()
	if err != nil {
		return err
	}
	if err := taught(out, "letters.bin").Write(".", costs(words), nil); err != nil {
		return err
	}
	return taught(out, "words.bin").Write(".", filter(words), nil)
}

func taught(out, name string) models.Model {
	return models.Model{File: path.Join(out, name), Corpus: []string{textFiles}, Code: []string{"pkg/guard/view/letters"}}
}

// costs are four bits for each three letters, of 27 with a word's end: one and a half times the bits that the third costs after the
// others.
func costs(words map[string]int) []byte {
	var counts [27 * 27 * 27]float64
	for _, w := range slices.Sorted(maps.Keys(words)) {
		a, b := 0, 0
		for _, c := range w + "`" {
			c := int(c-'a'+1) % 27
			counts[a*729+b*27+c] += 1 + math.Log2(float64(words[w]))
			a, b = b, c
		}
	}
	packed := make([]byte, len(counts)/2+1)
	for i, n := range counts {
		sum := 0.0
		for _, m := range counts[i/27*27 : i/27*27+27] {
			sum += m
		}
		bits := min(15, max(0, math.Round(-1.5*math.Log2((n+0.3)/(sum+0.3*27)))))
		packed[i/2] |= byte(bits) << (i % 2 * 4)
	}
	return packed
}

// often is how many times a word of three letters is written, which may be a code or a slip.
const often = 20

// filter has four bits for each word of three letters and more, where the views look for them (Bloom, 1970).
func filter(words map[string]int) []byte {
	bits := make([]byte, 1<<17)
	for w, n := range words {
		if len(w) < 3 || len(w) == 3 && n < often {
			continue
		}
		key := uint64(0)
		for i := range len(w) {
			key = key<<5 | uint64(w[i]&31)
		}
		if len(w) > 12 {
			key ^= uint64(len(w)) << 50
		}
		a, b := key*0x9E3779B97F4A7C15, key*0xC2B2AE3D27D4EB4F
		for _, at := range [...]uint64{a >> 44, b >> 44, a >> 24 & 0xFFFFF, b >> 24 & 0xFFFFF} {
			bits[at>>3] |= 1 << (at & 7)
		}
	}
	return bits
}

type line struct{ Text, Lang string }

// authored counts the words of the texts in Spanish, English and Portuguese that are written at least twice.
func authored() (map[string]int, error) {
	files, err := corpus.Load(textFiles, func(*line, string) error { return nil })
	if err != nil {
		return nil, err
	}
	words := map[string]int{}
	for _, file := range files {
		for _, l := range file.Examples {
			if slices.Contains([]string{"es", "en", "pt"}, l.Lang) {
				count(words, l.Text)
			}
		}
	}
	maps.DeleteFunc(words, func(_ string, n int) bool { return n < 2 })
	return words, nil
}

func count(words map[string]int, text string) {
	plain := strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Mn, c) {
			return -1
		}
		return c
	}, norm.NFD.String(strings.ToLower(text)))
	for w := range strings.FieldsFuncSeq(plain, func(c rune) bool { return c < 'a' || c > 'z' }) {
		words[w]++
	}
}
