package channel_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

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
	session, token := channel.Webchat{}.NewSession(mine)
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
	mine, _ := channel.Webchat{}.NewSession(secrets)
	other, token := channel.Webchat{}.NewSession(secrets)
	if mine == other {
		t.Fatal("two sessions have one id")
	}
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
