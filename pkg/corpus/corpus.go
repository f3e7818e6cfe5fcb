// Package corpus reads the texts of corpora/, which lie at the root of the repository and in no module: one JSON object a line,
// packed where the name ends in .bz2.
package corpus

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// File is one file of examples; its name is without folder and endings.
type File[E any] struct {
	Name     string
	Examples []E
}

// Root returns the root of the repository, the folder with go.work in which the process runs or that is above it.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.work here or above: the texts are read in a checkout of the repository only")
		}
		dir = up
	}
}

// Files lists the files that match a pattern of filepath.Match at or below the root, in order of their names. None is an error.
func Files(pattern string) ([]string, error) {
	if !filepath.IsAbs(pattern) {
		root, err := Root()
		if err != nil {
			return nil, err
		}
		pattern = filepath.Join(root, filepath.FromSlash(pattern))
	}
	paths, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("no file matches %s", pattern)
	}
	slices.SortFunc(paths, func(a, b string) int { return strings.Compare(Name(a), Name(b)) })
	return paths, nil
}

// Name is a file's name without folder and endings.
func Name(path string) string {
	return strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".bz2"), ".jsonl")
}

// Open opens a file, and unpacks it where its name ends in .bz2.
func Open(path string) (io.ReadCloser, error) {
	file, err := os.Open(path)
	if err != nil || !strings.HasSuffix(path, ".bz2") {
		return file, err
	}
	return unpacked{bzip2.NewReader(file), file}, nil
}

type unpacked struct {
	io.Reader
	io.Closer
}

// Load reads the files that match a pattern, as Files lists them. An error, check's too, comes with file and line; check may
// complete an example from the file's name.
func Load[E any](pattern string, check func(e *E, file string) error) ([]File[E], error) {
	paths, err := Files(pattern)
	if err != nil {
		return nil, err
	}
	files := make([]File[E], len(paths))
	for i, path := range paths {
		if files[i], err = loadFile(path, check); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// maxLine bounds one example, in bytes.
const maxLine = 4 << 20

func loadFile[E any](path string, check func(e *E, file string) error) (File[E], error) {
	f := File[E]{Name: Name(path)}
	in, err := Open(path)
	if err != nil {
		return f, err
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var e E
		err := json.Unmarshal(bytes.TrimSpace(lines.Bytes()), &e)
		if err == nil {
			err = check(&e, f.Name)
		}
		if err != nil {
			return f, fmt.Errorf("%s:%d: %w", filepath.Base(path), len(f.Examples)+1, err)
		}
		f.Examples = append(f.Examples, e)
	}
	if err := lines.Err(); err != nil {
		return f, fmt.Errorf("%s:%d: %w", filepath.Base(path), len(f.Examples)+1, err)
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

// Part returns in which of n parts an example with the key is: always the same, whatever else there is.
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
