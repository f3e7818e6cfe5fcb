//go:build !linux

package services_test

import "syscall"

func dieWithParent() *syscall.SysProcAttr { return nil }
