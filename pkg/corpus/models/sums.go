package models

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/scanner"
	"go/token"
	"hash"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/recado/recado/pkg/corpus"
)

func sum(content []byte) string {
	s := sha256.Sum256(content)
	return hex.EncodeToString(s[:])
}

// sumCorpus is the sum over the names and unpacked contents of all files that match.
func sumCorpus(root string, patterns []string) (string, error) {
	total := sha256.New()
	for _, pattern := range patterns {
		files, err := matches(root, pattern)
		if err != nil {
			return "", err
		}
		for _, file := range files {
			if err := addTexts(total, file); err != nil {
				return "", err
			}
		}
	}
	return hex.EncodeToString(total.Sum(nil)), nil
}

func addTexts(total hash.Hash, file string) error {
	texts, err := corpus.Open(file)
	if err != nil {
		return err
	}
	defer texts.Close()
	one := sha256.New()
	if _, err := io.Copy(one, texts); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	fmt.Fprintf(total, "%s %x\n", corpus.Name(file), one.Sum(nil))
	return nil
}

// sumCode is the sum over the tokens of all Go files, tests and comments apart.
func sumCode(root string, paths []string) (string, error) {
	total := sha256.New()
	for _, p := range paths {
		pattern := p
		if path.Ext(p) != ".go" {
			pattern = path.Join(p, "*.go")
		}
		files, err := matches(root, pattern)
		if err != nil {
			return "", err
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			if err := addCode(total, file); err != nil {
				return "", err
			}
		}
	}
	return hex.EncodeToString(total.Sum(nil)), nil
}

func addCode(total hash.Hash, file string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	fmt.Fprintln(total, filepath.Base(file))
	var errs scanner.ErrorList
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile(file, fset.Base(), len(content)), content, errs.Add, 0)
	for {
		_, tok, literal := s.Scan()
		switch tok {
		case token.EOF:
			return errs.Err()
		case token.SEMICOLON:
			fmt.Fprintln(total, ";") // whether it is written or stands for a line's end
		default:
			fmt.Fprintln(total, tok, literal)
		}
	}
}

// matches lists the files of a pattern in order; none is an error, for a renamed folder would never change again.
func matches(root, pattern string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no file matches %s", pattern)
	}
	slices.Sort(files)
	return files, nil
}
