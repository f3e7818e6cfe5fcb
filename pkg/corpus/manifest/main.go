// Command manifest writes into corpora/manifest.json the lines and sums of the files that are there. What people say of a shard
// stays; a new one says what the one before it in its folder says.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/recado/recado/pkg/corpus"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "manifest:", err)
		os.Exit(1)
	}
}

func run() error {
	known, err := corpus.Manifest()
	if err != nil {
		return err
	}
	shards, err := corpus.Measure()
	if err != nil {
		return err
	}
	byName := map[string]corpus.Shard{}
	for _, k := range known {
		byName[k.Name], byName[path.Dir(k.Name)] = k, k
	}
	for i := range shards {
		s := &shards[i]
		said, ok := byName[s.Name]
		if !ok {
			said = byName[path.Dir(s.Name)]
		}
		s.Authorship, s.Licence = said.Authorship, said.Licence
	}
	text, err := json.MarshalIndent(shards, "", "  ")
	if err != nil {
		return err
	}
	root, err := corpus.Root()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "corpora", "manifest.json"), append(text, '\n'), 0o644)
}
