package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
)

// Main runs services as this process and exits: 0 after a stop by signal, 1 after a failure, 2 for a wrong configuration.
// A second signal exits at once. With the argument health it asks the running process whether it is alive.
func Main(dial bus.Dialer, services ...Service) {
	if len(os.Args) > 1 {
		os.Exit(command(os.Args[1:]))
	}
	ctx, stop := Signals(context.Background())
	err := Run(ctx, Options{Dial: dial, Services: services, Getenv: os.Getenv, Stderr: os.Stderr})
	stop()
	os.Exit(ExitCode(err))
}

// ExitCode says how a process ends, and writes the reason to stderr.
func ExitCode(err error) int {
	switch {
	case err == nil:
		return 0
	case errors.Is(err, ErrConfig), errors.Is(err, config.ErrWrong):
		fmt.Fprintln(os.Stderr, err)
		return 2
	default:
		fmt.Fprintln(os.Stderr, "stopped:", err)
		return 1
	}
}

// Signals returns a context that ends with the first SIGINT or SIGTERM; the second exits the process.
func Signals(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		select {
		case <-signals:
			cancel()
		case <-ctx.Done():
			return
		}
		<-signals
		os.Exit(130)
	}()
	return ctx, func() { signal.Stop(signals); cancel() }
}

func command(args []string) int {
	if len(args) != 1 || args[0] != "health" {
		fmt.Fprintln(os.Stderr, "usage: run without arguments, or with health to ask the running process; it is configured by RECADO_ variables (docs/config.md)")
		return 2
	}
	if err := askHealth(os.Getenv); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// askHealth asks /healthz where the process answers probes.
func askHealth(getenv func(string) string) error {
	cfg, err := config.Load[Config](getenv)
	if err != nil {
		return err
	}
	variable, addr := "RECADO_PROBE_ADDR", cfg.ProbeAddr
	if addr == "" {
		variable, addr = "RECADO_HTTP_ADDR", cfg.HTTPAddr
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("%s: %w", variable, err)
	}
	if ip := net.ParseIP(host); host == "" || (ip != nil && ip.IsUnspecified()) {
		host = "127.0.0.1"
	}
	client := http.Client{Timeout: 3 * time.Second}
	answer, err := client.Get("http://" + net.JoinHostPort(host, port) + "/healthz")
	if err != nil {
		return fmt.Errorf("ask for health: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("ask for health: answered %s", answer.Status)
	}
	return nil
}
