// Package corpus is what the trainers of models share: it reads authored examples, puts a part of them aside, and writes
// what came of them.
package corpus

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
)

// File is one file of examples.
type File[E any] struct {
	Name, SHA256 string
	Examples     []E
}

// Load reads the *.jsonl of a folder in the order of their names. An error, check's too, comes with file and line; check
// may complete an example from the file's name.
func Load[E any](dir string, check func(e *E, file string) error) ([]File[E], error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no *.jsonl in %s", dir)
	}
	slices.Sort(paths)
	files := make([]File[E], len(paths))
	for i, path := range paths {
		if files[i], err = loadFile(path, check); err != nil {
			return nil, err
		}
	}
	return files, nil
}

func loadFile[E any](path string, check func(e *E, file string) error) (File[E], error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return File[E]{}, err
	}
	sum := sha256.Sum256(content)
	f := File[E]{Name: filepath.Base(path), SHA256: hex.EncodeToString(sum[:])}
	for line := range bytes.Lines(content) {
		var e E
		err := json.Unmarshal(line, &e)
		if err == nil {
			err = check(&e, f.Name)
		}
		if err != nil {
			return f, fmt.Errorf("%s:%d: %w", f.Name, len(f.Examples)+1, err)
		}
		f.Examples = append(f.Examples, e)
	}
	return f, nil
}

// Once returns the examples of all files in order; of those with the same key the first.
func Once[E any](files []File[E], key func(*E) string) (out []E) {
	seen := map[string]bool{}
	for _, f := range files {
		for i := range f.Examples {
			if k := key(&f.Examples[i]); !seen[k] {
				seen[k] = true
				out = append(out, f.Examples[i])
			}
		}
	}
	return out
}

// Part tells in which of n parts what has the key is: always the same, whatever else there is.
func Part(key string, n int) int {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key))
	sum := h.Sum64()
	return int((sum ^ sum>>32) % uint64(n))
}

// Split puts the examples for which apart holds aside; both keep their order.
func Split[E any](all []E, apart func(*E) bool) (rest, aside []E) {
	for i := range all {
		if apart(&all[i]) {
			aside = append(aside, all[i])
		} else {
			rest = append(rest, all[i])
		}
	}
	return rest, aside
}
