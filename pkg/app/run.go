package app

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"golang.org/x/sync/errgroup"

	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/subject"
	"github.com/recado/recado/pkg/telemetry"
)

const (
	maxProbes = 64
	// lastWords is how long requests, connections and telemetry each get when the services have stopped.
	lastWords = 5 * time.Second
)

// Run runs services until ctx ends or the first of them fails, which stops the others. A wrong configuration is ErrConfig,
// before anything has started.
func Run(ctx context.Context, opts Options) error {
	if err := Check(opts.Services, opts.Getenv); err != nil {
		return err
	}
	p, err := newProcess(ctx, opts)
	if err != nil {
		return err
	}
	err = p.run(ctx)
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWords)
	defer cancel()
	return errors.Join(err, p.close(stopping))
}

// process is what the services of one Run share.
type process struct {
	Options
	cfg       Config
	name      string
	instance  string
	telemetry *telemetry.Telemetry
	tenants   *Tenants
	health    *Health
	mux       *Mux
	probes    *Mux // the same one, or of a listener of their own
	buses     []*bus.Bus
}

func newProcess(ctx context.Context, opts Options) (*process, error) {
	cfg, err := config.Load[Config](opts.Getenv)
	if err != nil {
		return nil, err
	}
	p := &process{Options: opts, cfg: cfg, name: "recado", mux: &Mux{}}
	if len(opts.Services) == 1 {
		p.name = opts.Services[0].Name
	}
	p.instance = newInstance(p.name)
	p.telemetry, err = telemetry.Setup(ctx, telemetry.Options{
		Service: p.name, Instance: p.instance, Getenv: opts.Getenv, Stderr: opts.Stderr,
	})
	if err != nil {
		return nil, err
	}
	p.telemetry.Registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	p.tenants = NewTenants(p.telemetry.Log)
	p.health = newHealth(p.telemetry.Log, opts.Services)
	p.probes = p.mux
	if cfg.ProbeAddr != "" {
		p.probes = &Mux{}
	}
	p.probes.Handle("GET /healthz", http.HandlerFunc(serveAlive))
	p.probes.Handle("GET /readyz", http.HandlerFunc(p.health.serveReady))
	p.probes.Handle("GET /metrics", promhttp.HandlerFor(p.telemetry.Registry, promhttp.HandlerOpts{}))
	return p, nil
}

// newInstance returns a name that no other start has; it holds nothing that a subject could not.
func newInstance(name string) string {
	random := make([]byte, 6)
	_, _ = rand.Read(random) // never fails
	return name + "-" + hex.EncodeToString(random)
}

func (p *process) run(ctx context.Context) error {
	p.warnOfRoot()
	group, ctx := errgroup.WithContext(ctx)
	if err := p.serve(ctx, group); err != nil {
		return err
	}
	group.Go(func() error { return p.runServices(ctx) })
	return group.Wait()
}

// serve listens from the start, so that a probe finds the process alive while it waits for the bus.
func (p *process) serve(ctx context.Context, group *errgroup.Group) error {
	listener := p.Listener
	if listener == nil {
		var err error
		if listener, err = listen(ctx, "RECADO_HTTP_ADDR", p.cfg.HTTPAddr); err != nil {
			return err
		}
	}
	if p.probes != p.mux {
		probes, err := listen(ctx, "RECADO_PROBE_ADDR", p.cfg.ProbeAddr)
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		p.answer(ctx, group, door{listener: probes, mux: p.probes, most: maxProbes, share: maxProbes})
	}
	p.answer(ctx, group, door{listener: listener, mux: p.mux, most: p.cfg.Connections, share: p.cfg.PerAddress})
	return nil
}

// door is a listener, what it serves and how many connections it keeps.
type door struct {
	listener    net.Listener
	mux         *Mux
	most, share int // in all, and of one address
}

func listen(ctx context.Context, variable, addr string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listen at %s: %w", variable, err)
	}
	return listener, nil
}

func (p *process) answer(ctx context.Context, group *errgroup.Group, d door) {
	refused := p.refusals(ctx)
	conns := newConnections(d, p.cfg.Proxies, refused)
	server := newServer(conns.serving(d.mux))
	server.ConnState, server.ConnContext = conns.state, conns.context
	requests, cancel := context.WithCancel(context.WithoutCancel(ctx))
	server.BaseContext = func(net.Listener) context.Context { return requests }
	group.Go(func() error {
		if err := server.Serve(conns); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve HTTP: %w", err)
		}
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		p.health.stop()
		defer cancel()
		return shutdown(requests, server)
	})
}

// shutdown lets requests in hand finish; what streams for ever is cut.
func shutdown(ctx context.Context, server *http.Server) error {
	ctx, cancel := context.WithTimeout(ctx, lastWords)
	defer cancel()
	if server.Shutdown(ctx) != nil {
		return server.Close()
	}
	return nil
}

func (p *process) runServices(ctx context.Context) error {
	var envs []*Env
	for _, service := range p.Services {
		env, err := p.env(ctx, service)
		if err != nil {
			return quiet(ctx, fmt.Errorf("start %s: %w", service.Name, err))
		}
		envs = append(envs, env)
	}
	if err := p.share(ctx, envs[0].Bus); err != nil {
		return quiet(ctx, err)
	}
	return p.untilDone(ctx, envs)
}

// quiet drops an error that is only the stop itself.
func quiet(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

// untilDone runs the services side by side. One that does not stop in time is abandoned, and named.
func (p *process) untilDone(ctx context.Context, envs []*Env) error {
	group, ctx := errgroup.WithContext(ctx)
	running := newSet()
	for i, service := range p.Services {
		running.add(service.Name)
		group.Go(func() error {
			defer running.remove(service.Name)
			err := quiet(ctx, service.Run(ctx, envs[i]))
			switch {
			case err != nil:
				return fmt.Errorf("%s: %w", service.Name, err)
			case ctx.Err() == nil:
				return fmt.Errorf("%s: stopped by itself", service.Name)
			}
			return nil
		})
	}
	done := make(chan error, 1)
	go func() { done <- group.Wait() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(p.cfg.StopTimeout):
		return fmt.Errorf("stop: still at work after %s: %s", p.cfg.StopTimeout, running)
	}
}

// env opens a service's own connection and names its telemetry.
func (p *process) env(ctx context.Context, service Service) (*Env, error) {
	cfg, err := config.Load[bus.Config](p.Getenv)
	if err != nil {
		return nil, err
	}
	cfg.Service = service.Name
	getenv, err := service.environment(p.Getenv)
	if err != nil {
		return nil, err
	}
	conn, err := p.Dial(ctx, cfg)
	if err != nil {
		return nil, err
	}
	env := &Env{
		Service: service.Name, Getenv: getenv, Log: p.telemetry.Log.With("service", service.Name),
		Tracer: p.telemetry.For(service.Name).Tracer(service.Name), Meter: p.telemetry.Meter.Meter(service.Name),
		Tenants: p.tenants, HTTP: p.mux, Proxies: p.cfg.Proxies, Health: p.health, Spans: p.telemetry.Spans, Instance: p.instance,
	}
	env.ready = func() { p.started(service.Name) }
	env.answer = func(ctx context.Context, group *errgroup.Group, listener net.Listener, mux *Mux) {
		p.answer(ctx, group, door{listener: listener, mux: mux, most: p.cfg.Connections, share: p.cfg.PerAddress})
	}
	env.Bus, err = bus.New(ctx, conn, bus.Options{Service: service.Name, Log: env.Log, Tracer: env.Tracer, Meter: env.Meter})
	if err != nil {
		conn.Close()
		return nil, err
	}
	p.buses = append(p.buses, env.Bus)
	p.health.Check("nats "+service.Name, env.Bus.Healthy)
	return env, nil
}

func (p *process) started(service string) {
	if !p.health.started(service) {
		return
	}
	p.mux.ready.Store(true)
	p.telemetry.Log.Info("ready", "service", p.name, "instance", p.instance)
	if p.Ready != nil {
		p.Ready()
	}
}

// share starts what the process does once, over its first service's connection: live settings and questions about spans.
func (p *process) share(ctx context.Context, b *bus.Bus) error {
	p.tenants.read = func(ctx context.Context, key string) ([]byte, error) { return b.Get(ctx, subject.BucketTenants, key) }
	if err := b.Watch(ctx, subject.BucketTenants, func(key string, value []byte, deleted bool) {
		p.tenants.set(ctx, key, value, deleted)
	}); err != nil {
		return fmt.Errorf("read the tenants' settings: %w", err)
	}
	_, err := b.Respond(subject.Spans, p.telemetry.Spans.AnswerJSON) //nolint:contextcheck // each question comes with a context of its own
	if err != nil {
		return fmt.Errorf("answer questions about spans: %w", err)
	}
	return nil
}

func (p *process) close(ctx context.Context) error {
	var errs []error
	for _, b := range p.buses {
		if b.Healthy(ctx) != nil { // there is nobody to flush to
			flush, cancel := context.WithCancel(ctx)
			cancel()
			_ = b.Close(flush)
			continue
		}
		errs = append(errs, b.Close(ctx))
	}
	return errors.Join(append(errs, p.telemetry.Shutdown(ctx))...)
}
