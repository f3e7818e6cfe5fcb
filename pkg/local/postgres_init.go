package local

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// ensureCluster finds the server that fits the cluster, or makes a cluster with the newest one.
func (p *Postgres) ensureCluster(ctx context.Context, dir string) error {
	version, err := os.ReadFile(filepath.Join(p.data(), "PG_VERSION"))
	made := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	major := 0
	if made {
		if major, err = strconv.Atoi(strings.TrimSpace(string(version))); err != nil {
			return fmt.Errorf("PG_VERSION: %w", err)
		}
	}
	if p.bin, err = findBinaries(ctx, dir, major); err != nil {
		return err
	}
	if p.password, err = p.keepPassword(); err != nil {
		return err
	}
	if made {
		return nil
	}
	return p.initialise(ctx)
}

// keepPassword belongs to the server's account: initdb reads it.
func (p *Postgres) keepPassword() (string, error) {
	name := filepath.Join(p.home, "password")
	password, err := keepFile(name, rand.Text)
	if err == nil && p.account.other {
		err = os.Chown(name, p.account.uid, p.account.gid)
	}
	return password, err
}

// initialise makes the cluster beside its place and moves it there when it is complete: a start that is killed half-way
// leaves nothing that looks like a cluster.
func (p *Postgres) initialise(ctx context.Context) error {
	fresh := filepath.Join(p.home, "data.new")
	var err error
	for _, locale := range locales(p.bin.major) {
		if err = errors.Join(os.RemoveAll(fresh), p.account.makeDir(fresh)); err != nil {
			return err
		}
		if err = p.initdb(ctx, fresh, locale); err == nil {
			break
		}
	}
	if err != nil {
		return err
	}
	if err := p.createDatabase(ctx, fresh); err != nil {
		return err
	}
	const access = "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
	if err := os.WriteFile(filepath.Join(fresh, "pg_hba.conf"), []byte(access), 0o600); err != nil {
		return err
	}
	return os.Rename(fresh, p.data())
}

// locales gives initdb's arguments for UTF-8 letters and plain byte order, best first.
func locales(major int) [][]string {
	if major >= 17 {
		return [][]string{{"--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"}}
	}
	if runtime.GOOS == "darwin" {
		return [][]string{{"--locale=C", "--lc-ctype=en_US.UTF-8"}}
	}
	return [][]string{{"--locale=C.UTF-8"}, {"--locale=C.utf8"}, {"--locale=C", "--lc-ctype=en_US.UTF-8"}}
}

func (p *Postgres) initdb(ctx context.Context, data string, locale []string) error {
	args := append([]string{
		"-D", data, "-U", superuser, "--encoding=UTF8", "--auth=trust", "--auth-host=scram-sha-256",
		"--pwfile=" + filepath.Join(p.home, "password"), "--no-instructions",
	}, locale...)
	if p.opts.Fast {
		args = append(args, "--no-sync")
	}
	out, err := p.run(ctx, "", "initdb", args...)
	if err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	return nil
}

// createDatabase needs no running server: postgres reads one statement a line.
func (p *Postgres) createDatabase(ctx context.Context, data string) error {
	out, err := p.run(ctx, "CREATE DATABASE "+database+"\n", "postgres", "--single", "-D", data,
		"-c", "fsync="+onOff(!p.opts.Fast), "postgres")
	if err == nil && strings.Contains(out, "ERROR") {
		err = errors.New("refused")
	}
	if err != nil {
		return fmt.Errorf("create database %s: %w: %s", database, err, out)
	}
	return nil
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// run runs a program of PostgreSQL as the server's account and returns what it printed.
func (p *Postgres) run(ctx context.Context, stdin, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	cmd := p.command(name, args...)
	cmd.Stdin = strings.NewReader(stdin)
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
	defer stop()
	err := cmd.Wait()
	return strings.TrimSpace(out.String()), errors.Join(err, ctx.Err())
}
