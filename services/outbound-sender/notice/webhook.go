package notice

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/vault"
)

// Payload is the body of a webhook: no words of the customer and no number.
type Payload struct {
	ID             string    `json:"id"`     // the same for the same notice, however often it is sent
	Notice         string    `json:"notice"` // requested, reminder, last_reminder, danger or trial
	Tenant         string    `json:"tenant"`
	Conversation   string    `json:"conversation_id"`
	Reason         string    `json:"reason"`
	Since          time.Time `json:"since"`
	WaitingMinutes int       `json:"waiting_minutes"`
	Channel        string    `json:"channel"`
	ContactName    string    `json:"contact_name,omitempty"` // as the channel gave it
}

func (n *notice) payload() Payload {
	return Payload{
		ID: n.ID, Notice: n.Kind, Tenant: string(n.Tenant), Conversation: n.Conversation, Reason: n.Reason, Since: n.Since.UTC(),
		WaitingMinutes: n.minutes(), Channel: n.Channel, ContactName: printable(vault.Show(n.Contact, nil)),
	}
}

func (n *notice) minutes() int { return max(0, int(time.Since(n.Since).Minutes())) }

// Sign is the signature of a webhook: HMAC-SHA256 of the timestamp, a point and the body, in hex.
func Sign(secret []byte, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, secret)
	_, _ = mac.Write([]byte(timestamp + "."))
	_, _ = mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

var errPrivate = errors.New("the webhook leads to a private address, which RECADO_PRIVATE_WEBHOOKS=true allows")

// webhookClient follows no redirect, and reaches private addresses only where that is allowed: whatever a name resolves to.
func webhookClient(private bool) *http.Client {
	dialer := &net.Dialer{Timeout: 5 * time.Second}
	if !private {
		dialer.Control = func(_, address string, _ syscall.RawConn) error {
			to, err := netip.ParseAddrPort(address)
			if err != nil || !public(to.Addr().Unmap()) {
				return errPrivate
			}
			return nil
		}
	}
	return &http.Client{
		Timeout: timeout,
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: 5 * time.Second, MaxIdleConns: 16, IdleConnTimeout: time.Minute,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// inner are address spaces that are nobody's on the internet, or that lead on to an IPv4 address of any kind: this network, between a
// provider and its customers, of protocols, of measurements, reserved; IPv6 translated (NAT64), tunnelled (6to4, Teredo) and site-local.
var inner = prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "198.18.0.0/15", "240.0.0.0/4",
	"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16", "fec0::/10")

func prefixes(all ...string) (out []netip.Prefix) {
	for _, p := range all {
		out = append(out, netip.MustParsePrefix(p))
	}
	return out
}

// public reports whether an address is somebody's on the internet; loopback and link-local ones are not global.
func public(a netip.Addr) bool {
	return a.IsGlobalUnicast() && !a.IsPrivate() && !slices.ContainsFunc(inner, func(p netip.Prefix) bool { return p.Contains(a) })
}

// webhook posts the payload, signed.
func (n *Notifier) webhook(ctx context.Context, one *notice, to *tenant.Notify) error {
	secret, err := n.Key.Derive(tenant.NotifyKey).Open(to.Secret, tenant.NotifyBound(one.Tenant, to.Webhook))
	if err != nil {
		return finalError{errors.New("the webhook's secret does not open: apply the tenant again")}
	}
	body, err := json.Marshal(one.payload())
	if err != nil {
		return finalError{err}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to.Webhook, bytes.NewReader(body))
	if err != nil {
		return finalError{errors.New("the webhook is no URL")}
	}
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Recado")
	req.Header.Set("Recado-Notice", one.ID)
	req.Header.Set("Recado-Timestamp", timestamp)
	req.Header.Set("Recado-Signature", Sign(secret, timestamp, body))
	resp, err := n.http.Do(req)
	if err != nil {
		if errors.Is(err, errPrivate) {
			return finalError{errPrivate}
		}
		return errors.New("the webhook cannot be reached") // the error of package http holds the URL
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
	return answered(resp.StatusCode)
}

// answered judges a webhook's answer.
func answered(status int) error {
	err := fmt.Errorf("the webhook answered %d", status)
	switch {
	case status >= 200 && status < 300:
		return nil
	case status >= 500, status == http.StatusTooManyRequests, status == http.StatusRequestTimeout:
		return err
	}
	return finalError{err}
}
