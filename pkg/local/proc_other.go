//go:build !linux

package local

import (
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// attributes keep the terminal's Ctrl-C from the server. Only Linux can tie its life to this process: elsewhere a server that
// a killed process left behind is stopped by the next start.
func attributes(a account, detached bool) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: !detached, Setsid: detached, Credential: a.credential()}
}

// serves reports whether the process is a PostgreSQL server of this data directory, which stands in its arguments.
func serves(run running, data string) bool {
	out, err := exec.Command("ps", "-o", "command=", "-p", strconv.Itoa(run.pid)).Output()
	if err != nil {
		return answers(run)
	}
	return strings.Contains(string(out), "postgres") && strings.Contains(string(out), data)
}
