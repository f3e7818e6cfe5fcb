package local

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// account is who the server runs as. postgres refuses to run as root, so root hands it to another account.
type account struct {
	uid, gid int
	other    bool // not this process's own
}

func serverAccount() (account, error) {
	if os.Geteuid() != 0 {
		return account{uid: os.Geteuid(), gid: os.Getegid()}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errUID := strconv.Atoi(u.Uid)
		gid, errGID := strconv.Atoi(u.Gid)
		if err := errors.Join(errUID, errGID); err != nil {
			return account{}, fmt.Errorf("user %s: %w", name, err)
		}
		return account{uid: uid, gid: gid, other: true}, nil
	}
	return account{}, errors.New("postgres does not run as root and there is no user postgres to run it: run scripts/setup.sh")
}

func (a account) credential() *syscall.Credential {
	if !a.other {
		return nil
	}
	return &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
}

// makeDir makes a directory that belongs to the account and that nobody else can read.
func (a account) makeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if a.other {
		if err := os.Chown(dir, a.uid, a.gid); err != nil {
			return err
		}
	}
	return os.Chmod(dir, 0o700)
}

// shared is where clusters live whose own directory the account cannot reach.
const shared = "/var/lib/recado"

// homeFor returns where the account can keep a cluster for dir: dir itself, or, where root's own directories bar the way (a
// clone under /root), a directory under /var/lib/recado that dir becomes a link to.
func (a account) homeFor(dir string) (string, error) {
	if target, err := os.Readlink(dir); err == nil {
		if _, err := os.Stat(target); err == nil {
			return target, nil
		}
		if err := os.Remove(dir); err != nil {
			return "", err
		}
	}
	if !a.other || a.reaches(filepath.Dir(dir)) {
		return dir, a.makeDir(dir)
	}
	return a.relocate(dir)
}

func (a account) relocate(dir string) (string, error) {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return "", fmt.Errorf("the user postgres cannot reach %s: make its parents searchable (chmod o+x)", dir)
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := os.MkdirAll(shared, 0o755); err != nil {
		return "", err
	}
	sweepShared(dir)
	target, err := os.MkdirTemp(shared, "postgres-")
	if err != nil {
		return "", err
	}
	if err := a.makeDir(target); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(target, linkFile), []byte(dir), 0o600); err != nil {
		return "", err
	}
	return target, os.Symlink(target, dir)
}

// linkFile says in a relocated cluster which link leads to it.
const linkFile = "link"

// sweepShared removes clusters that dir led to before somebody removed it.
func sweepShared(dir string) {
	all, _ := filepath.Glob(filepath.Join(shared, "postgres-*")) // the pattern is well formed
	for _, target := range all {
		from, err := os.ReadFile(filepath.Join(target, linkFile))
		if err == nil && string(from) == dir {
			_ = os.RemoveAll(target) // what stays is tried again the next time
		}
	}
}

// reaches reports whether the account may search every directory of the path. A private temporary directory of root's is
// made searchable (not readable): its name is all that kept others out of it, and still does.
func (a account) reaches(dir string) bool {
	for at := dir; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		if err != nil || !a.searches(info) && !openTemporary(at, info) {
			return false
		}
		if at == filepath.Dir(at) {
			return true
		}
	}
}

func (a account) searches(info os.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	switch {
	case int(stat.Uid) == a.uid:
		return info.Mode()&0o100 != 0
	case int(stat.Gid) == a.gid:
		return info.Mode()&0o010 != 0
	}
	return info.Mode()&0o001 != 0
}

func openTemporary(dir string, info os.FileInfo) bool {
	inside, err := filepath.Rel(os.TempDir(), dir)
	if err != nil || inside == "." || strings.HasPrefix(inside, "..") {
		return false
	}
	return os.Chmod(dir, info.Mode().Perm()|0o011) == nil
}
