package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/recado/recado/pkg/retry"
)

// supervise keeps a server running until life ends, then stops it. It holds its thread: the server's parent-death signal
// comes when the thread that started it ends, and a thread of the pool may end at any time.
func (p *Postgres) supervise(life context.Context, report func(error)) {
	runtime.LockOSThread()
	defer close(p.stopped)
	pauses := retry.Policy{Min: 100 * time.Millisecond, Max: 5 * time.Second}.Backoff()
	for {
		server, err := p.launch(life)
		report(err)
		if err == nil {
			pauses.Reset()
			err = server.wait(life)
		}
		if life.Err() != nil {
			return
		}
		p.opts.Log.ErrorContext(life, "the private PostgreSQL ended, starting it again", "error", err)
		if !retry.Sleep(life, pauses.Next()) {
			return
		}
	}
}

// process is one run of postgres.
type process struct {
	cmd    *exec.Cmd
	exited chan struct{}
	err    error // after exited
}

// launch starts postgres and waits until it is ready. The children of a killed server may hold its shared memory for a moment:
// it tries again for a while.
func (p *Postgres) launch(ctx context.Context) (s *process, err error) {
	limit := time.Now().Add(15 * time.Second)
	inUse := func(err error) bool { return errors.Is(err, errStillInUse) && time.Now().Before(limit) }
	err = retry.Do(ctx, retry.Policy{Min: 200 * time.Millisecond, If: inUse}, func(ctx context.Context) error {
		s, err = p.launchOnce(ctx)
		return err
	})
	return s, err
}

var errStillInUse = errors.New("the last server's processes are still ending")

func (p *Postgres) launchOnce(ctx context.Context) (*process, error) {
	log, err := p.openLog()
	if err != nil {
		return nil, err
	}
	defer log.Close()
	from, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	cmd := p.command("postgres", p.arguments()...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = attributes(p.account, p.opts.Detached)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start postgres: %w", err)
	}
	s := &process{cmd: cmd, exited: make(chan struct{})}
	go func() {
		s.err = cmd.Wait()
		close(s.exited)
	}()
	return s, p.awaitReady(ctx, s, from)
}

func (p *Postgres) openLog() (*os.File, error) {
	name := filepath.Join(p.home, "postgres.log")
	flags := os.O_CREATE | os.O_WRONLY | os.O_APPEND
	if info, err := os.Stat(name); err == nil && info.Size() > 8<<20 {
		flags |= os.O_TRUNC
	}
	return os.OpenFile(name, flags, 0o600)
}

func (p *Postgres) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(p.bin.path(name), args...)
	cmd.Dir = p.home
	cmd.Env = append(os.Environ(), p.bin.library...)
	cmd.Env = append(cmd.Env, "LC_ALL=C", "TZ=UTC")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: p.account.credential()}
	return cmd
}

func (p *Postgres) arguments() []string {
	set := []string{
		"port=" + strconv.Itoa(p.port), "unix_socket_directories=" + p.sockets, "unix_socket_permissions=0700",
		"max_connections=" + strconv.Itoa(p.opts.MaxConnections), "shared_buffers=128MB", "jit=off",
		"wal_level=minimal", "max_wal_senders=0", "max_wal_size=1GB", "timezone=UTC", "log_timezone=UTC",
		// queues change each row several times: a minute (the default) of dead entries under load makes their reads ten times as dear
		"autovacuum_naptime=10s",
		// pgvector before 0.8.2 can overflow a buffer when it builds an index in parallel
		"max_parallel_maintenance_workers=0",
		// a failed statement and its row may hold personal data
		"log_min_error_statement=panic", "log_error_verbosity=terse", "log_min_messages=warning", "log_checkpoints=off",
	}
	if p.opts.TCP {
		set = append(set, "listen_addresses=127.0.0.1")
	} else {
		set = append(set, "listen_addresses=")
	}
	if p.opts.Fast {
		set = append(set, "fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off")
	} else {
		set = append(set, "fsync=on", "synchronous_commit=on", "full_page_writes=on")
	}
	args := []string{"-D", p.data()}
	for _, s := range set {
		args = append(args, "-c", s)
	}
	return args
}

// awaitReady polls postmaster.pid, as pg_ctl does: the server writes "ready" there when it accepts connections.
func (p *Postgres) awaitReady(ctx context.Context, s *process, from int64) error {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		if run, err := readPidFile(p.data()); err == nil && run.pid == s.cmd.Process.Pid && run.status == "ready" {
			return nil
		}
		select {
		case <-tick.C:
		case <-s.exited:
			return p.startError(s, from)
		case <-ctx.Done():
			s.terminate()
			return fmt.Errorf("wait until postgres is ready: %w", ctx.Err())
		}
	}
}

// startError tells what the server wrote before it gave up.
func (p *Postgres) startError(s *process, from int64) error {
	said := p.logSince(from)
	if bytes.Contains(said, []byte("pre-existing shared memory block")) ||
		bytes.Contains(said, []byte("lock file \"postmaster.pid\" already exists")) {
		return errStillInUse
	}
	return fmt.Errorf("postgres ended at its start (%w): %s", s.err, bytes.TrimSpace(said))
}

func (p *Postgres) logSince(from int64) []byte {
	f, err := os.Open(filepath.Join(p.home, "postgres.log"))
	if err != nil {
		return nil
	}
	defer f.Close()
	said, _ := io.ReadAll(io.LimitReader(io.NewSectionReader(f, from, 1<<20), 4<<10))
	return said
}

// wait returns when the server has ended, or ends it when life does.
func (s *process) wait(life context.Context) error {
	select {
	case <-s.exited:
		return s.err
	case <-life.Done():
		s.terminate()
		return nil
	}
}

func (s *process) terminate() {
	ended := func() bool {
		select {
		case <-s.exited:
			return true
		default:
			return false
		}
	}
	_ = stopProcess(s.cmd.Process.Pid, ended) // it ends with SIGKILL at the latest
	<-s.exited
}

// stopProcess asks for a fast shutdown, then an immediate one, then kills, and returns when the process has ended.
func stopProcess(pid int, ended func() bool) error {
	for _, step := range []struct {
		signal syscall.Signal
		wait   time.Duration
	}{{syscall.SIGINT, fastTimeout}, {syscall.SIGQUIT, 6 * time.Second}, {syscall.SIGKILL, 5 * time.Second}} {
		if err := syscall.Kill(pid, step.signal); errors.Is(err, syscall.ESRCH) {
			return nil
		} else if err != nil {
			return fmt.Errorf("stop process %d: %w", pid, err)
		}
		if poll(step.wait, ended) {
			return nil
		}
	}
	return fmt.Errorf("process %d does not end", pid)
}

func poll(limit time.Duration, done func() bool) bool {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(limit); time.Now().Before(end); <-tick.C {
		if done() {
			return true
		}
	}
	return done()
}
