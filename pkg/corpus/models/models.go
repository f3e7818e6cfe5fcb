// Package models keeps a card beside each learned file: from which texts and by which code it was taught. Comparing the cards
// with the tree takes seconds, teaching takes minutes.
package models

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// CardFile is the name of the file that holds the cards of a folder's learned files, by their names.
const CardFile = "models.json"

// Model is a learned file and what it is taught from. All paths are slash-separated and start at the root of the repository.
type Model struct {
	File   string
	Corpus []string // patterns of path.Match for files of texts; a packed one counts as what is in it
	Code   []string // folders and files of Go code that only teaches; comments and layout do not count
}

type entry struct {
	SHA256 string `json:"sha256"`
	Corpus source `json:"corpus"`
	Code   source `json:"code"`
	Card   any    `json:"card,omitempty"`
}

type source struct {
	Paths  []string `json:"paths"`
	SHA256 string   `json:"sha256"`
}

// Write writes the learned file and its card, in which details stand as they are given.
func (m Model) Write(root string, content []byte, details any) error {
	e := entry{SHA256: sum(content), Corpus: source{Paths: m.Corpus}, Code: source{Paths: m.Code}, Card: details}
	var err error
	if e.Corpus.SHA256, err = sumCorpus(root, m.Corpus); err != nil {
		return err
	}
	if e.Code.SHA256, err = sumCode(root, m.Code); err != nil {
		return err
	}
	file := filepath.Join(root, filepath.FromSlash(m.File))
	cards := filepath.Join(filepath.Dir(file), CardFile)
	all, err := readCards(cards)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if all == nil {
		all = map[string]json.RawMessage{}
	}
	if all[path.Base(m.File)], err = json.Marshal(e); err != nil {
		return err
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, content, 0o644); err != nil {
		return err
	}
	return os.WriteFile(cards, append(text, '\n'), 0o644)
}

func readCards(file string) (map[string]json.RawMessage, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(content, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return all, nil
}

// Check compares each learned file in the folders with its card. The error names each file that is not what its card says, or
// was taught from other texts or by other code.
func Check(root string, folders ...string) error {
	var cards, learned []string
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(file string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || d.IsDir():
				return err
			case d.Name() == CardFile:
				cards = append(cards, file)
			case path.Ext(d.Name()) == ".bin":
				learned = append(learned, file)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if len(cards) == 0 {
		return fmt.Errorf("no %s below %s", CardFile, root)
	}
	var problems []error
	known := map[string]bool{}
	for _, card := range cards {
		all, err := readCards(card)
		if err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(all)) {
			file := filepath.Join(filepath.Dir(card), name)
			known[file] = true
			problems = append(problems, checkFile(root, file, all[name]))
		}
	}
	for _, file := range learned {
		if !known[file] {
			problems = append(problems, fmt.Errorf("%s: no %s names it", file, CardFile))
		}
	}
	return errors.Join(problems...)
}

// checkFile says all that has changed since a file was taught.
func checkFile(root, file string, card json.RawMessage) error {
	var e entry
	if err := json.Unmarshal(card, &e); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var changed []string
	if sum(content) != e.SHA256 {
		changed = append(changed, "the file itself")
	}
	texts, err := sumCorpus(root, e.Corpus.Paths)
	if err != nil {
		return err
	}
	if texts != e.Corpus.SHA256 {
		changed = append(changed, "its texts ("+strings.Join(e.Corpus.Paths, ", ")+")")
	}
	code, err := sumCode(root, e.Code.Paths)
	if err != nil {
		return err
	}
	if code != e.Code.SHA256 {
		changed = append(changed, "the code that teaches it ("+strings.Join(e.Code.Paths, ", ")+")")
	}
	if len(changed) == 0 {
		return nil
	}
	name, err := filepath.Rel(root, file)
	if err != nil {
		return err
	}
	return fmt.Errorf("%s: changed since it was taught: %s; run make retrain", filepath.ToSlash(name), strings.Join(changed, ", "))
}
