package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/language"
)

// example is one authored line: a text or a list of symptoms, with its level.
type example struct {
	Text     string   `json:"text"`
	Symptoms []string `json:"symptoms"`
	Level    int      `json:"urgency_level"`
	Intent   string   `json:"intent"`
	Lang     string   `json:"lang"`
	known    bool     // the tests hold it
}

// words is what is read.
func (e *example) words() string {
	if len(e.Symptoms) > 0 {
		return strings.Join(e.Symptoms, ", ")
	}
	return e.Text
}

type file struct {
	name, sum string
	examples  []example
}

func load(dir string) ([]file, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no *.jsonl in %s", dir)
	}
	slices.Sort(paths)
	var files []file
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(content)
		f := file{name: filepath.Base(path), sum: hex.EncodeToString(sum[:])}
		lines := bufio.NewScanner(bytes.NewReader(content))
		lines.Buffer(nil, 1<<20)
		for n := 1; lines.Scan(); n++ {
			var e example
			if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", f.name, n, err)
			}
			if e.Intent == "" && (e.Level < 1 || e.Level > language.Levels) {
				return nil, fmt.Errorf("%s:%d: urgency_level: expected 1 to %d, got %d", f.name, n, language.Levels, e.Level)
			}
			e.known = f.name == "known.jsonl"
			f.examples = append(f.examples, e)
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
		files = append(files, f)
	}
	return files, nil
}

// examples returns the lines of all files, each once.
func examples(files []file) (out []example) {
	seen := map[string]bool{}
	for i := range files {
		for _, e := range files[i].examples {
			if !seen[e.words()] {
				seen[e.words()] = true
				out = append(out, e)
			}
		}
	}
	return out
}

// danger is the intent that wins over all others: who has another is not ill.
const danger = "urgent_care"

// loadOrdinary returns the messages that tell of no illness, as routine ones.
func loadOrdinary(dir string) ([]example, error) {
	files, err := load(dir)
	if err != nil {
		return nil, err
	}
	var out []example
	for _, e := range examples(files) {
		if e.Intent != danger {
			e.Level = 1
			out = append(out, e)
		}
	}
	return out, nil
}

// split puts part k of n aside; which part a line is in depends on its text alone.
func split(all []example, n, k int) (train, dev []example) {
	for _, e := range all {
		h := fnv.New64a()
		_, _ = h.Write([]byte(e.words()))
		sum := h.Sum64()
		if int((sum^sum>>32)%uint64(n)) == k {
			dev = append(dev, e)
		} else {
			train = append(train, e)
		}
	}
	return train, dev
}
