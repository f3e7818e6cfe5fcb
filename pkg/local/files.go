package local

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// keepFile returns the content of a private file, which it makes the first time. Processes that make it at once agree.
func keepFile(name string, generate func() string) (string, error) {
	text, err := os.ReadFile(name)
	if err == nil {
		if value := strings.TrimSpace(string(text)); value != "" {
			return value, nil
		}
		return "", fmt.Errorf("%s is empty: remove it to have a new one made", name)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*") // mode 0600
	if err != nil {
		return "", err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(generate() + "\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return "", err
	}
	if err := os.Link(f.Name(), name); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return keepFile(name, generate)
}

// choosePort returns the wanted port, else the one that the file keeps, else a free one, which the file then keeps. A wanted
// port that is taken is an error; a kept one is replaced.
func choosePort(file string, wanted int, log *slog.Logger) (int, error) {
	if wanted != 0 {
		if _, err := listenOnce(wanted); err != nil {
			return 0, fmt.Errorf("port %d: %w", wanted, err)
		}
		return wanted, nil
	}
	if text, err := os.ReadFile(file); err == nil {
		kept, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err == nil {
			if _, err = listenOnce(kept); err == nil {
				return kept, nil
			}
		}
		log.Warn("the last port is taken, choosing another", "port", kept)
	}
	port, err := freePort()
	if err != nil {
		return 0, err
	}
	return port, os.WriteFile(file, []byte(strconv.Itoa(port)+"\n"), 0o644)
}

// freePort is below the ports that systems give to outgoing connections: one of those could take it while the server is down,
// and clients would never find the server again.
func freePort() (int, error) {
	for range 100 {
		if port, err := listenOnce(20_000 + rand.IntN(10_000)); err == nil {
			return port, nil
		}
	}
	return listenOnce(0)
}

func listenOnce(port int) (int, error) {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// errLocked means that another process holds the directory.
var errLocked = errors.New("in use by another process")

// lockFile takes a lock that ends with this process, and says who holds it otherwise.
func lockFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		holder, _ := os.ReadFile(name)
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%w (pid %s)", errLocked, strings.TrimSpace(string(holder)))
		}
		return nil, err
	}
	_ = f.Truncate(0) // the pid is only for the message above
	_, _ = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return f, nil
}

// unlockFile ends the lock at once: a child between fork and exec still shares a file that is only closed, and its lock with it.
func unlockFile(f *os.File) error {
	return errors.Join(syscall.Flock(int(f.Fd()), syscall.LOCK_UN), f.Close())
}

func shortHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

func ownedBy(info os.FileInfo, uid int) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == uid
}

// shellQuote quotes the value of NAME=value for a shell.
func shellQuote(assignment string) string {
	name, value, _ := strings.Cut(assignment, "=")
	return name + "='" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}
