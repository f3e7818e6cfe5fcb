package local

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	minServer = 15
	setupHint = "run scripts/setup.sh, or set RECADO_POSTGRES_URL (tests: RECADO_TEST_POSTGRES_URL) to a server that has them"
)

// binaries is one installed PostgreSQL with pgvector.
type binaries struct {
	dir     string   // holds initdb and postgres
	major   int      // 15
	library []string // environment of a server that was unpacked into a folder
}

func (b binaries) path(name string) string { return filepath.Join(b.dir, name) }

// findBinaries returns the newest usable server, or the one of this major version where major is not zero.
func findBinaries(ctx context.Context, dir string, major int) (binaries, error) {
	var found []binaries
	var reasons []string
	for _, candidate := range binaryDirs(ctx, dir) {
		b, err := inspect(ctx, candidate)
		switch {
		case err != nil:
			reasons = append(reasons, err.Error())
		case major == 0 || b.major == major:
			found = append(found, b)
		}
	}
	if len(found) == 0 {
		return binaries{}, missing(major, reasons)
	}
	return slices.MaxFunc(found, func(a, b binaries) int { return a.major - b.major }), nil
}

func missing(major int, reasons []string) error {
	want := fmt.Sprintf("PostgreSQL %d or newer with pgvector 0.8 or newer", minServer)
	if major != 0 {
		want = fmt.Sprintf("PostgreSQL %d, which made the cluster here, with pgvector 0.8 or newer", major)
	}
	if len(reasons) == 0 {
		return fmt.Errorf("no %s is installed: %s", want, setupHint)
	}
	return fmt.Errorf("no %s is installed (%s): %s", want, strings.Join(reasons, "; "), setupHint)
}

// binaryDirs lists where servers live: pg_config in PATH, Debian, Red Hat, Alpine, Homebrew, and the folder of scripts/setup.sh.
func binaryDirs(ctx context.Context, dir string) []string {
	patterns := []string{
		"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/libexec/postgresql*",
		"/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin",
	}
	var dirs []string
	for _, base := range folders(dir) {
		matches, _ := filepath.Glob(filepath.Join(base, "pgsql/usr/lib/postgresql/*/bin")) // the pattern is well formed
		foreign := func(bin string) bool { return !ours(base, filepath.Join(bin, "postgres"), os.Getuid()) }
		dirs = append(dirs, slices.DeleteFunc(matches, foreign)...)
	}
	if out, err := output(ctx, nil, "pg_config", "--bindir"); err == nil {
		dirs = append(dirs, out)
	}
	for _, p := range patterns {
		matches, _ := filepath.Glob(p) // the patterns are well formed
		dirs = append(dirs, matches...)
	}
	slices.Sort(dirs)
	return slices.DeleteFunc(slices.Compact(dirs), func(d string) bool {
		_, err := os.Stat(filepath.Join(d, "initdb"))
		return err != nil
	})
}

// folders are the .recado directories that may hold an unpacked server: the one in use and those above the working directory.
func folders(dir string) []string {
	out := []string{dir, filepath.Dir(dir)}
	at, err := os.Getwd()
	for err == nil && at != filepath.Dir(at) {
		out = append(out, filepath.Join(at, ".recado"))
		at = filepath.Dir(at)
	}
	return out
}

// ours reports whether everything from a folder to a program in it belongs to a user or to root, and nobody else may write there: above
// a working directory may be a folder of somebody else's.
func ours(base, program string, uid int) bool {
	for at := program; ; at = filepath.Dir(at) {
		info, err := os.Lstat(at)
		if err != nil {
			return false
		}
		if !ownedBy(info, 0) && !ownedBy(info, uid) {
			return false
		}
		if info.Mode()&os.ModeSymlink == 0 && info.Mode().Perm()&0o002 != 0 {
			return false
		}
		if at == base || at == filepath.Dir(at) {
			return true
		}
	}
}

var (
	versionPattern = regexp.MustCompile(`(\d+)(?:\.\d+)?`)
	vectorPattern  = regexp.MustCompile(`default_version\s*=\s*'(\d+)\.(\d+)`)
)

func inspect(ctx context.Context, dir string) (binaries, error) {
	b := binaries{dir: dir}
	if _, after, ok := strings.Cut(dir, "/pgsql/usr/lib/"); ok {
		root := strings.TrimSuffix(dir, "/usr/lib/"+after)
		libs, _ := filepath.Glob(filepath.Join(root, "usr/lib/*-linux-*")) // the patterns are well formed
		more, _ := filepath.Glob(filepath.Join(root, "lib/*-linux-*"))
		libs = append(libs, more...)
		b.library = []string{"LD_LIBRARY_PATH=" + strings.Join(libs, ":")}
	}
	out, err := output(ctx, b.library, b.path("postgres"), "--version")
	if err != nil {
		return b, fmt.Errorf("%s: %w", b.path("postgres"), err)
	}
	b.major, _ = strconv.Atoi(versionPattern.FindStringSubmatch(out + " 0")[1])
	if b.major < minServer {
		return b, fmt.Errorf("%s is version %d", dir, b.major)
	}
	return b, checkVector(ctx, b)
}

func checkVector(ctx context.Context, b binaries) error {
	for _, share := range shareDirs(ctx, b) {
		control, err := os.ReadFile(filepath.Join(share, "extension", "vector.control"))
		if err != nil {
			continue
		}
		v := vectorPattern.FindSubmatch(control)
		if v == nil {
			continue
		}
		major, _ := strconv.Atoi(string(v[1]))
		if minor, _ := strconv.Atoi(string(v[2])); major > 0 || minor >= 8 {
			return nil
		}
		return fmt.Errorf("%s has pgvector %s.%s", b.dir, v[1], v[2])
	}
	return fmt.Errorf("%s has no pgvector", b.dir)
}

func shareDirs(ctx context.Context, b binaries) []string {
	if out, err := output(ctx, b.library, b.path("pg_config"), "--sharedir"); err == nil {
		return []string{out}
	}
	debian := strings.Replace(filepath.Dir(b.dir), "/lib/", "/share/", 1)
	return []string{debian, filepath.Join(b.dir, "../share"), filepath.Join(b.dir, "../share/postgresql")}
}

func output(ctx context.Context, env []string, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.Output()
	if err != nil {
		return "", err
	}
	if len(out) == 0 {
		return "", errors.New("printed nothing")
	}
	return strings.TrimSpace(string(out)), nil
}
