package view_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

var writeLetters = flag.Bool("letters", false, "write letters.bin from the authored texts")

// TestLetters writes the costs of letters when it is asked to: they need no change when texts are added.
func TestLetters(t *testing.T) {
	if !*writeLetters {
		t.Skip("-letters writes letters.bin")
	}
	var counts [27 * 27 * 27]float64
	for w, n := range authoredWords(t) {
		a, b := 0, 0
		for _, c := range w + "`" {
			c := int(c-'a'+1) % 27
			counts[a*729+b*27+c] += 1 + math.Log2(float64(n))
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
	if err := os.WriteFile("letters.bin", packed, 0o600); err != nil {
		t.Fatal(err)
	}
	writeWords(t)
}

// writeWords sets two bits for each word of four letters and more, as view.familiar reads them.
func writeWords(t *testing.T) {
	t.Helper()
	bits := make([]byte, 1<<16)
	for w := range authoredWords(t) {
		if len(w) < 4 {
			continue
		}
		key := uint64(0)
		for i := range len(w) {
			key = key<<5 | uint64(w[i]&31)
		}
		if len(w) > 12 {
			key ^= uint64(len(w)) << 50
		}
		for _, at := range [...]uint64{key * 0x9E3779B97F4A7C15 >> 45, key * 0xC2B2AE3D27D4EB4F >> 45} {
			bits[at>>3] |= 1 << (at & 7)
		}
	}
	if err := os.WriteFile("words.bin", bits, 0o600); err != nil {
		t.Fatal(err)
	}
}

// authoredWords counts the words of the guard's texts in Spanish, English and Portuguese that are written at least twice.
func authoredWords(t *testing.T) map[string]int {
	t.Helper()
	words := map[string]int{}
	paths, _ := filepath.Glob("../train/data/*.jsonl")
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(file); lines.Scan(); {
			var line struct{ Text, Lang string }
			if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains("es en pt", line.Lang) {
				continue
			}
			text := norm.NFD.String(strings.ToLower(line.Text))
			text = strings.Map(func(c rune) rune {
				if unicode.Is(unicode.Mn, c) {
					return -1
				}
				return c
			}, text)
			for w := range strings.FieldsFuncSeq(text, func(c rune) bool { return c < 'a' || c > 'z' }) {
				words[w]++
			}
		}
		_ = file.Close()
	}
	for w, n := range words {
		if n < 2 {
			delete(words, w)
		}
	}
	return words
}
