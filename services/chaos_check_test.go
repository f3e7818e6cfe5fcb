package services_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/channel/sandbox"
)

// outcome is what a run left behind, as the provider, the database and the bus know it.
type outcome struct {
	begin    time.Time
	kills    []time.Time
	accepted []posted
	refused  int
	sent     []sandbox.Sent
	replies  map[string]drafted
	inbox    map[string]inboxRow
	letters  int
}

// drafted is a reply of the conversation log with its delivery.
type drafted struct {
	ID, Conversation string
	Sequence         int64
	Messages         []string
	State, Reason    string
	Attempts         int
	Uncertain        bool
}

type inboxRow struct {
	ID, Conversation string
	Sequence         int64
	Ended            string
}

const repliesSQL = `
SELECT coalesce(json_agg(json_build_object('ID', r.id, 'Conversation', r.conversation_id, 'Sequence', r.sequence, 'Messages', r.message_ids,
  'State', coalesce(d.state, 'missing'), 'Reason', d.reason, 'Attempts', d.attempts, 'Uncertain', coalesce(d.uncertain, false))), '[]')::text
  FROM chat.replies r LEFT JOIN delivery.deliveries d ON d.tenant_id = r.tenant_id AND d.reply_id = r.id`

const inboxSQL = `
SELECT coalesce(json_agg(json_build_object('ID', message_id, 'Conversation', conversation_id, 'Sequence', sequence, 'Ended', coalesce(ended, ''))), '[]')::text
  FROM chat.messages`

// openSQL counts what has no end yet: messages, replies that no sender knows, deliveries.
const openSQL = `
SELECT (SELECT count(*) FROM chat.messages), (SELECT count(*) FROM chat.messages WHERE ended IS NULL),
       (SELECT count(*) FROM chat.replies r WHERE NOT EXISTS (SELECT FROM delivery.deliveries d WHERE d.tenant_id = r.tenant_id AND d.reply_id = r.id)),
       (SELECT count(*) FROM delivery.deliveries WHERE state IN ('pending', 'sending'))`

// settleLimit is for a loaded machine; what must be right is the count.
const settleLimit = 2 * time.Minute

// settle waits until everything that was accepted has ended, and reads what there is.
func (s *stage) settle(t *testing.T, o *outcome) {
	t.Helper()
	var messages, waiting, unknown, open int
	limit := time.After(settleLimit)
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	for settled := false; !settled; settled = messages >= len(o.accepted) && waiting+unknown+open == 0 {
		select {
		case <-limit:
			t.Errorf("after %s: %d of %d messages in the log, %d without an end, %d replies unknown to the sender, %d deliveries open",
				settleLimit, messages, len(o.accepted), waiting, unknown, open)
			settled = true
		case <-tick.C:
		}
		s.db.QueryRow(t, openSQL, nil, &messages, &waiting, &unknown, &open)
		if settled {
			break
		}
	}
	o.sent = s.sandbox.Sent()
	o.replies, o.inbox = map[string]drafted{}, map[string]inboxRow{}
	for _, r := range readAll[drafted](t, s, repliesSQL) {
		o.replies[r.ID] = r
	}
	for _, m := range readAll[inboxRow](t, s, inboxSQL) {
		o.inbox[m.ID] = m
	}
	var letters []json.RawMessage
	if err := json.Unmarshal(s.command(t, "recado", "deadletter", "list", "--json", "--dir", s.dir), &letters); err != nil {
		t.Error(err)
	}
	o.letters = len(letters)
}

func readAll[T any](t *testing.T, s *stage, sql string) (out []T) {
	t.Helper()
	var text string
	s.db.QueryRow(t, sql, nil, &text)
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// check fails for every message and reply that did not fare as design §12 promises.
func (o *outcome) check(t *testing.T) {
	t.Helper()
	if wrong := o.wrong(); len(wrong) > 0 {
		t.Error(strings.Join(wrong, "\n"))
	}
}

func (o *outcome) wrong() []string {
	faults := &complaints{seen: map[string]int{}}
	o.checkCover(faults)
	o.checkArrivals(faults)
	o.checkOrder(faults)
	if o.letters > 0 {
		faults.add("dead letters: %d", o.letters)
	}
	return faults.list()
}

// checkCover: every accepted message is in exactly one reply, and has ended as replied.
func (o *outcome) checkCover(faults *complaints) {
	cover := map[string]int{}
	for _, r := range o.replies {
		for _, id := range r.Messages {
			cover[id]++
		}
	}
	for _, m := range o.accepted {
		if n := cover[m.id]; n != 1 {
			faults.add("message %s is in %d replies, ended %q", m.id, n, o.inbox[m.id].Ended)
		}
		if ended := o.inbox[m.id].Ended; ended != "replied" {
			faults.add("message %s ended %q", m.id, ended)
		}
	}
	if len(o.inbox) != len(o.accepted) {
		faults.add("%d messages in the log, %d accepted", len(o.inbox), len(o.accepted))
	}
}

// checkArrivals: every reply arrived once, or twice where its status was withheld and it is counted as uncertain.
func (o *outcome) checkArrivals(faults *complaints) {
	arrivals := map[string][]sandbox.Sent{}
	for _, m := range o.sent {
		arrivals[m.CallbackData] = append(arrivals[m.CallbackData], m)
		if id, _ := channel.ParseCallbackData(m.CallbackData); o.replies[id].ID == "" {
			faults.add("the provider got %q, which is no reply", m.CallbackData)
		}
	}
	got := map[string]bool{}
	for mark, all := range arrivals {
		id, _ := channel.ParseCallbackData(mark)
		got[id] = true
		r := o.replies[id]
		switch {
		case len(all) == 1:
		case len(all) > 2:
			faults.add("reply %s arrived %d times", id, len(all))
		case !r.Uncertain:
			faults.add("reply %s arrived twice and is not counted as uncertain (attempts %d)", id, r.Attempts)
		case !all[0].Withheld:
			faults.add("reply %s arrived twice, %s apart, though its status came", id, all[1].At.Sub(all[0].At))
		}
	}
	for id, r := range o.replies {
		if !got[id] || r.State != "sent" {
			faults.add("reply %s: arrived %v, delivery %s %s", id, got[id], r.State, r.Reason)
		}
	}
}

// checkOrder: a conversation's replies arrive in their order, and answer its messages in theirs.
func (o *outcome) checkOrder(faults *complaints) {
	last := map[string]int64{}
	for _, m := range o.sent {
		id, _ := channel.ParseCallbackData(m.CallbackData)
		r := o.replies[id]
		if r.Sequence < last[r.Conversation] {
			faults.add("reply %s, the %d. of its conversation, arrived after the %d.", id, r.Sequence, last[r.Conversation])
		}
		last[r.Conversation] = max(last[r.Conversation], r.Sequence)
	}
	ordered := make([]drafted, 0, len(o.replies))
	for _, r := range o.replies {
		ordered = append(ordered, r)
	}
	slices.SortFunc(ordered, func(a, b drafted) int { return int(a.Sequence - b.Sequence) })
	read := map[string]int64{}
	for _, r := range ordered {
		newest := read[r.Conversation]
		for _, id := range r.Messages {
			if at := o.inbox[id].Sequence; at < read[r.Conversation] {
				faults.add("reply %s answers %s after a newer message was answered", r.ID, id)
			} else {
				newest = max(newest, at)
			}
		}
		read[r.Conversation] = newest
	}
}

// complaints are told a few at a time: one cause can spoil thousands of messages.
type complaints struct {
	all  []string
	seen map[string]int
}

func (c *complaints) add(format string, args ...any) {
	if c.seen[format]++; c.seen[format] <= 5 {
		c.all = append(c.all, fmt.Sprintf(format, args...))
	}
}

func (c *complaints) list() []string {
	for format, n := range c.seen {
		if n > 5 {
			c.all = append(c.all, fmt.Sprintf("%d times: %s", n, format))
		}
	}
	return c.all
}
