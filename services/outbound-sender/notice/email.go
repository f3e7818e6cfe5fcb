package notice

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

	"github.com/recado/recado/pkg/tenant"
)

// Mail is the server that sends e-mails.
type Mail struct {
	host, port     string
	user, password string
	from           string
	implicit       bool // TLS from the first byte
	plain          bool // no TLS at all: a server on this machine
	tls            *tls.Config
}

const errMail = "expected smtp://user:password@host:587?from=address (STARTTLS) or smtps://user:password@host:465?from=address"

// ParseMail reads RECADO_SMTP_URL; an empty one sends no e-mail. The error holds no part of it.
func ParseMail(s string) (Mail, error) {
	if s == "" {
		return Mail{}, nil
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" {
		return Mail{}, errors.New(errMail)
	}
	m := Mail{host: u.Hostname(), port: u.Port(), user: u.User.Username(), implicit: u.Scheme == "smtps"}
	m.password, _ = u.User.Password()
	m.port = cmp.Or(m.port, map[bool]string{true: "465", false: "587"}[m.implicit])
	m.from = cmp.Or(u.Query().Get("from"), m.user)
	if a, err := mail.ParseAddress(m.from); err != nil || a.Address != m.from {
		return Mail{}, errors.New(errMail)
	}
	ip := net.ParseIP(m.host)
	m.plain = !m.implicit && (m.host == "localhost" || ip != nil && ip.IsLoopback())
	m.tls = &tls.Config{ServerName: m.host, MinVersion: tls.VersionTLS12}
	return m, nil
}

// email sends a notice to an address.
func (n *Notifier) email(ctx context.Context, one *notice, to *tenant.Notify) error {
	if n.Mail.host == "" {
		return finalError{errors.New("no e-mail server: set RECADO_SMTP_URL")}
	}
	s, ok := n.Tenants.Get(one.Tenant)
	if !ok {
		return errRemoved
	}
	text := wordsOf(one, s)
	body, err := letter(n.Mail.from, to.Email, one.ID, text)
	if err != nil {
		return finalError{err}
	}
	return judgeMail(n.Mail.send(ctx, to.Email, body))
}

// letter is an e-mail with its headers.
func letter(from, to, id string, text words) ([]byte, error) {
	var b bytes.Buffer
	_, domain, _ := strings.Cut(from, "@")
	for _, h := range [][2]string{
		{"From", from},
		{"To", to},
		{"Subject", mime.QEncoding.Encode("utf-8", text.subject)},
		{"Date", time.Now().Format(time.RFC1123Z)},
		{"Message-ID", "<" + id + "@" + domain + ">"}, // the same for the same notice
		{"Auto-Submitted", "auto-generated"},
		{"MIME-Version", "1.0"},
		{"Content-Type", "text/plain; charset=utf-8"},
		{"Content-Transfer-Encoding", "quoted-printable"},
	} {
		fmt.Fprintf(&b, "%s: %s\r\n", h[0], h[1])
	}
	b.WriteString("\r\n")
	w := quotedprintable.NewWriter(&b)
	if _, err := w.Write([]byte(text.body)); err != nil {
		return nil, err
	}
	return b.Bytes(), w.Close()
}

// send speaks SMTP; without TLS only to this machine.
func (m Mail) send(ctx context.Context, to string, body []byte) error {
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

var errNoTLS = finalError{errors.New("the e-mail server offers no STARTTLS")}

func (m Mail) connect(ctx context.Context) (*smtp.Client, error) {
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

func (m Mail) secure(c *smtp.Client) error {
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

// judgeMail keeps of an error what names nobody, and says whether another attempt may help.
func judgeMail(err error) error {
	var reply *textproto.Error
	var final finalError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &final):
		return err
	case errors.As(err, &reply) && reply.Code >= 500:
		return finalError{fmt.Errorf("the e-mail server refuses with %d", reply.Code)}
	case errors.As(err, &reply):
		return fmt.Errorf("the e-mail server answered %d", reply.Code)
	}
	return errors.New("the e-mail server cannot be reached")
}
