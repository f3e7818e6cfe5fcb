package scenario

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/recado/recado/pkg/channel"
	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/subject"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

const (
	turnTimeout = 30 * time.Second
	// endTick is how often the log is asked how a message ended that no turn answers.
	endTick = 60 * time.Millisecond
	// eventTimeout is how long an event may take to make the assistant speak, where that is expected.
	eventTimeout = 20 * time.Second
	personSays   = "Hola, le atiende una persona del equipo. Un momento, por favor."
)

// play is a scenario being played.
type play struct {
	*business
	stage    *stage
	scenario *Scenario
	facts    facts
	openings []opening
	script   strings.Builder

	offered  []choice // what the last reply let the customer tap
	lastSent time.Time
	apiSeen  int // messages of the sandbox that were looked at
	past     cursor
}

type choice struct{ id, label string }

// cursor says how much of the diary belongs to turns that were judged.
type cursor struct{ turns, drafted, handoffs, returned int }

// prepare gathers what placeholders stand for; missing names a requirement that the tenant cannot fill.
func (p *play) prepare(ctx context.Context) (missing string, err error) {
	t := &p.file.Tenant
	zone, err := time.LoadLocation(t.Zone)
	if err != nil {
		return "", err
	}
	p.facts = catalogue(t)
	p.facts.closures(t, time.Now().In(zone).Format(time.DateOnly))
	if p.scenario.mentions("slot.") || p.scenario.mentions("appointment.") {
		if err := p.calendar(ctx); err != nil {
			return "", err
		}
	}
	for _, required := range p.scenario.Requires {
		tokens, given := strings.CutPrefix(required, givenTokens)
		if given && t.Loyalty.Name != "" {
			if err := p.stage.desk.give(ctx, t.ID, p.contact, tokens); err != nil {
				return "", err
			}
			p.facts.put(required, tokens)
		}
		if !p.facts.has(required) {
			return required, nil
		}
	}
	return "", nil
}

// givenTokens begins a requirement by which the desk gives the customer so many: loyalty.tokens.50.
const givenTokens = "loyalty.tokens."

// calendar finds the slots, and has the desk book the appointment that a scenario requires.
func (p *play) calendar(ctx context.Context) (err error) {
	t := &p.file.Tenant
	service := slotService(t, p.scenario.said())
	if p.openings, err = p.stage.desk.slots(ctx, t, service, slotsAhead); err != nil {
		return err
	}
	for i, o := range p.openings {
		p.facts.moment("slot."+strconv.Itoa(i+1), o.Date, o.Time)
	}
	if !p.scenario.requires("appointment.next") {
		return nil
	}
	later, err := p.stage.desk.slots(ctx, t, service, ownAhead)
	if err != nil || len(later) == 0 {
		return err
	}
	if err := p.stage.desk.book(ctx, t.ID, p.contact, service, later[len(later)-1]); err != nil {
		return err
	}
	return p.refresh(ctx)
}

// refresh reads the customer's next appointment again: turns may have booked, moved or cancelled it.
func (p *play) refresh(ctx context.Context) error {
	if !p.scenario.mentions("appointment.") {
		return nil
	}
	const key = "appointment.next"
	for name := range p.facts {
		if strings.HasPrefix(name, key) {
			delete(p.facts, name)
		}
	}
	o, found, err := p.stage.desk.nextAppointment(ctx, p.file.Tenant.ID, p.contact)
	if err != nil || !found {
		return err
	}
	p.facts.moment(key, o.Date, o.Time)
	for name, value := range map[string]string{"id": o.ID, "service": o.Service, "staff": o.Staff, "branch": o.Branch} {
		p.facts.put(key+"."+name, value)
	}
	return nil
}

// turn plays the messages from first to last, which is one turn, or an event, and returns what was seen of it.
func (p *play) turn(ctx context.Context, first, last int) (seen *Seen, err error) {
	if err := p.refresh(ctx); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, turnTimeout)
	defer cancel()
	var ids []string
	for i := first; i <= last; i++ {
		t := &p.scenario.Turns[i]
		sent, err := p.act(ctx, t)
		if err != nil {
			return nil, fmt.Errorf("turn %d: %w", i+1, err)
		}
		ids = append(ids, sent...)
	}
	problem := p.settle(ctx, ids)
	if problem == nil && p.scenario.Turns[last].speaks() {
		problem = p.await(ctx)
	}
	return p.collect(ids, problem), nil
}

// act does what a turn says, and returns the messages whose end is to be waited for.
func (p *play) act(ctx context.Context, t *Turn) (ids []string, err error) {
	if wait := time.Until(p.lastSent.Add(t.Gap)); t.Gap > 0 && wait > 0 {
		time.Sleep(wait) // what the scenario is about
	}
	defer func() { p.lastSent = time.Now() }()
	text, err := p.facts.text(t.User + t.Text)
	if err != nil {
		return nil, err
	}
	p.note(">", t, text)
	switch {
	case t.Tap != "":
		return one(p.tap(ctx, t.Tap, text))
	case t.Event == "":
		return one(p.phone.say(ctx, text))
	default:
		return p.event(ctx, t, text)
	}
}

func one(id string, err error) ([]string, error) { return []string{id}, err }

func (p *play) tap(ctx context.Context, which, label string) (string, error) {
	n, err := strconv.Atoi(which)
	if err != nil {
		return p.phone.tap(ctx, which, label)
	}
	if n < 1 || n > len(p.offered) {
		return "", fmt.Errorf("%w %d: %d things were offered", errNoChoice, n, len(p.offered))
	}
	c := p.offered[n-1]
	return p.phone.tap(ctx, c.id, c.label)
}

var errNoChoice = errors.New("nothing to tap with number")

func (p *play) event(ctx context.Context, t *Turn, text string) (ids []string, err error) {
	id := p.file.Tenant.ID
	switch t.Event {
	case AgentTakeover, AgentMessage:
		return one(p.phone.echo(ctx, cmp.Or(text, personSays)))
	case AgentHandback:
		return p.stage.desk.handBack(ctx, id, p.conversation)
	case SlotTaken:
		n, err := strconv.Atoi(slotNumber.FindString(t.Slot))
		if err != nil || n > len(p.openings) {
			return nil, fmt.Errorf("there is no %s", t.Slot)
		}
		return nil, p.stage.desk.take(ctx, id, p.openings[n-1])
	case Silence:
		return nil, p.silence(ctx, time.Duration(t.Hours)*time.Hour)
	case ReminderDue:
		return nil, p.stage.desk.remind(ctx, id, p.contact)
	}
	return nil, nil // no_agent_available: nobody comes, which is what happens anyway
}

// routerForgets is how long the router remembers what a conversation is about (the age of its bucket).
const routerForgets = 6 * time.Hour

func (p *play) silence(ctx context.Context, long time.Duration) error {
	if err := p.stage.desk.age(ctx, p.file.Tenant.ID, p.conversation, long); err != nil || long < routerForgets {
		return err
	}
	key := sha256.Sum256([]byte(p.file.Tenant.ID + "\x00" + p.conversation))
	return p.stage.world.Bus.Delete(ctx, subject.BucketDialogues, hex.EncodeToString(key[:16]))
}

// speaks reports whether an event is expected to make the assistant say something.
func (t *Turn) speaks() bool {
	return t.Event != "" && (len(t.Expect.Match) > 0 || t.Expect.Replies != nil && *t.Expect.Replies > 0)
}

// await waits for a reply that no message asked for.
func (p *play) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, eventTimeout)
	defer cancel()
	err := p.diary.until(ctx, "a reply", time.Second, func(e *entries) (bool, error) {
		return len(e.drafted) > p.past.drafted && e.allSettled(p.past.drafted), nil
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return nil // the expectation says so
	}
	return err
}

// settle waits until every message has ended and every reply is at the channel, or never will be.
func (p *play) settle(ctx context.Context, ids []string) error {
	ended := map[string]bool{}
	for {
		var open, routed []string
		err := p.diary.until(ctx, "the end of the turn", endTick, func(e *entries) (bool, error) {
			open, routed = e.open(ids, ended)
			return len(open) == 0 && e.allSettled(p.past.drafted) || len(routed) > 0, nil
		})
		if err != nil || len(open) == 0 {
			return err
		}
		if err := waitFor(ctx, nil, endTick); err != nil {
			return fmt.Errorf("wait for the end of the turn: %w", err)
		}
		endings, err := p.stage.desk.endings(ctx, p.file.Tenant.ID, routed)
		if err != nil {
			return err
		}
		for _, m := range endings {
			ended[m.Message] = m.Turn == "" // else the turn's own event is on its way
		}
	}
}

// open lists the messages that have not ended, and those among them that the router is done with.
func (e *entries) open(ids []string, ended map[string]bool) (open, routed []string) {
	answered := map[string]bool{}
	for _, t := range e.turns {
		for _, id := range t.GetMessageIds() {
			answered[id] = true
		}
	}
	for _, id := range ids {
		if ended[id] || answered[id] {
			continue
		}
		open = append(open, id)
		if e.routed[id] != nil {
			routed = append(routed, id)
		}
	}
	return open, routed
}

func (e *entries) allSettled(from int) bool {
	for _, d := range e.drafted[from:] {
		if !e.settled[d.GetReplyId()] {
			return false
		}
	}
	return true
}

// collect gathers what came since the last turn.
func (p *play) collect(ids []string, problem error) *Seen {
	seen := &Seen{Problem: problem, alias: p.stage.desk.alias}
	p.diary.read(func(e *entries) {
		for _, id := range ids {
			if m := e.routed[id]; m != nil {
				seen.Routed = append(seen.Routed, m)
			}
		}
		turns := map[string]bool{}
		for _, t := range e.turns[p.past.turns:] {
			seen.Turns = append(seen.Turns, t)
			turns[t.GetTurnId()] = true
		}
		known := e.offers()
		for _, c := range e.calls {
			if turns[c.GetTurnId()] {
				seen.Calls = append(seen.Calls, callOf(c, known))
			}
		}
		seen.Handoffs = e.handoffs - p.past.handoffs
		p.past = cursor{turns: len(e.turns), drafted: len(e.drafted), handoffs: e.handoffs, returned: e.returned}
	})
	p.readReplies(seen)
	p.noteSeen(seen)
	return seen
}

// readReplies takes from the sandbox what the customer got; the parts of one reply are one.
func (p *play) readReplies(seen *Seen) {
	var last string
	for _, m := range p.stage.world.Sandbox.SentSince(p.apiSeen) {
		p.apiSeen++
		if m.Account != p.phone.account {
			continue
		}
		if len(m.Choices) > 0 {
			p.offered = choicesOf(m)
		}
		reply, _ := channel.ParseCallbackData(m.CallbackData)
		if reply != last || len(seen.Replies) == 0 {
			seen.Replies = append(seen.Replies, Reply{})
			last = reply
		}
		r := &seen.Replies[len(seen.Replies)-1]
		r.Text = strings.TrimSpace(r.Text + "\n" + m.Text)
		r.Labels = append(r.Labels, m.Labels...)
	}
}

func choicesOf(m sandbox.Sent) (out []choice) {
	for i, id := range m.Choices {
		c := choice{id: id}
		if i < len(m.Labels) {
			c.label = m.Labels[i]
		}
		out = append(out, c)
	}
	return out
}

func intentOf(m *recadov1.MessageRouted) string {
	if len(m.GetIntents()) == 0 {
		return ""
	}
	return m.GetIntents()[0].GetName()
}
