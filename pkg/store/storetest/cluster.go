package storetest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/recado/recado/pkg/local"
)

// serverURL is RECADO_TEST_POSTGRES_URL, or the machine's own test cluster, which the first process starts for all.
func serverURL(ctx context.Context) (string, error) {
	if given := os.Getenv("RECADO_TEST_POSTGRES_URL"); given != "" {
		return given, nil
	}
	dir, err := clusterDir()
	if err != nil {
		return "", err
	}
	unlock, err := lock(dir)
	if err != nil {
		return "", fmt.Errorf("lock the test cluster: %w", err)
	}
	defer unlock()
	p, err := local.StartPostgres(ctx, filepath.Join(dir, "test-postgres"), local.PostgresOptions{
		Fast: true, Detached: true, MaxConnections: 400,
	})
	if err != nil {
		return "", err
	}
	return p.SocketURL(), nil
}

// clusterDir is outside the project, so that clones share it. Root's own cache is closed to the user postgres.
func clusterDir() (string, error) {
	if os.Geteuid() == 0 {
		const dir = "/var/cache/recado"
		return dir, os.MkdirAll(dir, 0o755)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "recado")
	return dir, os.MkdirAll(dir, 0o755)
}

// lock waits for other test processes that look for the cluster or start it.
func lock(dir string) (func(), error) {
	f, err := os.OpenFile(filepath.Join(dir, "test-postgres.lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		_ = f.Close()
		return nil, err
	}
	return func() { _ = f.Close() }, nil
}
