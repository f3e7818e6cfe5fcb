// Package tenantfile reads a tenant from a YAML file, checks it with line and field, and applies it to the database and the bus.
package tenantfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/tenantfile/strictyaml"
)

// maxFile bounds a tenant's file, maxDocument a knowledge file, in bytes.
const (
	maxFile     = 1 << 20
	maxDocument = 512 << 10
)

// File is a tenant as its file says it, checked whole: nothing in it is wrong, every reference leads somewhere, every secret is known.
type File struct {
	Tenant Tenant
	// Documents are the texts that are to be searchable.
	Documents []Document
	// Secrets are the accounts' secrets by name, in the order of Tenant.Accounts.
	Secrets []map[string]config.Secret
	// NotifySecrets sign the webhooks, in the order of Tenant.Handoff.Notify.
	NotifySecrets []config.Secret
	// ToolSecrets are those of hosts and tool servers, by host or URL.
	ToolSecrets map[string]config.Secret

	problems *Problems
}

// Problem is one thing that is wrong with a file.
type Problem = strictyaml.Problem

// Problems is everything that is wrong with a file. Its text never holds a secret's value.
type Problems = strictyaml.Problems

// Document is a text that is to be searchable.
type Document struct {
	Slug     string // article/<path>, faq/<id>, policy/<type>, template/<occasion>/<language>, competitor/<id>
	Corpus   string // slug
	Kind     string
	Title    string
	MIME     string
	Language string
	Body     []byte
	SHA256   string
}

// Load reads the tenant's file at name in fsys; knowledge files are relative to its folder and cannot leave it.
// getenv gives the values of ${TENANT_…} variables. A wrong file is a Problems error that holds everything wrong with it.
func Load(fsys fs.FS, name string, getenv func(string) string) (*File, error) {
	data, err := readFile(fsys, name, maxFile)
	if err != nil {
		return nil, err
	}
	folder, err := fs.Sub(fsys, path.Dir(name))
	if err != nil {
		return nil, fmt.Errorf("open the folder of %s: %w", name, err)
	}
	return parse(name, data, folder, getenv)
}

// LoadFile is Load for a file of the operating system.
func LoadFile(name string, getenv func(string) string) (*File, error) {
	root, err := os.OpenRoot(filepath.Dir(name)) // a link out of the folder is refused
	if err != nil {
		return nil, fmt.Errorf("open the folder of %s: %w", name, err)
	}
	defer func() { _ = root.Close() }()
	data, err := readFile(root.FS(), filepath.Base(name), maxFile)
	if err != nil {
		return nil, err
	}
	return parse(name, data, root.FS(), getenv)
}

func readFile(fsys fs.FS, name string, limit int64) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, cause(err))
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, fmt.Errorf("read %s: expected a file of at most %d KiB", name, limit>>10)
	}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, cause(err))
	}
	return data, nil
}

// cause is what went wrong, without the name of the system's call.
func cause(err error) error {
	if of, ok := errors.AsType[*fs.PathError](err); ok {
		return of.Err
	}
	return err
}

var schema = strictyaml.Schema{Keys: "the keys of a tenant (id, name, vertical, …)", Check: checkForm}

func parse(source string, data []byte, folder fs.FS, getenv func(string) string) (*File, error) {
	f := &File{}
	problems, ok := schema.Decode(source, data, &f.Tenant)
	if !ok {
		return nil, problems
	}
	c := checker{Problems: problems, tenant: &f.Tenant, folder: folder, getenv: getenv}
	c.check()
	if err := problems.Err(); err != nil {
		return nil, err
	}
	f.Documents, f.Secrets, f.NotifySecrets, f.ToolSecrets, f.problems = c.documents, c.secrets, c.notifySecrets, c.toolSecrets, problems
	return f, nil
}

// Refuse is the error of a file in which somebody who knows more than the file found problems; they need no line and column,
// which are those of their fields. It is nil where there are none.
func (f *File) Refuse(found []Problem) error {
	problems := f.problems.Empty()
	for _, p := range found {
		problems.Add(p.Field, "%s", p.Expected)
	}
	return problems.Err()
}
