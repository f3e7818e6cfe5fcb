package services_test

import (
	"slices"
	"testing"

	"github.com/recado/recado/pkg/channel/sandbox"
)

const (
	reply1 = "00000000-0000-7000-8000-000000000001"
	reply2 = "00000000-0000-7000-8000-000000000002"
)

// fine is a run in which nothing went wrong: three messages, of which the first two share a reply.
func fine() *outcome {
	return &outcome{
		accepted: []posted{{id: "a"}, {id: "b"}, {id: "c"}},
		sent:     []sandbox.Sent{{CallbackData: reply1}, {CallbackData: reply2, Withheld: true}},
		replies: map[string]drafted{
			reply1: {ID: reply1, Conversation: "x", Sequence: 1, Messages: []string{"a", "b"}, State: "sent"},
			reply2: {ID: reply2, Conversation: "x", Sequence: 2, Messages: []string{"c"}, State: "sent"},
		},
		inbox: map[string]inboxRow{
			"a": {ID: "a", Conversation: "x", Sequence: 1, Ended: "replied"},
			"b": {ID: "b", Conversation: "x", Sequence: 2, Ended: "replied"},
			"c": {ID: "c", Conversation: "x", Sequence: 3, Ended: "replied"},
		},
	}
}

// change edits one reply of a run.
func change(o *outcome, id string, edit func(*drafted)) {
	r := o.replies[id]
	edit(&r)
	o.replies[id] = r
}

func TestTheCountOfChaosFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	if wrong := fine().wrong(); len(wrong) > 0 {
		t.Fatalf("nothing is wrong, but: %v", wrong)
	}
	for name, spoil := range map[string]func(*outcome){
		"a message without a reply":    func(o *outcome) { change(o, reply1, func(r *drafted) { r.Messages = r.Messages[:1] }) },
		"a message in two replies":     func(o *outcome) { change(o, reply2, func(r *drafted) { r.Messages = []string{"b", "c"} }) },
		"a message without an end":     func(o *outcome) { o.inbox["a"] = inboxRow{ID: "a", Sequence: 1} },
		"a lost message":               func(o *outcome) { delete(o.inbox, "c") },
		"a reply that never arrived":   func(o *outcome) { o.sent = o.sent[:1] },
		"a delivery that is open":      func(o *outcome) { change(o, reply2, func(r *drafted) { r.State = "sending" }) },
		"a reply said twice":           func(o *outcome) { o.sent = append(o.sent, o.sent[1]) },
		"a reply from nowhere":         func(o *outcome) { o.sent = append(o.sent, sandbox.Sent{CallbackData: "?"}) },
		"replies that changed places":  func(o *outcome) { slices.Reverse(o.sent) },
		"messages that changed places": func(o *outcome) { o.inbox["c"] = inboxRow{ID: "c", Ended: "replied"} },
		"a dead letter":                func(o *outcome) { o.letters = 1 },
		"a repeat though its status came": func(o *outcome) {
			change(o, reply2, func(r *drafted) { r.Uncertain = true })
			o.sent[1].Withheld = false
			o.sent = append(o.sent, o.sent[1])
		},
	} {
		o := fine()
		if spoil(o); len(o.wrong()) == 0 {
			t.Errorf("%s goes unnoticed", name)
		}
	}
	o := fine()
	change(o, reply2, func(r *drafted) { r.Uncertain = true })
	if o.sent = append(o.sent, o.sent[1]); len(o.wrong()) > 0 {
		t.Errorf("an uncertain repeat is allowed, but: %v", o.wrong())
	}
}
