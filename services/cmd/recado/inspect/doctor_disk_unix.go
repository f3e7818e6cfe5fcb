//go:build linux || darwin

package inspect

import "syscall"

// freeBytes is what the disk of a folder has left for who is no administrator.
func freeBytes(dir string) (uint64, error) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(dir, &stat); err != nil {
		return 0, err
	}
	return stat.Bavail * uint64(stat.Bsize), nil
}
