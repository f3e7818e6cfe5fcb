// Package channeltest holds the promises of every channel as a suite, and the recorded payloads that tests of channels share.
package channeltest

import (
	"crypto/hmac"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"strings"
	"testing"
)

//go:embed testdata
var payloads embed.FS

// Fixture returns the exact bytes of a recorded payload, such as whatsapp/in_text.json.
func Fixture(t testing.TB, name string) []byte {
	t.Helper()
	body, err := payloads.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatalf("read fixture: %v", err)
	}
	return body
}

// Fixtures lists the recorded payloads of a channel whose file name starts with prefix, as names for Fixture.
func Fixtures(t testing.TB, channel, prefix string) []string {
	t.Helper()
	names, err := fs.Glob(payloads, "testdata/"+channel+"/"+prefix+"*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("no fixtures %s/%s*: %v", channel, prefix, err)
	}
	for i, name := range names {
		names[i] = strings.TrimPrefix(name, "testdata/")
	}
	return names
}

// SignMeta returns the header that WhatsApp, Messenger and Instagram send with a body signed by an app secret.
func SignMeta(body []byte, secret string) http.Header {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return http.Header{"X-Hub-Signature-256": {"sha256=" + hex.EncodeToString(mac.Sum(nil))}}
}
