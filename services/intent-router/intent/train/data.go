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

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/intent-router/intent"
)

// example is one authored message.
type example struct {
	Text     string          `json:"text"`
	Vertical tenant.Vertical `json:"vertical"`
	Intent   string          `json:"intent"`
	Lang     string          `json:"lang"`
	Hard     bool            `json:"hard"`
	Note     string          `json:"note"`
	class    int
	file     string
}

// known messages are those that the rules were written for, and the tests hold.
func (e *example) known() bool { return e.file == "known.jsonl" || e.file == ownExamples }

// ownExamples is the file's name of the examples that stand beside the rules.
const ownExamples = "examples"

// file is one file of examples.
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
		f, err := loadFile(path)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

func loadFile(path string) (file, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return file{}, err
	}
	sum := sha256.Sum256(content)
	f := file{name: filepath.Base(path), sum: hex.EncodeToString(sum[:])}
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		e := example{file: f.name}
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return file{}, fmt.Errorf("%s:%d: %w", f.name, n, err)
		}
		if e.class = slices.IndexFunc(intent.All(), func(in intent.Intent) bool { return in.Name == e.Intent }); e.class < 0 || e.Vertical == "" {
			return file{}, fmt.Errorf("%s:%d: vertical %q, intent %q", f.name, n, e.Vertical, e.Intent)
		}
		f.examples = append(f.examples, e)
	}
	return f, lines.Err()
}

// examples returns the messages of all files and the rules' own, each once.
func examples(files []file) (out []example) {
	seen := map[string]bool{}
	add := func(e example) {
		if key := string(e.Vertical) + e.Text; !seen[key] {
			seen[key] = true
			out = append(out, e)
		}
	}
	for i := range files {
		for _, e := range files[i].examples {
			add(e)
		}
	}
	for class, in := range intent.All() {
		for _, e := range in.Examples {
			vertical := tenant.Vertical(e.Vertical)
			if vertical == "" {
				vertical = tenant.General
			}
			add(example{Text: e.Text, Vertical: vertical, Intent: in.Name, class: class, file: ownExamples})
		}
	}
	return out
}

// split puts part k of n aside; which part a message is in depends on its text alone.
func split(all []example, n, k int) (train, dev []example) {
	for _, e := range all {
		h := fnv.New64a()
		_, _ = h.Write([]byte(e.Text))
		sum := h.Sum64()
		if int((sum^sum>>32)%uint64(n)) == k {
			dev = append(dev, e)
		} else {
			train = append(train, e)
		}
	}
	return train, dev
}

func splitFile(all []example, part string) (train, test []example) {
	for _, e := range all {
		if strings.Contains(e.file, part) {
			test = append(test, e)
		} else {
			train = append(train, e)
		}
	}
	return train, test
}
