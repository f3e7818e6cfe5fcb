package local

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// running is what a server writes about itself into postmaster.pid.
type running struct {
	pid     int
	port    int
	sockets string
	status  string
}

func readPidFile(data string) (running, error) {
	text, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if err != nil {
		return running{}, err
	}
	return parsePidFile(string(text))
}

func parsePidFile(text string) (running, error) {
	lines := strings.Split(text, "\n")
	if len(lines) < 5 {
		return running{}, errors.New("postmaster.pid is not complete")
	}
	pid, err := strconv.Atoi(strings.TrimSpace(lines[0]))
	if err != nil {
		return running{}, fmt.Errorf("postmaster.pid: %w", err)
	}
	if pid <= 1 { // a signal to 0, 1 or less reaches others
		return running{}, fmt.Errorf("postmaster.pid: %d is no server", pid)
	}
	r := running{pid: pid, sockets: strings.TrimSpace(lines[4])}
	r.port, _ = strconv.Atoi(strings.TrimSpace(lines[3]))
	if len(lines) > 7 {
		r.status = strings.TrimSpace(lines[7])
	}
	return r, nil
}

// answers reports whether somebody accepts connections on the server's socket.
func answers(r running) bool {
	conn, err := net.DialTimeout("unix", filepath.Join(r.sockets, ".s.PGSQL."+strconv.Itoa(r.port)), time.Second)
	if err != nil {
		return false
	}
	return conn.Close() == nil
}

// clearOrphan stops a server that is still alive from a killed process: it might not die with this one, and nobody would wait
// for it. A postmaster.pid without such a server is stale.
func (p *Postgres) clearOrphan(ctx context.Context) error {
	run, err := readPidFile(p.data())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && serves(run, p.data()) {
		p.opts.Log.WarnContext(ctx, "stopping a PostgreSQL that a killed process left behind", "pid", run.pid)
		return stopProcess(run.pid, func() bool { return !serves(run, p.data()) })
	}
	err = os.Remove(filepath.Join(p.data(), "postmaster.pid"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
