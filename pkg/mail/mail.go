// Package mail sends e-mails through the installation's server.
package mail

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"net/smtp"
	"net/textproto"
	"net/url"
	"strings"
	"time"
)

// Server is the server that sends e-mails; the zero value is none.
type Server struct {
	host, port     string
	user, password string
	from           string
	implicit       bool // TLS from the first byte
	plain          bool // no TLS at all: a server on this machine
	tls            *tls.Config
}

const errMail = "expected smtp://user:password@host:587?from=address (STARTTLS) or smtps://user:password@host:465?from=address"

// Parse reads RECADO_SMTP_URL; an empty one sends no e-mail. The error holds no part of it.
func Parse(s string) (Server, error) {
	if s == "" {
		return Server{}, nil
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" {
		return Server{}, errors.New(errMail)
	}
	m := Server{host: u.Hostname(), port: u.Port(), user: u.User.Username(), implicit: u.Scheme == "smtps"}
	m.password, _ = u.User.Password()
	m.port = cmp.Or(m.port, map[bool]string{true: "465", false: "587"}[m.implicit])
	m.from = cmp.Or(u.Query().Get("from"), m.user)
	if a, err := mail.ParseAddress(m.from); err != nil || a.Address != m.from {
		return Server{}, errors.New(errMail)
	}
	ip := net.ParseIP(m.host)
	m.plain = !m.implicit && (m.host == "localhost" || ip != nil && ip.IsLoopback())
	m.tls = &tls.Config{ServerName: m.host, MinVersion: tls.VersionTLS12}
	return m, nil
}

// Encrypted is a server on this machine that is asked for STARTTLS all the same, by this configuration.
func (m Server) Encrypted(c *tls.Config) Server {
	m.plain, m.tls = false, c
	return m
}

// Exists reports whether there is a server.
func (m Server) Exists() bool { return m.host != "" }

// Letter is a text to one address. ID makes its Message-ID: the same for the same letter, however often it is sent.
type Letter struct{ To, ID, Subject, Body string }

// FinalError is one that no other attempt mends. It names no address and no text.
type FinalError struct{ error }

// Unwrap gives what went wrong.
func (e FinalError) Unwrap() error { return e.error }

// Send sends a letter. Its errors name nobody.
func (m Server) Send(ctx context.Context, l Letter) error {
	if !m.Exists() {
		return FinalError{errors.New("no e-mail server: set RECADO_SMTP_URL")}
	}
	body, err := m.write(l)
	if err != nil {
		return FinalError{err}
	}
	return judge(m.send(ctx, l.To, body))
}

// write is an e-mail with its headers.
func (m Server) write(l Letter) ([]byte, error) {
	var b bytes.Buffer
	_, domain, _ := strings.Cut(m.from, "@")
	for _, h := range [][2]string{
		{"From", m.from},
		{"To", l.To},
		{"Subject", mime.QEncoding.Encode("utf-8", l.Subject)},
		{"Date", time.Now().Format(time.RFC1123Z)},
		{"Message-ID", "<" + l.ID + "@" + domain + ">"}, // the same for the same notice
		{"Auto-Submitted", "auto-generated"},
		{"MIME-Version", "1.0"},
		{"Content-Type", "text/plain; charset=utf-8"},
		{"Content-Transfer-Encoding", "quoted-printable"},
	} {
		fmt.Fprintf(&b, "%s: %s\r\n", h[0], h[1])
	}
	b.WriteString("\r\n")
	w := quotedprintable.NewWriter(&b)
	if _, err := w.Write([]byte(l.Body)); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil { // it holds the last line until then
		return nil, err
	}
	return b.Bytes(), nil
}

// send speaks SMTP; without TLS only to this machine.
func (m Server) send(ctx context.Context, to string, body []byte) error {
	c, err := m.connect(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	if m.password != "" {
		if err := c.Auth(smtp.PlainAuth("", m.user, m.password, m.host)); err != nil {
			return err
		}
	}
	if err := c.Mail(m.from); err != nil {
		return err
	}
	if err := c.Rcpt(to); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(body); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	_ = c.Quit() // the server has it
	return nil
}

var errNoTLS = FinalError{errors.New("the e-mail server offers no STARTTLS")}

func (m Server) connect(ctx context.Context) (*smtp.Client, error) {
	var conn net.Conn
	var err error
	dialer := &net.Dialer{Timeout: 5 * time.Second}
	address := net.JoinHostPort(m.host, m.port)
	if m.implicit {
		conn, err = (&tls.Dialer{NetDialer: dialer, Config: m.tls}).DialContext(ctx, "tcp", address)
	} else {
		conn, err = dialer.DialContext(ctx, "tcp", address)
	}
	if err != nil {
		return nil, err
	}
	if deadline, ok := ctx.Deadline(); ok {
		_ = conn.SetDeadline(deadline)
	}
	c, err := smtp.NewClient(conn, m.host)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	if err := m.secure(c); err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

func (m Server) secure(c *smtp.Client) error {
	if m.implicit {
		return nil
	}
	offered, _ := c.Extension("STARTTLS")
	switch {
	case offered:
		return c.StartTLS(m.tls)
	case m.plain:
		return nil
	}
	return errNoTLS
}

// judge keeps of an error what names nobody, and says whether another attempt may help.
func judge(err error) error {
	var reply *textproto.Error
	var final FinalError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &final):
		return err
	case errors.As(err, &reply) && reply.Code >= 500:
		return FinalError{fmt.Errorf("the e-mail server refuses with %d", reply.Code)}
	case errors.As(err, &reply):
		return fmt.Errorf("the e-mail server answered %d", reply.Code)
	}
	return errors.New("the e-mail server cannot be reached")
}
