package channel

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/recado/recado/pkg/config"
)

// WhatsApp is the WhatsApp Cloud API.
type WhatsApp struct{}

const whatsappObject = "whatsapp_business_account"

// Name is whatsapp.
func (WhatsApp) Name() string { return "whatsapp" }

// Window is the customer service window of 24 hours.
func (WhatsApp) Window() time.Duration { return 24 * time.Hour }

// Verify checks X-Hub-Signature-256 over the raw bytes: the platform escapes JSON its own way, so a re-encoded body would not match.
func (WhatsApp) Verify(header http.Header, body []byte, secrets Secrets) error {
	given, found := signature(header)
	if !found || !signedWithAny(given, body, secrets.Signing) {
		return ErrSignature
	}
	return nil
}

// Signed reports whether a header holds what could be a signature: without one no body needs to be read.
func (WhatsApp) Signed(header http.Header) bool {
	_, found := signature(header)
	return found
}

func signature(header http.Header) (given []byte, found bool) {
	encoded, found := strings.CutPrefix(header.Get("X-Hub-Signature-256"), "sha256=")
	if len(encoded) != hex.EncodedLen(sha256.Size) {
		return nil, false
	}
	given, err := hex.DecodeString(encoded)
	return given, found && err == nil
}

// signedWithAny takes as long where there is no secret: how long an answer takes must not tell which accounts there are.
func signedWithAny(given, body []byte, secrets []config.Secret) bool {
	ok, tried := false, false
	for _, secret := range secrets {
		if secret != "" {
			ok, tried = hmac.Equal(given, signed(body, secret)) || ok, true
		}
	}
	if !tried {
		_ = signed(body, "nobody's")
	}
	return ok
}

func signed(body []byte, secret config.Secret) []byte {
	mac := hmac.New(sha256.New, []byte(secret.Reveal()))
	mac.Write(body)
	return mac.Sum(nil)
}

// Handshake answers hub.challenge to whoever knows the verify token.
func (WhatsApp) Handshake(query url.Values, secrets Secrets) (string, error) {
	token, challenge := secrets.VerifyToken.Reveal(), query.Get("hub.challenge")
	known := token != "" && hmac.Equal([]byte(query.Get("hub.verify_token")), []byte(token))
	if !known || query.Get("hub.mode") != "subscribe" {
		return "", ErrHandshake
	}
	if challenge == "" || len(challenge) > 256 {
		return "", fmt.Errorf("hub.challenge: expected 1 to 256 bytes, got %d: %w", len(challenge), ErrMalformed)
	}
	return challenge, nil
}

// Typing marks a message as read and shows the typing indicator, which ends with the reply or after 25 s.
func (WhatsApp) Typing(account, messageID string) (Request, bool) {
	body, err := json.Marshal(map[string]any{
		"messaging_product": "whatsapp",
		"status":            "read",
		"message_id":        messageID,
		"typing_indicator":  map[string]string{"type": "text"},
	})
	return Request{Method: http.MethodPost, Path: whatsappPath(account), Body: body}, err == nil && messageID != ""
}

// Authorize sets the bearer token.
func (WhatsApp) Authorize(header http.Header, secrets Secrets) {
	header.Set("Authorization", "Bearer "+secrets.AccessToken.Reveal())
}

func whatsappPath(account string) string { return "/" + url.PathEscape(account) + "/messages" }
