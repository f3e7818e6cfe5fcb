package services_test

import "syscall"

// dieWithParent lets no process outlive a test that is killed.
func dieWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
