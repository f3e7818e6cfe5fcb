package outlive

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	agentrunner "github.com/recado/recado/services/agent-runner"
	"github.com/recado/recado/services/cmd/recado/cli"
)

const (
	// Service is the one that is killed, and the form of the command that is its process.
	Service = "agent-runner"
	isReady = "ready"
)

// Serve is agent-runner as a process of its own, until whoever started it is gone.
func Serve(ctx context.Context, c *cli.CLI) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { _, _ = io.Copy(io.Discard, c.Stdin); cancel() }()
	return app.Run(ctx, app.Options{
		Dial: bus.Dial, Services: []app.Service{agentrunner.Service()}, Getenv: c.Getenv, Stderr: c.Stderr,
		Ready: func() { fmt.Fprintln(c.Stdout, isReady) },
	})
}

// process is a running agent-runner.
type process struct {
	command *exec.Cmd
	log     bytes.Buffer // to be read when it has ended
	ended   chan struct{}
}

// startProcess runs agent-runner with a model at url, and returns when it takes conversations.
func startProcess(ctx context.Context, url string, getenv func(string) string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &process{command: exec.Command(self, "demo", Service), ended: make(chan struct{})}
	for _, v := range os.Environ() { // what is set for another installation is not meant for this one
		if !strings.HasPrefix(v, "RECADO_") {
			p.command.Env = append(p.command.Env, v)
		}
	}
	for _, name := range []string{"RECADO_NATS_URL", "RECADO_POSTGRES_URL"} {
		p.command.Env = append(p.command.Env, name+"="+getenv(name))
	}
	p.command.Env = append(p.command.Env, "RECADO_HTTP_ADDR=127.0.0.1:0", "RECADO_LOG_LEVEL=ERROR",
		"RECADO_AGENT_RUNNER_LEASE="+lease.String(), "RECADO_LLM_BASE_URL="+url, "RECADO_LLM_MODEL=stand-in")
	p.command.Stderr = &p.log
	in, err := p.command.StdinPipe() // which ends with this process
	if err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = in.Close() })
	lines := bufio.NewScanner(out)
	ready := lines.Scan() && lines.Text() == isReady
	go func() { _ = p.command.Wait(); stop(); close(p.ended) }()
	if !ready {
		p.kill()
		return nil, fmt.Errorf("%s ended before it was ready\n%s", Service, p.log.String())
	}
	return p, nil
}

func (p *process) pid() int { return p.command.Process.Pid }

// kill is kill -9.
func (p *process) kill() {
	_ = p.command.Process.Kill()
	<-p.ended
}
