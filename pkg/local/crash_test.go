package local_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/recado/recado/pkg/local"
)

const childDir = "RECADO_LOCAL_TEST_CHILD"

// TestMain is also the process that tests kill: it starts both servers and waits for its end.
func TestMain(m *testing.M) {
	dir := os.Getenv(childDir)
	if dir == "" {
		os.Exit(m.Run())
	}
	l, err := local.Start(context.Background(), local.Options{Dir: dir, TCP: true})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	fmt.Println("ready", l.PostgresURL, l.NATSURL)
	select {}
}

// child starts this test binary as a process of its own in dir, and returns it with the URLs of its servers.
func child(t *testing.T, dir string) (cmd *osexec.Cmd, postgres, bus string) {
	t.Helper()
	cmd = osexec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if _, scanErr := fmt.Sscanf(line, "ready %s %s", &postgres, &bus); scanErr != nil {
		t.Fatalf("the child said %q, %v", line, err)
	}
	return cmd, postgres, bus
}

func TestKilledProcessLosesNoCommittedRowAndNoAcknowledgedMessage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cmd, url, bus := child(t, dir)
	conn, err := nats.Connect(bus)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	for range 50 {
		publish(t, conn, "kept")
	}
	run(t, url, "CREATE TABLE kept (n int PRIMARY KEY); INSERT INTO kept VALUES (1)")
	server := serverPid(t, dir)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	l := start(t, local.Options{Dir: dir})
	eventually(t, func() error { return gone(server) })
	if err := exec(t.Context(), l.PostgresURL, "INSERT INTO kept VALUES (1)"); err == nil {
		t.Error("the row was lost")
	}
	if got := stored(t, inProcess(t, l)); got != 50 {
		t.Errorf("%d of 50 acknowledged messages are left", got)
	}
}

func TestKilledServerIsStartedAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := start(t, local.Options{Dir: dir})
	run(t, l.PostgresURL, "CREATE TABLE kept (n int PRIMARY KEY); INSERT INTO kept VALUES (1)")
	server := serverPid(t, dir)
	if err := syscall.Kill(server, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() error { return exec(t.Context(), l.PostgresURL, "UPDATE kept SET n = 2 WHERE n = 1") })
	if got := serverPid(t, dir); got == server {
		t.Errorf("the server still is process %d", got)
	}
}

func TestOrphanOfAnotherProcessIsStoppedFirst(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "postgres")
	// a detached server is what a killed process leaves behind where the system cannot end it with its parent
	orphan, err := local.StartPostgres(t.Context(), dir, local.PostgresOptions{Detached: true, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	run(t, orphan.URL(), "CREATE TABLE kept (n int)")
	left := serverPid(t, filepath.Dir(dir))
	p, err := local.StartPostgres(t.Context(), dir, local.PostgresOptions{Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	eventually(t, func() error { return gone(left) })
	run(t, p.URL(), "INSERT INTO kept VALUES (1)")
}

func TestPortOfAnOrphanIsKept(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "postgres")
	orphan, err := local.StartPostgres(t.Context(), dir, local.PostgresOptions{Detached: true, Fast: true, TCP: true})
	if err != nil {
		t.Fatal(err)
	}
	p, err := local.StartPostgres(t.Context(), dir, local.PostgresOptions{Fast: true, TCP: true})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if p.URL() != orphan.URL() {
		t.Errorf("clients of port %s would not find the server at port %s", portOf(orphan.URL()), portOf(p.URL()))
	}
}

func TestStalePidFilesAndHalfMadeClustersAreNoObstacle(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	dir := filepath.Join(base, "postgres")
	if err := os.MkdirAll(filepath.Join(dir, "data.new", "base"), 0o755); err != nil {
		t.Fatal(err)
	}
	l, err := local.StartPostgres(t.Context(), dir, local.PostgresOptions{Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	// this test's own pid: alive, and no server
	stale := fmt.Sprintf("%d\n%s\n1\n5432\n%s\n\n0 0\nready   \n", os.Getpid(), dir, dir)
	if err := os.WriteFile(filepath.Join(dir, "data", "postmaster.pid"), []byte(stale), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err = local.StartPostgres(t.Context(), dir, local.PostgresOptions{Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	run(t, l.URL(), "SELECT 1")
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestClusterOfAnotherVersionIsNamed(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "postgres")
	if err := os.MkdirAll(filepath.Join(dir, "data"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "data", "PG_VERSION"), []byte("99\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := local.StartPostgres(t.Context(), dir, local.PostgresOptions{})
	if err == nil || !strings.Contains(err.Error(), "PostgreSQL 99") || !strings.Contains(err.Error(), "scripts/setup.sh") {
		t.Errorf("got %v", err)
	}
}

func TestTakenPortIsAnErrorOnlyWhereItWasAskedFor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := start(t, local.Options{Dir: dir, TCP: true})
	taken, url := portOf(l.PostgresURL), l.PostgresURL
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = start(t, local.Options{Dir: dir, TCP: true})
	if l.PostgresURL != url {
		t.Errorf("the port changed over a restart: %s", portOf(l.PostgresURL))
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+taken)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	l = start(t, local.Options{Dir: dir, TCP: true})
	if portOf(l.PostgresURL) == taken {
		t.Error("a port that somebody else has was chosen")
	}
	port, err := strconv.Atoi(taken)
	if err != nil {
		t.Fatal(err)
	}
	_, err = local.Start(t.Context(), local.Options{Dir: t.TempDir(), TCP: true, PostgresPort: port})
	if err == nil || !strings.Contains(err.Error(), "port "+taken) {
		t.Errorf("got %v", err)
	}
}

func TestSecretKeyIsPrivateAndABrokenOneIsNotReplaced(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	key, err := local.SecretKey(dir)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "secret.key")
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got mode %v, %v", info.Mode(), err)
	}
	if err := os.WriteFile(file, []byte("short\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err := local.SecretKey(dir); err == nil || again == key {
		t.Error("a broken key was accepted")
	}
}

func portOf(url string) string {
	_, rest, _ := strings.Cut(url, "127.0.0.1:")
	port, _, _ := strings.Cut(rest, "/")
	return port
}

func serverPid(t *testing.T, dir string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "postgres", "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

func gone(pid int) error {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return nil
	}
	return fmt.Errorf("process %d is alive", pid)
}

func eventually(t *testing.T, fn func() error) {
	t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	var err error
	for range 600 {
		if err = fn(); err == nil {
			return
		}
		<-tick.C
	}
	t.Fatal(err)
}
