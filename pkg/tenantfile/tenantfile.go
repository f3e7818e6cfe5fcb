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
)

// maxFile bounds a tenant's file, maxDocument a knowledge file, in bytes.
const (
	maxFile     = 1 << 20
	maxDocument = 512 << 10
)

// File is a tenant as its file says it, checked whole: nothing in it is wrong, every reference leads somewhere, every secret is known.
type File struct {
	Tenant    Tenant
	documents []document
	secrets   []map[string]config.Secret // by account
	// at says where in the file a field stands, for errors that only the database can find.
	at     positions
	source string
}

// document is a text that is to be searchable.
type document struct {
	slug     string // article/<path>, faq/<id>, policy/<type>
	corpus   string // slug
	kind     string
	title    string
	mime     string
	language string
	body     []byte
	sha256   string
}

// Load reads the tenant's file at name in fsys; knowledge files are relative to its folder and cannot leave it.
// getenv gives the values of ${VARIABLE}. A wrong file is a Problems error that holds everything wrong with it.
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

func parse(source string, data []byte, folder fs.FS, getenv func(string) string) (*File, error) {
	f := &File{source: source, at: positions{}}
	problems := &Problems{source: source, at: f.at}
	root, ok := readYAML(data, problems)
	if !ok {
		return nil, problems
	}
	d := decoder{problems: problems, at: f.at}
	d.decode(root, &f.Tenant)
	c := checker{Problems: problems, tenant: &f.Tenant, folder: folder, getenv: getenv}
	c.check()
	f.documents, f.secrets = c.documents, c.secrets
	if err := problems.err(); err != nil {
		return nil, err
	}
	return f, nil
}
