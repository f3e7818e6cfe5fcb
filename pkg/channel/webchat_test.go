package channel_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/channel/channeltest"
	"github.com/recado/recado/pkg/seal"
)

func sessionSecrets(t *testing.T) channel.Secrets {
	t.Helper()
	key, err := seal.ParseKey(seal.Generate())
	if err != nil {
		t.Fatal(err)
	}
	return channel.Secrets{Session: key.Derive(seal.PurposeWebchat, "acme", "site")}
}

// frameOf is the recorded message in a session of ours.
func frameOf(t *testing.T, session string) []byte {
	t.Helper()
	return []byte(strings.Replace(string(channeltest.Fixture(t, "webchat/in_message.json")), "ws_01JHSYN", session, 1))
}

func TestWebchatKeepsThePromisesOfAChannel(t *testing.T) {
	t.Parallel()
	mine := sessionSecrets(t)
	opened := channel.Webchat{}.NewSession(0, time.Now())
	session, token := opened.ID, channel.Webchat{}.Token(opened, mine)
	channeltest.Run(t, channeltest.Case{
		Channel: channel.Webchat{},
		Message: frameOf(t, session),
		Secrets: mine,
		Other:   sessionSecrets(t),
		To:      channel.Address{UserID: session},
		Sign: func([]byte, channel.Secrets) http.Header {
			return http.Header{"Authorization": {"Bearer " + token}}
		},
	})
}

func TestWebchatTokenOpensItsOwnSessionOnly(t *testing.T) {
	t.Parallel()
	secrets := sessionSecrets(t)
	mine, other := channel.Webchat{}.NewSession(0, time.Now()).ID, channel.Webchat{}.NewSession(0, time.Now())
	if mine == other.ID {
		t.Fatal("two sessions have one id")
	}
	token := channel.Webchat{}.Token(other, secrets)
	header := http.Header{"Authorization": {"Bearer " + token}}
	if err := (channel.Webchat{}).Verify(header, frameOf(t, mine), secrets); !errors.Is(err, channel.ErrSignature) {
		t.Errorf("another visitor's session: got %v", err)
	}
}

func TestWebchatRefusesFramesByField(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, body, field string }{
		{"version", `{"v":2,"type":"user.message"}`, "v:"},
		{"type", `{"v":1,"type":"assistant.done"}`, "type:"},
		{"session", `{"v":1,"type":"user.message"}`, "session_id:"},
		{"id", `{"v":1,"type":"user.message","session_id":"s"}`, "client_msg_id:"},
		{"text", `{"v":1,"type":"user.message","session_id":"s","client_msg_id":"c","text":" "}`, "text:"},
		{"long text", `{"v":1,"type":"user.message","session_id":"s","client_msg_id":"c","text":"` + strings.Repeat("a", 8001) + `"}`, "text:"},
		{"text of many bytes", `{"v":1,"type":"user.message","session_id":"s","client_msg_id":"c","text":"` + strings.Repeat("の", 5500) + `"}`, "at most 16384 bytes"},
		{"long choice", `{"v":1,"type":"user.message","session_id":"s","client_msg_id":"c","text":"a","choice_id":"` + strings.Repeat("a", 5000) + `"}`, "choice_id:"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := channel.Webchat{}.Parse([]byte(tt.body))
			if !errors.Is(err, channel.ErrMalformed) || !strings.Contains(err.Error(), tt.field) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestWebchatSaysInJSONsWordsWhatAFieldTakes(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`[]`:                              "the whole: expected an object, got array",
		`{"v":"one"}`:                     `field "v": expected a whole number, got string`,
		`{"v":1.5}`:                       `field "v": expected a whole number, got number`,
		`{"v":1,"text":5551234567}`:       `field "text": expected a string, got number`,
		`{"v":1,"buttons":"no"}`:          `field "buttons": expected a list, got string`,
		`{"v":1,"buttons":["sí"]}`:        `expected an object, got string`,
		`{"v":1,"sealed":[{"sealed":1}]}`: `expected a string, got number`,
		`{"v":1,"ts":"ayer a las 5"}`:     "a field with a time: expected one such as 2026-01-31T10:00:00Z",
		`{"v":1,"ts":17}`:                 "a field with a time: expected one such as 2026-01-31T10:00:00Z",
		`{"v":1`:                          "invalid JSON at byte 6",
	} {
		_, err := channel.Webchat{}.Parse([]byte(body))
		if !errors.Is(err, channel.ErrMalformed) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", body, err, want)
		}
		for _, words := range []string{"int", "channel.", "time.", "[]", "Time", "ayer", "555", "unmarshal"} {
			if err != nil && strings.Contains(strings.ReplaceAll(err.Error(), "a whole number", ""), words) {
				t.Errorf("%s: the answer names a Go type or repeats the text: %v", body, err)
			}
		}
	}
}

func TestWebchatReadsFramesAsRecorded(t *testing.T) {
	t.Parallel()
	items, err := channel.Webchat{}.Parse(channeltest.Fixture(t, "webchat/in_message.json"))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "webchat/in_message", describe(t, items))
	if items, err = (channel.Webchat{}).Parse(channeltest.Fixture(t, "webchat/in_resume.json")); err != nil || len(items) != 0 {
		t.Errorf("resume: got %d messages, %v", len(items), err)
	}
	var done channel.Frame
	if err := json.Unmarshal(channeltest.Fixture(t, "webchat/out_done.json"), &done); err != nil {
		t.Fatal(err)
	}
	if done.Type != channel.FrameDone || done.EventID != 19 || len(done.Buttons) != 1 {
		t.Errorf("got %+v", done)
	}
}

func TestWebchatRendersADoneFrame(t *testing.T) {
	t.Parallel()
	requests, err := channel.Webchat{}.Render(channel.Draft{
		Reply: reply("Yes, we ship to Canada in 5 days.", numbered(1, "Wed")...), To: channel.Address{UserID: "ws_01JHSYN"},
	})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "webchat/out_done", indented(t, requests))
}

func TestWebchatTokensEndAndStandForNothingElse(t *testing.T) {
	t.Parallel()
	secrets, now := sessionSecrets(t), time.Now()
	web := channel.Webchat{}
	s := web.NewSession(3, now)
	token, ticket := web.Token(s, secrets), web.Ticket(s, secrets, now)
	old := base64.RawURLEncoding.EncodeToString(secrets.Session.Seal([]byte(s.ID), []byte("token")))
	for _, tt := range []struct {
		name, token string
		epoch       int
		at          time.Duration
		want        error
	}{
		{"young", token, 3, 0, nil},
		{"a day without renewal", token, 3, channel.SessionLife + time.Minute, channel.ErrEnded},
		{"nearly a day", token, 3, channel.SessionLife - time.Minute, nil},
		{"made by a clock that is an hour ahead", token, 3, -time.Hour, nil},
		{"made tomorrow", token, 3, -24 * time.Hour, channel.ErrEnded},
		{"of another epoch", token, 4, 0, channel.ErrEnded},
		{"a ticket", ticket, 3, 0, channel.ErrSignature},
		{"the form of old", old, 3, 0, channel.ErrEnded},
		{"nothing", "", 3, 0, channel.ErrSignature},
		{"no base64", "%%%", 3, 0, channel.ErrSignature},
	} {
		got, err := web.OpenToken(tt.token, secrets, tt.epoch, now.Add(tt.at))
		if !errors.Is(err, tt.want) || err == nil && got.ID != s.ID {
			t.Errorf("%s: got %+v, %v; want %v", tt.name, got, err, tt.want)
		}
	}
	if _, err := web.OpenToken(token, sessionSecrets(t), 3, now); !errors.Is(err, channel.ErrSignature) {
		t.Errorf("another account's: %v", err)
	}
}

func TestWebchatTicketsAreGoodForAMinute(t *testing.T) {
	t.Parallel()
	secrets, now := sessionSecrets(t), time.Now()
	web := channel.Webchat{}
	s := web.NewSession(0, now.Add(-20*time.Hour))
	first, second := web.Ticket(s, secrets, now), web.Ticket(s, secrets, now)
	one, err := web.OpenTicket(first, secrets, 0, now)
	if err != nil || one.ID != s.ID {
		t.Fatalf("got %+v, %v", one, err)
	}
	if two, err := web.OpenTicket(second, secrets, 0, now); err != nil || two.Nonce == one.Nonce || two.Nonce == "" {
		t.Errorf("two tickets have the nonces %q and %q, %v", one.Nonce, two.Nonce, err)
	}
	ages := map[time.Duration]error{50 * time.Second: nil, 2 * time.Minute: channel.ErrEnded, -10 * time.Minute: channel.ErrEnded}
	for at, want := range ages {
		if _, err := web.OpenTicket(first, secrets, 0, now.Add(at)); !errors.Is(err, want) {
			t.Errorf("after %s: %v, want %v", at, err, want)
		}
	}
	if _, err := web.OpenTicket(web.Token(s, secrets), secrets, 0, now); !errors.Is(err, channel.ErrSignature) {
		t.Errorf("a token as a ticket: %v", err)
	}
	if _, err := web.OpenTicket(first, secrets, 1, now); !errors.Is(err, channel.ErrEnded) {
		t.Errorf("of another epoch: %v", err)
	}
}
