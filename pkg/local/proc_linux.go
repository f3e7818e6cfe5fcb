package local

import (
	"fmt"
	"os"
	"syscall"
)

// attributes make the server die with this process, even with one that is killed, and keep the terminal's Ctrl-C from it.
func attributes(a account, detached bool) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true, Credential: a.credential()}
	if detached {
		return &syscall.SysProcAttr{Setsid: true, Credential: a.credential()}
	}
	attr.Pdeathsig = syscall.SIGINT
	return attr
}

// serves reports whether the process is a PostgreSQL server of this data directory, which is its working directory. Where /proc
// is not mounted, a server that answers on the directory's socket is taken for it.
func serves(run running, data string) bool {
	if _, err := os.Stat("/proc/self/cwd"); err != nil {
		return answers(run)
	}
	cwd, err := os.Stat(fmt.Sprintf("/proc/%d/cwd", run.pid))
	if err != nil {
		return false
	}
	dir, err := os.Stat(data)
	return err == nil && os.SameFile(cwd, dir)
}
