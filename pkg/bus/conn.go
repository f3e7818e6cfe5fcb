package bus

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/recado/recado/pkg/config"
)

// Config says where the NATS server is and who asks.
type Config struct {
	URL   string `env:"RECADO_NATS_URL" default:"nats://127.0.0.1:4222" help:"the NATS server, or several with commas"`
	Creds string `env:"RECADO_NATS_CREDS" default:"" help:"path of a NATS credentials file"`
	CA    string `env:"RECADO_NATS_CA" default:"" help:"path of the certificate authority that signs the NATS servers"`
	// Service names the connection and its private inbox; it is set by code, not by a variable.
	Service string
}

// Dialer opens a connection for one service.
type Dialer func(ctx context.Context, cfg Config) (*nats.Conn, error)

// Dial connects to the server at cfg.URL; a variable that cannot be right, or that the server refuses as it does a password, is
// config.ErrWrong. An unreachable server is not an error: the connection keeps trying, and Healthy reports it.
func Dial(_ context.Context, cfg Config) (*nats.Conn, error) {
	for name, file := range map[string]string{"RECADO_NATS_CREDS": cfg.Creds, "RECADO_NATS_CA": cfg.CA} {
		if _, err := os.Stat(file); file != "" && err != nil {
			return nil, config.Wrong(fmt.Errorf("%s: %w", name, err))
		}
	}
	conn, err := nats.Connect(cfg.URL, append(ConnOptions(cfg), nats.RetryOnFailedConnect(false))...)
	if why := neverBack(err); why != "" {
		return nil, config.Wrong(fmt.Errorf("RECADO_NATS_URL: %s: %w", why, err))
	}
	if err != nil {
		conn, err = nats.Connect(cfg.URL, ConnOptions(cfg)...)
	}
	if _, bad := errors.AsType[*url.Error](err); bad { // its text has the whole URL, password included
		return nil, config.Wrong(errors.New("RECADO_NATS_URL: expected nats://user:password@host:port, or several with commas"))
	}
	if err != nil {
		return nil, fmt.Errorf("connect to NATS: %w", err)
	}
	return conn, nil
}

// neverBack says what of a configuration the server, or the check of its certificate, refuses; nothing where waiting may help.
func neverBack(err error) string {
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return "the user or password is refused"
	case errors.As(err, &certificate):
		return "the server's certificate is not trusted (RECADO_NATS_CA)"
	case errors.Is(err, nats.ErrSecureConnRequired), errors.Is(err, nats.ErrSecureConnWanted):
		return "the server and the URL do not agree on TLS"
	}
	return ""
}

// Via returns a dialer that reaches the server by other means than its URL, such as a pipe to one in this process.
func Via(options ...nats.Option) Dialer {
	return func(_ context.Context, cfg Config) (*nats.Conn, error) {
		conn, err := nats.Connect("", append(ConnOptions(cfg), options...)...)
		if err != nil {
			return nil, fmt.Errorf("connect to NATS: %w", err)
		}
		return conn, nil
	}
}

// ConnOptions are the options that every connection of Recado needs; a dialer of its own adds how the server is reached.
func ConnOptions(cfg Config) []nats.Option {
	opts := []nats.Option{
		nats.Name(cfg.Service),
		nats.CustomInboxPrefix(inboxPrefix(cfg.Service)), // else another service could read our replies
		nats.MaxReconnects(-1),
		nats.RetryOnFailedConnect(true),
		nats.ReconnectWait(250 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, 250*time.Millisecond),
		nats.ReconnectBufSize(-1),   // a publish while disconnected is an error now, not a surprise later
		nats.IgnoreAuthErrorAbort(), // rotated credentials take effect by themselves
		nats.PingInterval(10 * time.Second),
		nats.MaxPingsOutstanding(2),
	}
	if cfg.Creds != "" {
		opts = append(opts, nats.UserCredentials(cfg.Creds))
	}
	if cfg.CA != "" {
		opts = append(opts, nats.RootCAs(cfg.CA))
	}
	return opts
}

func inboxPrefix(service string) string {
	if service == "" {
		return "_INBOX_recado"
	}
	return "_INBOX_" + service
}

// listen logs what the connection reports. A denied publish looks like a time-out to its caller: only this handler hears the reason.
func (b *Bus) listen() {
	b.conn.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		if errors.Is(err, nats.ErrPermissionViolation) {
			b.denied.Store(&denial{err.Error(), time.Now()})
			b.log.Error("the NATS server denies a permission", "service", b.service, "error", err)
			return
		}
		b.log.Warn("the NATS connection reports an error", "service", b.service, "error", err)
	})
	b.conn.SetDisconnectErrHandler(func(_ *nats.Conn, err error) {
		if err != nil {
			b.log.Warn("disconnected from NATS", "service", b.service, "error", err)
		}
	})
	b.conn.SetReconnectHandler(func(_ *nats.Conn) {
		b.log.Info("connected to NATS again", "service", b.service)
	})
}

// denial is the last permission that the server refused.
type denial struct {
	text string
	at   time.Time
}

// denialLasts is how long a denied permission keeps a service unready.
const denialLasts = time.Minute

// Healthy is nil while the server is connected, has denied nothing for a minute, and every hop reads its consumers.
func (b *Bus) Healthy(context.Context) error {
	if denied := b.denied.Load(); denied != nil && time.Since(denied.at) < denialLasts {
		return fmt.Errorf("the NATS server denied a permission: %s", denied.text)
	}
	if !b.conn.IsConnected() {
		return fmt.Errorf("NATS is %s: %w", b.conn.Status(), ErrUnavailable)
	}
	return b.inTrouble()
}

// troubles are the consumers that a hop cannot read now.
type troubles struct {
	mu   sync.Mutex
	open map[string]string
}

func (b *Bus) trouble(label string, err error) {
	b.troubles.mu.Lock()
	defer b.troubles.mu.Unlock()
	if b.troubles.open == nil {
		b.troubles.open = map[string]string{}
	}
	if b.troubles.open[label] != err.Error() && b.conn.IsConnected() {
		b.log.Warn("a consumer cannot be read, trying again", "service", b.service, "consumer", label, "error", err)
	}
	b.troubles.open[label] = err.Error()
}

func (b *Bus) recovered(label string) {
	b.troubles.mu.Lock()
	defer b.troubles.mu.Unlock()
	delete(b.troubles.open, label)
}

func (b *Bus) inTrouble() error {
	b.troubles.mu.Lock()
	defer b.troubles.mu.Unlock()
	for label, text := range b.troubles.open {
		return fmt.Errorf("consumer %s cannot be read: %s", label, text)
	}
	return nil
}
