package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/local"
	"github.com/recado/recado/pkg/seal"
)

const (
	defaultDir     = ".recado"
	runFile        = "run.json"
	connectTimeout = 5 * time.Second
	// topologyTimeout includes the wait for a cluster that has just started.
	topologyTimeout = time.Minute
)

// running is how other commands find what up or local runs. It holds passwords: the file is for its owner only.
type running struct {
	PID      int    `json:"pid"`
	NATS     string `json:"nats_url"`
	Postgres string `json:"postgres_url"`
	HTTP     string `json:"http_url,omitempty"`
	Sandbox  string `json:"sandbox_url,omitempty"`
}

func (r running) write(dir string) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	next := filepath.Join(dir, "."+runFile+".new")
	if err := os.WriteFile(next, data, 0o600); err != nil {
		return err
	}
	return os.Rename(next, filepath.Join(dir, runFile))
}

func readRunning(dir string) (r running, err error) {
	data, err := os.ReadFile(filepath.Join(dir, runFile))
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(data, &r)
}

func dirFlag(set *flag.FlagSet) *string {
	return set.String("dir", defaultDir, "where recado keeps its state")
}

// environment reads variables, and where one is not set takes it from what runs with the state in dir.
func (c *cli) environment(dir string) func(string) string {
	found, err := readRunning(dir)
	if err != nil || c.getenv("RECADO_NATS_URL") != "" {
		return c.getenv
	}
	key, _ := local.SecretKey(dir)
	return overlay(c.getenv, map[string]string{
		"RECADO_NATS_URL": found.NATS, "RECADO_POSTGRES_URL": found.Postgres, "RECADO_SECRET_KEY": key,
	})
}

// overlay gives values to variables that are not set.
func overlay(getenv func(string) string, values map[string]string) func(string) string {
	return func(name string) string {
		if value := getenv(name); value != "" {
			return value
		}
		return values[name]
	}
}

var errNotRunning = errors.New("nothing answers: start recado up or recado local, or set RECADO_NATS_URL")

// connect opens the bus of what runs; the caller closes it.
func (c *cli) connect(ctx context.Context, dir string) (*bus.Bus, error) {
	cfg, err := config.Load[bus.Config](c.environment(dir))
	if err != nil {
		return nil, err
	}
	cfg.Service = "recado"
	conn, err := bus.Dial(ctx, cfg)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	b, err := bus.New(ctx, conn, bus.Options{Service: "recado"})
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("%w: %w", errNotRunning, err)
	}
	if key, err := seal.ParseKey(c.environment(dir)("RECADO_SECRET_KEY")); err == nil {
		b.SealDeadLetters(key) // only retrying what was sealed needs it
	}
	return b, nil
}

// database returns the URL of the database of what runs.
func (c *cli) database(dir string) (config.Secret, error) {
	url := c.environment(dir)("RECADO_POSTGRES_URL")
	if url == "" {
		return "", errors.New("no database: start recado up or recado local, or set RECADO_POSTGRES_URL")
	}
	return config.Secret(url), nil
}
