package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/local"
	"github.com/recado/recado/pkg/seal"
	"github.com/recado/recado/pkg/vault"
)

const (
	// DefaultAddr is where the HTTP door listens unless RECADO_HTTP_ADDR says otherwise.
	DefaultAddr = "127.0.0.1:8080"

	defaultDir     = ".recado"
	runFile        = "run.json"
	connectTimeout = 5 * time.Second
)

// Running is how other commands find what up or local runs. It holds passwords: the file is for its owner only.
type Running struct {
	PID      int    `json:"pid"`
	NATS     string `json:"nats_url"`
	Postgres string `json:"postgres_url"`
	HTTP     string `json:"http_url,omitempty"`
	Sandbox  string `json:"sandbox_url,omitempty"`
}

// Write announces it in dir.
func (r Running) Write(dir string) error {
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

// ReadRunning returns what runs with its state in dir.
func ReadRunning(dir string) (r Running, err error) {
	data, err := os.ReadFile(filepath.Join(dir, runFile))
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(data, &r)
}

// RemoveRunning takes the announcement in dir back.
func RemoveRunning(dir string) { _ = os.Remove(filepath.Join(dir, runFile)) }

// Environment reads variables, and takes those that are not set from what runs with its state in dir.
func (c *CLI) Environment(dir string) func(string) string {
	found, err := ReadRunning(dir)
	if err != nil || c.Getenv("RECADO_NATS_URL") != "" {
		return c.Getenv
	}
	key, _ := local.SecretKey(dir)
	return Overlay(c.Getenv, map[string]string{
		"RECADO_NATS_URL": found.NATS, "RECADO_POSTGRES_URL": found.Postgres, "RECADO_SECRET_KEY": key,
	})
}

// Overlay gives values to variables that are not set.
func Overlay(getenv func(string) string, values map[string]string) func(string) string {
	return func(name string) string {
		if value := getenv(name); value != "" {
			return value
		}
		return values[name]
	}
}

// ErrNotRunning means that no NATS server answers.
var ErrNotRunning = errors.New("nothing answers: start recado up or recado local, or set RECADO_NATS_URL")

// Connect opens the bus of what runs; the caller closes it.
func (c *CLI) Connect(ctx context.Context, dir string) (*bus.Bus, error) {
	return c.connectAs(ctx, dir, "recado")
}

// connectAs is Connect with the private inbox of a NATS user that is not the operator's.
func (c *CLI) connectAs(ctx context.Context, dir, service string) (*bus.Bus, error) {
	if _, err := ReadRunning(dir); err != nil && !errors.Is(err, fs.ErrNotExist) && c.Getenv("RECADO_NATS_URL") == "" {
		return nil, fmt.Errorf("%s: %w; recado up writes it again", filepath.Join(dir, runFile), err)
	}
	cfg, err := config.Load[bus.Config](c.Environment(dir))
	if err != nil {
		return nil, err
	}
	cfg.Service = service
	conn, err := bus.Dial(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if !reachable(ctx, cfg.URL) {
		conn.Close()
		return nil, ErrNotRunning
	}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	b, err := bus.New(ctx, conn, bus.Options{Service: service})
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("what answers there is no recado, or not ready: %w", err)
	}
	if key, err := seal.ParseKey(c.Environment(dir)("RECADO_SECRET_KEY")); err == nil {
		b.SealDeadLetters(key) // only retrying what was sealed needs it
		if sealed, err := vault.New(key, b); err == nil {
			b.SealContactLetters(sealed)
		}
	}
	return b, nil
}

// reachable reports whether something listens where one of the servers should; what cannot be told is left to the connection.
func reachable(ctx context.Context, urls string) bool {
	dialer := net.Dialer{Timeout: connectTimeout}
	for server := range strings.SplitSeq(urls, ",") {
		u, err := url.Parse(strings.TrimSpace(server))
		if err != nil || u.Port() == "" {
			return true
		}
		if conn, err := dialer.DialContext(ctx, "tcp", u.Host); err == nil {
			_ = conn.Close()
			return true
		}
	}
	return false
}

// WithBus calls use with the bus of what runs and closes it.
func (c *CLI) WithBus(ctx context.Context, dir string, use func(*bus.Bus) error) error {
	return c.WithBusAs(ctx, dir, "recado", use)
}

// WithBusAs is WithBus for a command that may run as a NATS user of its own, whose private inbox is named after service.
func (c *CLI) WithBusAs(ctx context.Context, dir, service string, use func(*bus.Bus) error) error {
	b, err := c.connectAs(ctx, dir, service)
	if err != nil {
		return err
	}
	defer func() { _ = b.Close(context.WithoutCancel(ctx)) }()
	return use(b)
}

// Database returns the URL of the database of what runs.
func (c *CLI) Database(dir string) (config.Secret, error) {
	url := c.Environment(dir)("RECADO_POSTGRES_URL")
	if url == "" {
		return "", errors.New("no database: start recado up or recado local, or set RECADO_POSTGRES_URL")
	}
	return config.Secret(url), nil
}

// Door returns where ingest listens: at url where it is given, else where RECADO_HTTP_ADDR says, else where what runs in dir does.
func (c *CLI) Door(dir, url string) string {
	if url != "" {
		return strings.TrimSuffix(url, "/")
	}
	if addr := c.Getenv("RECADO_HTTP_ADDR"); addr != "" {
		return "http://" + addr
	}
	if found, err := ReadRunning(dir); err == nil && found.HTTP != "" {
		return found.HTTP
	}
	return "http://" + DefaultAddr
}
