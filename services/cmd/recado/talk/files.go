package talk

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/knowledge/extract"
	"github.com/recado/recado/pkg/tenantfile"
	"github.com/recado/recado/services/cmd/recado/cli"
)

// maxFiles bounds what one command submits.
const maxFiles = 20_000

// localFile is a file before it is submitted.
type localFile struct {
	name, id, mime, title string
	skipped               string // why it is no document
	body                  []byte
}

// gather finds the files that paths name, in order. What is wrong with any path is reported together, before anything is submitted.
func gather(about indexing, paths []string) ([]localFile, error) {
	g := gatherer{about: about, seen: map[string]string{}}
	var errs []error
	for _, path := range paths {
		errs = append(errs, g.path(path))
	}
	if len(g.files) > maxFiles {
		errs = append(errs, fmt.Errorf("expected at most %d files", maxFiles))
	}
	if len(g.files) == 0 && errors.Join(errs...) == nil {
		errs = append(errs, errors.New("no files in there"))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, cli.Usagef("%s", err)
	}
	if about.title != "" && len(g.files) > 1 {
		return nil, cli.Usagef("--title: expected one file")
	}
	return g.files, nil
}

type gatherer struct {
	about indexing
	files []localFile
	seen  map[string]string // the file by its id
}

func (g *gatherer) path(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return g.folder(path)
	case err == nil:
		return g.named(path, filepath.Base(path))
	case strings.ContainsAny(path, "*?["):
		return g.pattern(path)
	case g.about.remove && errors.Is(err, fs.ErrNotExist):
		return g.add(path, filepath.Base(path))
	}
	return err
}

// pattern adds the files that match, by their path below the folder that the pattern names.
func (g *gatherer) pattern(pattern string) error {
	matches, err := filepath.Glob(pattern)
	if err != nil {
		return fmt.Errorf("%s: %w", pattern, err)
	}
	if len(matches) == 0 {
		return fmt.Errorf("%s: no such files", pattern)
	}
	base := pattern
	for strings.ContainsAny(base, "*?[") {
		base = filepath.Dir(base)
	}
	var errs []error
	for _, name := range matches {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			errs = append(errs, err)
		case !info.IsDir():
			errs = append(errs, g.below(base, name))
		}
	}
	return errors.Join(errs...)
}

// folder adds what is in a folder, without what is hidden; links are not followed, as they may lead out of it.
func (g *gatherer) folder(folder string) error {
	return filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name != folder && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !entry.Type().IsRegular():
			return nil
		case len(g.files) > maxFiles:
			return fs.SkipAll
		}
		return g.below(folder, name)
	})
}

// below adds a file by its path below a folder.
func (g *gatherer) below(folder, name string) error {
	relative, err := filepath.Rel(folder, name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return g.add(name, relative)
}

// named adds a file that is named itself: what is wrong with it is said before anything is submitted.
func (g *gatherer) named(name, relative string) error {
	info, err := os.Stat(name)
	switch {
	case g.about.remove:
	case err != nil:
		return err
	case extract.TypeOf(name) == "":
		return fmt.Errorf("%s: expected a file that ends in .txt, .md, .html, .csv, .pdf or .docx", name)
	case info.Size() == 0:
		return fmt.Errorf("%s: expected text, the file is empty", name)
	case info.Size() > knowledge.MaxText:
		return fmt.Errorf("%s: expected at most %d MB", name, knowledge.MaxText>>20)
	}
	return g.add(name, relative)
}

func (g *gatherer) add(name, relative string) error {
	if g.about.root != "" {
		below, err := filepath.Rel(g.about.root, name)
		if err != nil || strings.HasPrefix(below, "..") {
			return fmt.Errorf("%s: is not below --root %s", name, g.about.root)
		}
		relative = below
	}
	f := localFile{name: name, mime: extract.TypeOf(name)}
	if f.mime == "" {
		f.skipped = "expected a name that ends in .txt, .md, .html, .csv, .pdf or .docx"
		g.files = append(g.files, f)
		return nil
	}
	f.id = tenantfile.ID(string(g.about.tenant), "document", "index/"+filepath.ToSlash(relative))
	if other := g.seen[f.id]; other == name {
		return nil
	} else if other != "" {
		return fmt.Errorf("%s: has the same name as %s: name documents by their paths with --root", name, other)
	}
	g.seen[f.id] = name
	g.files = append(g.files, f)
	return nil
}

// read reads a file. Its title is what was given, or a Markdown text's first heading; the indexer finds that of other formats.
func (f *localFile) read(title string) error {
	info, err := os.Stat(f.name)
	switch {
	case err != nil:
		return errors.New("it cannot be read")
	case info.Size() > knowledge.MaxText:
		return fmt.Errorf("expected at most %d MB", knowledge.MaxText>>20)
	}
	if f.body, err = os.ReadFile(f.name); err != nil {
		return errors.New("it cannot be read")
	}
	if len(bytes.TrimSpace(f.body)) == 0 {
		return errors.New("expected text, the file is empty")
	}
	if f.title = title; title == "" && slices.Contains([]string{extract.Markdown, extract.Plain}, f.mime) {
		f.title = headingOf(string(f.body))
	}
	return nil
}

// headingOf is the first heading of a Markdown text.
func headingOf(body string) string {
	for line := range strings.Lines(body) {
		if title, ok := strings.CutPrefix(line, "# "); ok && strings.TrimSpace(title) != "" {
			runes := []rune(strings.ToValidUTF8(strings.TrimSpace(title), ""))
			return string(runes[:min(len(runes), 200)])
		}
	}
	return ""
}
