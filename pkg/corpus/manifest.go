package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Shard is what the manifest says of one file of texts. The sum is that of the unpacked lines.
type Shard struct {
	Name       string `json:"name"` // its path below corpora/, without endings
	Lines      int    `json:"lines"`
	SHA256     string `json:"sha256"`
	Use        string `json:"use"`
	Authorship string `json:"authorship"`
	Licence    string `json:"licence"`
}

// What a shard may be used for: models learn from train, people read and mend by dev, and nobody reads frozen.
const (
	Train  = "train"
	Dev    = "dev"
	Frozen = "frozen"
)

// Manifest reads corpora/manifest.json.
func Manifest() (shards []Shard, err error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	content, err := os.ReadFile(filepath.Join(root, "corpora", "manifest.json"))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(content, &shards); err != nil {
		return nil, fmt.Errorf("corpora/manifest.json: %w", err)
	}
	return shards, nil
}

// Measure returns the names, lines and sums of the files of texts that are there, in order of their names, and what their
// folders say of their use.
func Measure() (shards []Shard, err error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(root, "corpora")
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(d.Name(), ".jsonl") {
			return err
		}
		folder, err := filepath.Rel(dir, filepath.Dir(path))
		if err != nil {
			return err
		}
		s := Shard{Name: filepath.ToSlash(filepath.Join(folder, Name(path))), Use: use(filepath.Base(folder))}
		if s.Lines, s.SHA256, err = measure(path); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		shards = append(shards, s)
		return nil
	})
	return shards, err
}

func use(folder string) string {
	if folder == Dev || folder == Frozen {
		return folder
	}
	return Train
}

func measure(path string) (lines int, sum string, err error) {
	in, err := Open(path)
	if err != nil {
		return 0, "", err
	}
	defer in.Close()
	h := sha256.New()
	var n counter
	if _, err := io.Copy(io.MultiWriter(h, &n), in); err != nil {
		return 0, "", err
	}
	if n.last != '\n' {
		n.lines++
	}
	return n.lines, hex.EncodeToString(h.Sum(nil)), nil
}

// counter counts the ends of lines.
type counter struct {
	lines int
	last  byte
}

func (c *counter) Write(p []byte) (int, error) {
	for _, b := range p {
		if b == '\n' {
			c.lines++
		}
		c.last = b
	}
	return len(p), nil
}
