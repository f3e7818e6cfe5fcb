// Command licences reads CycloneDX bills of materials and fails where a module that is linked into a binary has no licence, or one that
// is not allowed: licences FILE…. The modules must be in the module cache, as they are after a build.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/google/licensecheck"
)

// allowed are the licences that ask for nothing but their own text beside the binary.
var allowed = map[string]bool{"MIT": true, "Apache-2.0": true, "BSD-2-Clause": true, "BSD-3-Clause": true, "ISC": true}

// documents are licences of a module's documentation alone, of which nothing is linked.
var documents = map[string]string{"github.com/modelcontextprotocol/go-sdk": "CC-BY-4.0"}

// enough is how much of a licence's file must be of licences that are known, in percent: the rest is names and years.
const enough = 75

func main() {
	if err := check(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func check(files []string) error {
	if len(files) == 0 {
		return errors.New("usage: licences FILE.cdx.json…")
	}
	modules := map[string]bool{}
	for _, name := range files {
		found, err := modulesOf(name)
		if err != nil {
			return err
		}
		for _, module := range found {
			modules[module] = true
		}
	}
	var errs []error
	for module := range modules {
		if err := checkModule(module); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", module, err))
		}
	}
	if len(errs) == 0 {
		fmt.Printf("licences: %d modules, all allowed\n", len(modules))
	}
	return errors.Join(errs...)
}

// modulesOf returns the modules of others that a bill names, as path@version.
func modulesOf(name string) (out []string, err error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var bill struct {
		Components []struct{ Name, Version string }
	}
	if err := json.Unmarshal(data, &bill); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(bill.Components) == 0 {
		return nil, fmt.Errorf("%s names no module", name)
	}
	for _, c := range bill.Components {
		if c.Name != "std" && !strings.HasPrefix(c.Name, "github.com/recado/recado") {
			out = append(out, c.Name+"@"+c.Version)
		}
	}
	return out, nil
}

func checkModule(module string) error {
	out, err := exec.Command("go", "mod", "download", "-json", module).Output()
	if err != nil {
		return fmt.Errorf("not in the module cache: %w", err)
	}
	var at struct{ Dir string }
	if err := json.Unmarshal(out, &at); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(at.Dir, "[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*"))
	if err != nil {
		return err
	}
	copying, _ := filepath.Glob(filepath.Join(at.Dir, "COPYING*"))
	for _, file := range append(files, copying...) {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // a folder
		}
		name, _, _ := strings.Cut(module, "@")
		return permitted(licensecheck.Scan(text), documents[name])
	}
	return errors.New("has no licence file")
}

// permitted is an error where a licence is not allowed and not that of the documents, or too much of its text is of none that is known.
func permitted(c licensecheck.Coverage, documents string) error {
	if c.Percent < enough {
		return fmt.Errorf("%.0f %% of its licence are known, expected %d", c.Percent, enough)
	}
	for _, m := range c.Match {
		if !allowed[m.ID] && m.ID != documents {
			return fmt.Errorf("licence %s is not allowed", m.ID)
		}
	}
	return nil
}
