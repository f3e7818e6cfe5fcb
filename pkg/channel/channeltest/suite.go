package channeltest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/channel"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// Case is what the suite needs to know of one channel.
type Case struct {
	Channel channel.Channel
	// Message is a good body with one message, and Sign what the channel sends with it.
	Message []byte
	Sign    func(body []byte, secrets channel.Secrets) http.Header
	// Secrets verify what Sign signs with them; Other are another account's.
	Secrets, Other channel.Secrets
	To             channel.Address
}

// Run tests that a channel keeps what channel.Channel promises.
func Run(t *testing.T, c Case) {
	t.Helper()
	t.Run("is registered under a slug", c.registered)
	t.Run("verifies only with its own secrets", c.verifies)
	t.Run("fails closed without secrets", c.failsClosed)
	t.Run("parses a message the same way each time", c.parses)
	t.Run("refuses garbage without repeating it", c.refusesGarbage)
	t.Run("renders every word and choice", c.renders)
	t.Run("refuses an empty reply", c.refusesEmpty)
	t.Run("retries what never left without doubt", c.classifies)
}

func (c Case) registered(t *testing.T) {
	t.Parallel()
	found, ok := channel.ByName(c.Channel.Name())
	if !ok || found != c.Channel {
		t.Errorf("ByName(%q) does not find it", c.Channel.Name())
	}
	if !regexp.MustCompile(`^[a-z0-9-]{1,40}$`).MatchString(c.Channel.Name()) {
		t.Errorf("name %q is no slug", c.Channel.Name())
	}
}

func (c Case) verifies(t *testing.T) {
	t.Parallel()
	header := c.Sign(c.Message, c.Secrets)
	if err := c.Channel.Verify(header, c.Message, c.Secrets); err != nil {
		t.Errorf("right signature: %v", err)
	}
	if err := c.Channel.Verify(header, c.Message, c.Other); !errors.Is(err, channel.ErrSignature) {
		t.Errorf("signature of another account: got %v", err)
	}
	if err := c.Channel.Verify(http.Header{}, c.Message, c.Secrets); !errors.Is(err, channel.ErrSignature) {
		t.Errorf("no signature: got %v", err)
	}
}

func (c Case) failsClosed(t *testing.T) {
	t.Parallel()
	header := c.Sign(c.Message, c.Secrets)
	if err := c.Channel.Verify(header, c.Message, channel.Secrets{}); !errors.Is(err, channel.ErrSignature) {
		t.Errorf("account without secrets: got %v", err)
	}
	query := map[string][]string{"hub.mode": {"subscribe"}, "hub.challenge": {"1"}}
	if _, err := c.Channel.Handshake(query, channel.Secrets{}); err == nil {
		t.Error("handshake without a verify token succeeded")
	}
}

func (c Case) parses(t *testing.T) {
	t.Parallel()
	first, err := c.Channel.Parse(c.Message)
	if err != nil {
		t.Fatal(err)
	}
	if len(first) != 1 || first[0].Content == nil || first[0].MessageID == "" || first[0].From.User() == "" {
		t.Errorf("expected one message with id, sender and content, got %+v", first)
	}
	again, err := c.Channel.Parse(bytes.Clone(c.Message))
	if err != nil || !reflect.DeepEqual(fmt.Sprint(first), fmt.Sprint(again)) {
		t.Errorf("parsed differently the second time (%v)", err)
	}
}

func (c Case) refusesGarbage(t *testing.T) {
	t.Parallel()
	const private = "5215550147781"
	for _, body := range []string{
		"", "null", "[]", `"` + private + `"`, `{"object":` + private, `{"v":"` + private + `","object":["` + private + `"]}`,
	} {
		got, err := c.Channel.Parse([]byte(body))
		if !errors.Is(err, channel.ErrMalformed) || len(got) != 0 {
			t.Errorf("body of %d bytes: got %d events and error %v", len(body), len(got), err)
		}
		if err != nil && strings.Contains(err.Error(), private) {
			t.Errorf("error repeats the body: %v", err)
		}
	}
}

func (c Case) renders(t *testing.T) {
	t.Parallel()
	for _, choices := range []int{0, 1, 3, 4, 10, 11} {
		draft := c.draft(strings.Repeat("Una frase entera. ", 900), choices)
		requests, err := c.Channel.Render(draft)
		if err != nil {
			t.Fatalf("%d choices: %v", choices, err)
		}
		said := c.said(t, requests)
		if got := strings.Count(said, "frase"); got != 900 {
			t.Errorf("%d choices: got %d of 900 sentences", choices, got)
		}
		for _, choice := range draft.Reply.GetContent().GetChoices() {
			if !strings.Contains(said, choice.GetTitle()) {
				t.Errorf("%d choices: %q is not offered", choices, choice.GetTitle())
			}
		}
	}
}

// said joins the bodies of requests, and checks that each has one destination and a JSON body.
func (c Case) said(t *testing.T, requests []channel.Request) string {
	t.Helper()
	var all strings.Builder
	for i, r := range requests {
		overHTTP := r.Method != "" && strings.HasPrefix(r.Path, "/")
		if overHTTP == (r.Subject != "") {
			t.Errorf("request %d: expected either method and path or a subject, got %+v", i, r)
		}
		if !json.Valid(r.Body) {
			t.Errorf("request %d: body is no JSON", i)
		}
		all.Write(r.Body)
	}
	return all.String()
}

func (c Case) refusesEmpty(t *testing.T) {
	t.Parallel()
	if got, err := c.Channel.Render(c.draft("  \n", 2)); err == nil {
		t.Errorf("reply without a text gave %d requests", len(got))
	}
}

func (c Case) classifies(t *testing.T) {
	t.Parallel()
	refused := &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	if got := c.Channel.Classify(channel.Answer{Err: refused}); !got.Class.Retry() || got.Uncertain {
		t.Errorf("refused connection: got %+v", got)
	}
	if got := c.Channel.Classify(channel.Answer{Err: context.DeadlineExceeded}); !got.Class.Retry() {
		t.Errorf("timeout: got %+v", got)
	}
}

func (c Case) draft(text string, choices int) channel.Draft {
	content := &recadov1.ReplyContent{Text: text}
	for i := range choices {
		content.Choices = append(content.Choices, &recadov1.Choice{Id: fmt.Sprintf("slot:%d", i), Title: fmt.Sprintf("Opción %d", i+1)})
	}
	return channel.Draft{To: c.To, Language: "es", Reply: &recadov1.ReplyDrafted{
		Meta:    &recadov1.Meta{TenantId: "acme", AccountId: "551900334420178", ConversationKey: "0b8f5f4e-0000-8000-8000-000000000000"},
		ReplyId: "01936c2e-0000-7000-8000-000000000001", TurnId: "t-9", Content: content,
	}}
}
