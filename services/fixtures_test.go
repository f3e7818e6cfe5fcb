package services_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/channel/channeltest"
	"github.com/recado/recado/pkg/subject"
)

// effect is what a recorded webhook must lead to.
type effect struct {
	replies  int    // texts at the send API
	recorded int    // messages in the log that never start a turn
	says     string // part of the reply
}

// fixtureEffects has a line for every recorded inbound webhook.
var fixtureEffects = map[string]effect{
	"in_text.json":                          {replies: 1},
	"in_text_ad_referral.json":              {replies: 1},
	"in_text_legacy_no_user_id.json":        {replies: 1},
	"in_text_reply_context.json":            {replies: 1},
	"in_text_username_only.json":            {replies: 1},
	"in_out_of_order_older.json":            {replies: 1},
	"in_text_two_tenants.json":              {replies: 2},
	"in_batch_two_messages_one_status.json": {replies: 2},
	"in_button_reply.json":                  {replies: 1},
	"in_list_reply.json":                    {replies: 1},
	"in_template_button.json":               {replies: 1},
	"in_document.json":                      {replies: 1},
	"in_image.json":                         {replies: 1},
	"in_location.json":                      {replies: 1},
	"in_audio_voice.json":                   {replies: 1, says: "escribir"},
	"in_unsupported.json":                   {replies: 1},
	"in_reaction.json":                      {recorded: 1},
	"in_system_number_change.json":          {recorded: 1},
	"in_duplicate_delivery.json":            {replies: 1},
}

func TestEveryRecordedWebhookHasItsEffect(t *testing.T) {
	t.Parallel()
	for _, name := range channeltest.Fixtures(t, "whatsapp", "in_") {
		short := strings.TrimPrefix(name, "whatsapp/")
		want, ok := fixtureEffects[short]
		if !ok {
			t.Errorf("%s has no line in the table", short)
			continue
		}
		t.Run(short, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, "testdata/shop-a.yaml", "testdata/shop-b.yaml")
			body := channeltest.Fixture(t, name)
			if status := l.post(t, shopA, "another secret", body); status != http.StatusUnauthorized {
				t.Errorf("a wrong signature got %d", status)
			}
			if n := bustest.Count(t, l.Server, subject.MessageReceived); n != 0 {
				t.Errorf("a wrong signature published %d messages", n)
			}
			for range 2 { // the channel delivers again
				if status := l.post(t, shopA, appSecret, body); status != http.StatusOK {
					t.Fatalf("got %d", status)
				}
			}
			l.expect(t, want)
		})
	}
}

// expect waits for the effect, then for everything to have ended, and counts.
func (l *lab) expect(t *testing.T, want effect) {
	t.Helper()
	messages := want.replies + want.recorded
	bustest.Eventually(t, "every message in the log", func() bool { return l.count(t, `SELECT count(*) FROM chat.messages`) == messages })
	bustest.Eventually(t, "every message ended", func() bool {
		return l.count(t, `SELECT count(*) FROM chat.messages WHERE ended IS NULL`) == 0
	})
	bustest.Eventually(t, "every reply sent", func() bool {
		return l.count(t, `SELECT count(*) FROM delivery.deliveries WHERE state = 'sent'`) == want.replies
	})
	sent := l.sandbox.Sent()
	if len(sent) != want.replies || l.count(t, `SELECT count(*) FROM chat.messages`) != messages {
		t.Errorf("%d replies, want %d: %v", len(sent), want.replies, sent)
	}
	if n := l.count(t, `SELECT count(*) FROM chat.turns`); n != want.replies {
		t.Errorf("%d turns, want %d", n, want.replies)
	}
	if want.says != "" && !strings.Contains(sent[0].Text, want.says) {
		t.Errorf("reply %q lacks %q", sent[0].Text, want.says)
	}
}
