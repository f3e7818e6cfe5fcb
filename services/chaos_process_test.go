package services_test

import (
	"bytes"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// built is true once a test has built the commands.
var built atomic.Bool

// restartPause is what a supervisor takes to see that a process is gone.
const restartPause = time.Second

// supervised is a process that is started again when it ends, with the same command and environment.
type supervised struct {
	name, path, log string
	args, env       []string

	mu       sync.Mutex
	cmd      *exec.Cmd
	killed   bool // by end: it is no surprise
	stopping bool
	surprise []string
	stop     chan struct{}
	ended    chan struct{}
}

func supervise(t *testing.T, p *supervised) *supervised {
	t.Helper()
	p.stop, p.ended = make(chan struct{}), make(chan struct{})
	started := make(chan error, 1)
	go p.run(started)
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.close(t) })
	return p
}

// run holds its thread: on Linux the process dies with the thread that started it.
func (p *supervised) run(started chan<- error) {
	runtime.LockOSThread()
	defer close(p.ended)
	for {
		err := p.launch()
		select {
		case started <- err:
		default:
		}
		if err != nil {
			p.note(err.Error())
		} else if err = p.cmd.Wait(); !p.expected() {
			p.note("ended by itself: " + err.Error())
		}
		select {
		case <-p.stop:
			return
		case <-time.After(restartPause):
		}
	}
}

func (p *supervised) launch() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	p.cmd = exec.Command(p.path, p.args...)
	p.cmd.Env, p.cmd.Stderr, p.cmd.SysProcAttr = p.env, log, dieWithParent()
	p.killed = false
	if p.stopping {
		return os.ErrProcessDone
	}
	return p.cmd.Start()
}

func (p *supervised) note(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.stopping {
		p.surprise = append(p.surprise, what)
	}
}

func (p *supervised) expected() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.killed || p.stopping
}

// end is kill -9 or a stop, as the signal says.
func (p *supervised) end(with syscall.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.killed = true
	_ = p.cmd.Process.Signal(with)
}

// close ends the process for good, and says how it fared when the test failed.
func (p *supervised) close(t *testing.T) {
	t.Helper()
	p.mu.Lock()
	p.stopping = true
	close(p.stop)
	if p.cmd.Process != nil {
		_ = p.cmd.Process.Signal(syscall.SIGTERM)
	}
	p.mu.Unlock()
	select {
	case <-p.ended:
	case <-time.After(30 * time.Second):
		p.end(syscall.SIGKILL)
		<-p.ended
	}
	if t.Failed() {
		said, _ := os.ReadFile(p.log)
		t.Logf("%s said last:\n%s", p.name, said[max(0, len(said)-4000):])
	}
}

// surprises lists the ends that no test asked for.
func (p *supervised) surprises() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	said, _ := os.ReadFile(p.log)
	out := append([]string(nil), p.surprise...)
	if bytes.Contains(said, []byte("panic:")) {
		out = append(out, "panicked")
	}
	return out
}
