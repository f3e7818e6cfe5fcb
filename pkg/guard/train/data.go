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
)

// example is one authored text.
type example struct {
	Text    string `json:"text"`
	Label   string `json:"label"`
	Class   string `json:"class"`
	Lang    string `json:"lang"`
	Country string `json:"country,omitempty"`
	Frame   string `json:"frame,omitempty"`
	file    string
}

func (e *example) attack() bool { return e.Label == "attack" }

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
		if e.Label != "attack" && e.Label != "benign" || e.Class == "" {
			return file{}, fmt.Errorf("%s:%d: label %q, class %q", f.name, n, e.Label, e.Class)
		}
		f.examples = append(f.examples, e)
	}
	return f, lines.Err()
}

// examples returns the texts of all files, each once: of the same text twice the later goes.
func examples(files []file) (out []example) {
	seen := map[string]bool{}
	for i := range files {
		for _, e := range files[i].examples {
			if !seen[e.Text] {
				seen[e.Text] = true
				out = append(out, e)
			}
		}
	}
	return out
}

// splitFrame puts the frames of part k of n aside.
func splitFrame(all []example, n, k int) (train, dev []example) {
	for _, e := range all {
		key := e.Frame
		if key == "" || strings.HasPrefix(key, "ord-") {
			key = e.Text // the topic of an ordinary message is no frame
		}
		h := fnv.New64a()
		_, _ = h.Write([]byte(key))
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
