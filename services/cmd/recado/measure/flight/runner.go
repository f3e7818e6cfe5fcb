package flight

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"strconv"
	"syscall"
	"time"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	agentrunner "github.com/recado/recado/services/agent-runner"
	"github.com/recado/recado/services/cmd/recado/cli"
	"github.com/recado/recado/services/cmd/recado/run"
)

// served is the form of this command that is the process which is measured.
const served = "agent-runner"

// serve is agent-runner, as its own binary runs it.
func serve(ctx context.Context, c *cli.CLI, o options) error {
	if o.profile != "" {
		out, err := os.Create(o.profile)
		if err != nil {
			return err
		}
		defer func() { _ = out.Close() }()
		defer pprof.StopCPUProfile()
		if err := pprof.StartCPUProfile(out); err != nil {
			return err
		}
	}
	if o.heap != "" {
		defer time.AfterFunc(o.delay+o.window/2, func() { _ = writeHeap(o.heap) }).Stop() // who wants it sees that there is none
	}
	return app.Run(ctx, app.Options{
		Dial: bus.Dial, Services: []app.Service{agentrunner.Service()}, Getenv: c.Getenv, Stderr: c.Stderr,
		Ready: func() { fmt.Fprintln(c.Stdout, served) },
	})
}

func writeHeap(file string) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	runtime.GC()
	return errors.Join(pprof.WriteHeapProfile(out), out.Close())
}

// runner is the agent-runner that is measured.
type runner struct {
	process *exec.Cmd
	log     bytes.Buffer
}

type usage struct {
	peakMB float64
	cpu    time.Duration
}

// memory is what its garbage may grow to, where the environment does not say: its pod has 512 MiB.
const memory = "440MiB"

// reserve is what a turn and its model have beyond the model's own time.
const reserve = 15 * time.Second

// start runs it and waits until it is ready.
func start(ctx context.Context, lab *run.Lab, model string, o options) (*runner, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	r := &runner{process: exec.Command(self, "bench", served, "--cpu-profile", o.profile, "--heap-profile", o.heap,
		"--model-time", o.delay.String(), "--for", o.window.String())}
	r.process.Env = os.Environ()
	for _, name := range []string{"RECADO_NATS_URL", "RECADO_POSTGRES_URL", app.SecretKey} {
		r.process.Env = append(r.process.Env, name+"="+lab.Getenv(name))
	}
	turns, most := strconv.Itoa(o.turns+o.turns/4+16), o.delay+reserve
	r.process.Env = append(r.process.Env,
		"RECADO_HTTP_ADDR=127.0.0.1:0", "RECADO_SEND_ADDR=", "RECADO_LOG_LEVEL=ERROR", "RECADO_AGENT_RUNNER_LOOP_TURNS=0",
		"RECADO_LLM_BASE_URL="+model, "RECADO_LLM_MODEL=stand-in", "RECADO_LLM_FILE=", "RECADO_LLM_TIMEOUT="+most.String(),
		"RECADO_LLM_CALLS="+turns, "RECADO_AGENT_RUNNER_TURNS="+turns, "RECADO_AGENT_RUNNER_TENANT_TURNS="+turns,
		"RECADO_AGENT_RUNNER_MODEL_TIME="+most.String(), "RECADO_AGENT_RUNNER_TURN_TIMEOUT="+(most+reserve).String())
	if os.Getenv("GOMEMLIMIT") == "" {
		r.process.Env = append(r.process.Env, "GOMEMLIMIT="+memory)
	}
	r.process.Stderr = &r.log
	out, err := r.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := r.process.Start(); err != nil {
		return nil, err
	}
	stopped := context.AfterFunc(ctx, func() { _ = r.process.Process.Signal(syscall.SIGTERM) })
	defer stopped()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if lines.Text() == served {
			return r, nil
		}
	}
	_, err = r.stop()
	return nil, errors.Join(errors.New("agent-runner ended before it was ready"), err)
}

// stop ends it and returns what it took.
func (r *runner) stop() (u usage, err error) {
	_ = r.process.Process.Signal(syscall.SIGTERM)
	if err = r.process.Wait(); err != nil {
		err = fmt.Errorf("agent-runner: %w\n%s", err, r.log.String())
	}
	if used, ok := r.process.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.peakMB = float64(used.Maxrss) / 1024
		if runtime.GOOS == "darwin" { // which counts bytes
			u.peakMB /= 1024
		}
	}
	u.cpu = r.process.ProcessState.UserTime() + r.process.ProcessState.SystemTime()
	return u, err
}

// end stops it whatever happened.
func (r *runner) end(err error) error {
	_, stopped := r.stop()
	return errors.Join(err, stopped)
}
