package rulemodel_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/assent"
	flows "github.com/recado/recado/services/agent-runner/flow"
	"github.com/recado/recado/services/agent-runner/rulemodel"
)

var everyIntent = []string{
	"greeting", "farewell_thanks", "booking", "reschedule", "cancel_booking", "pricing", "services", "location", "hours", "faq_policy",
	"menu", "order", "order_status", "urgent_care", "staff", "loyalty", "human", "invoice", "feedback", "other", "unheard_of",
}

// customer is a random one: it says anything, and now and then what was asked.
type customer struct {
	r        *rand.Rand
	settings *tenant.Settings
	lastIDs  []string
	asked    *llm.ToolCall // the write that the last reply asked a yes for
	said     []string      // the last replies
	writes   *atomic.Int64
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

func (c *customer) slots() *recadov1.Slots {
	s := &recadov1.Slots{}
	often := func(oneIn int) bool { return c.r.IntN(oneIn) == 0 }
	if often(2) {
		s.When = &recadov1.Moment{
			Date: pick(c.r, "", "2026-11-24", "2026-11-25", "2031-01-01", "2020-01-01", "nonsense"), Time: pick(c.r, "", "10:00", "16:00", "17:00", "03:00", "x"),
			PartOfDay: pick(c.r, "", "", "morning", "evening"), Bound: pick(c.r, "", "", "after", "before", "between", "around"), TimeEnd: pick(c.r, "", "18:00"),
		}
		if often(4) {
			s.When.Date, s.When.RangeStart, s.When.RangeEnd = "", "2026-11-24", pick(c.r, "2026-11-26", "2027-11-26", "", "2019-01-01")
		}
	}
	if often(3) {
		s.Services = []*recadov1.Mention{pick(c.r, &recadov1.Mention{Id: "limpieza", Name: "Limpieza dental"}, &recadov1.Mention{Id: "resina", Name: "Resina"}, &recadov1.Mention{})}
	}
	if often(5) {
		s.Branches = []*recadov1.Mention{pick(c.r, &recadov1.Mention{Id: "roma", Name: "Roma"}, &recadov1.Mention{Id: "polanco", Name: "Polanco"})}
	}
	if often(5) {
		s.Staff = []*recadov1.Mention{{Id: "ana", Name: "Dra. Ana Ruiz"}}
	}
	s.Answer = pick(c.r, "", "", "", "yes", "no")
	s.Choice = pick[uint32](c.r, 0, 0, 0, 1, 2, 9)
	s.PartySize = pick[uint32](c.r, 0, 0, 2, 7)
	s.Quantity = pick[uint32](c.r, 0, 0, 3)
	s.PolicyType = pick(c.r, "", "", "payment", "refunds")
	s.PersonName = pick(c.r, "", "", "Jimena {x}")
	return s
}

// words begin an errand now and then that has words of its own.
func (c *customer) words() string {
	f := pick(c.r, flows.All...)
	if len(f.Start.Words) == 0 || c.r.IntN(2) == 0 {
		return pick(c.r, "", "😀", "una pregunta cualquiera", "{when}", "no, olvídalo", "espera")
	}
	return pick(c.r, f.Start.Words...)
}

func (c *customer) message() *recadov1.MessageRouted {
	m := &recadov1.MessageRouted{Urgency: uint32(c.r.IntN(6)), Slots: c.slots()}
	for range c.r.IntN(4) {
		m.Intents = append(m.Intents, &recadov1.Intent{Name: pick(c.r, everyIntent...)})
	}
	m.Content = &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: c.words()}}}
	if len(c.lastIDs) > 0 && c.r.IntN(3) == 0 {
		m.Content = &recadov1.Content{Kind: &recadov1.Content_Interactive{Interactive: &recadov1.Interactive{ChoiceId: pick(c.r, c.lastIDs...)}}}
	}
	return m
}

// world answers tools at random: truths, refusals, time-outs and nonsense.
func world(r *rand.Rand, c llm.ToolCall) tool.Result {
	res := tool.Result{CallID: c.ID, Tool: c.Name}
	switch r.IntN(12) {
	case 0:
		res.Err = &tool.Error{Code: pick(r, "timeout", "not_found", "party_too_large", "superseded"), Field: "x"}
		return res
	case 1:
		res.JSON = json.RawMessage(pick(r, `null`, `[]`, `{}`, `"text"`, `{"name":7}`, ``))
		return res
	}
	var args map[string]any
	_ = json.Unmarshal(c.Arguments, &args)
	switch c.Name {
	case "get_available_slots":
		list := []map[string]any{}
		date, named := args["date"].(string)
		if !named {
			date = "2026-11-27"
		}
		for _, at := range []string{"09:00", "10:00", "11:30", "16:00", "17:00", "18:00", "19:30"} {
			if r.IntN(2) == 0 {
				list = append(list, map[string]any{"slot_id": date + "T" + at, "date": date, "time": at, "branch_name": pick(r, "Roma", "Polanco"), "available": true})
			}
		}
		res.JSON, _ = json.Marshal(list)
	case "update_lead_info":
		res.JSON = json.RawMessage(`{"success":true,"updated_fields":["name"]}`)
	case "cancel_appointment":
		res.JSON = json.RawMessage(`{"success":true,"appointment_id":"a","confirmation_message":"Cancelada."}`)
	case "create_appointment", "reschedule_appointment":
		res.JSON, _ = json.Marshal(pick(r, map[string]any{"success": true, "appointment_id": "a", "confirmation_message": "Confirmada."},
			map[string]any{"success": false, "error": pick(r, "slot_taken", "slot_expired", "outside_hours", "invalid_slot", "outside_booking_window")}))
	case "get_appointments":
		list := []map[string]any{}
		for i, at := range []string{"2026-11-25", "2026-11-30", "2020-01-01"} {
			if r.IntN(2) == 0 {
				list = append(list, map[string]any{"appointment_id": "own-" + at, "date": at, "time": "10:00", "service": pick(r, "Limpieza dental", "Resina", ""), "branch": "Roma", "status": "confirmed", "party_size": i})
			}
		}
		res.JSON, _ = json.Marshal(list)
	case "get_service_info":
		res.JSON, _ = json.Marshal(map[string]any{"name": args["service_name"], "price_range": "$800"})
	case "list_services":
		res.JSON = json.RawMessage(`[{"name":"Limpieza","price_range":"$800"},{"name":"Resina","price_range":""}]`)
	case "get_branch_info":
		res.JSON = json.RawMessage(`[{"name":"Roma","address":"Calle 1","operating_hours":{"monday":{"open":"09:00","close":"19:00"},"tuesday":[{"open":"09:00","close":"12:00"}]}}]`)
	case "get_business_policy":
		res.JSON = json.RawMessage(`{"short_version":"Corta."}`)
	case "search_knowledge_base":
		res.JSON = json.RawMessage(`[{"title":"t","content":"Contenido.","relevance_score":0.7}]`)
	case "escalate_to_human":
		res.JSON = json.RawMessage(`{"success":true,"message":"Aviso."}`)
	}
	return res
}

// FuzzConversation plays random customers against random tools and holds every turn to the model's promises.
func FuzzConversation(f *testing.F) {
	for seed := range uint64(customers()) {
		f.Add(seed)
	}
	var writes atomic.Int64
	f.Cleanup(func() {
		if n := writes.Load(); n == 0 {
			f.Error("no customer came to a write: nothing was held to its yes")
		} else {
			f.Logf("%d writes", n)
		}
	})
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		settings := pick(r, dental, &tenant.Settings{ID: "r", Name: "Mar", Vertical: tenant.Restaurant, Country: "PE"}, &tenant.Settings{ID: "g", Name: "G", Vertical: tenant.Medical})
		c := &customer{r: r, settings: settings, writes: &writes}
		assistant := &tenant.Assistant{Name: "Sol", Style: pick(r, "professional", "casual")}
		lang := pick(r, "es", "en", "pt", "xx", "")
		var dialogue json.RawMessage
		for range 20 {
			facts := &llm.Facts{
				Now: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC), Settings: settings, Assistant: assistant, Language: lang, Dialogue: dialogue,
			}
			for range 1 + r.IntN(2) {
				facts.Messages = append(facts.Messages, c.message())
			}
			resp := c.play(t, facts)
			dialogue = resp.Dialogue
			c.lastIDs = c.lastIDs[:0]
			for _, choice := range resp.Choices {
				c.lastIDs = append(c.lastIDs, choice.ID)
			}
		}
	})
}

// play answers one turn: five rounds of tools at most, one booking at most, and only of what the customer said this time.
func (c *customer) play(t *testing.T, facts *llm.Facts) *llm.Response {
	t.Helper()
	req := &llm.Request{Facts: facts}
	for _, name := range []string{"get_service_info", "list_services", "get_branch_info", "get_business_policy", "search_knowledge_base", "escalate_to_human", "get_available_slots", "create_appointment", "reschedule_appointment", "cancel_appointment", "update_lead_info", "get_appointments", "request_callback"} {
		req.Tools = append(req.Tools, tool.Spec{Name: name})
	}
	asked, writes := map[string]bool{}, 0
	for range 6 {
		resp, err := rulemodel.New().Complete(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		if len(resp.ToolCalls) == 0 {
			if writes > 1 {
				t.Errorf("writes %d times in a turn", writes)
			}
			c.check(t, resp)
			c.asked = resp.Confirm
			return resp
		}
		for _, call := range resp.ToolCalls {
			if asked[call.ID] {
				t.Fatalf("%s is asked twice", call.ID)
			}
			asked[call.ID] = true
			switch call.Name {
			case "create_appointment", "reschedule_appointment", "cancel_appointment":
				writes++
				c.mayWrite(t, facts, call)
			}
			facts.Results = append(facts.Results, world(c.r, call))
		}
	}
	t.Fatal("the turn does not end within five rounds")
	return nil
}

func (c *customer) check(t *testing.T, resp *llm.Response) {
	t.Helper()
	if resp.Text == "" && resp.Handoff == "" {
		t.Error("says nothing")
	}
	if c.said = append(c.said, resp.Text); resp.Handoff != "" {
		c.said = nil
	}
	if n := len(c.said); n > 2 && c.said[n-1] == c.said[n-2] && c.said[n-2] == c.said[n-3] && strings.Contains(resp.Text, "Disculpa") {
		t.Errorf("says thrice that it did not understand: %s", resp.Text)
	}
	for _, hole := range []string{"{service}", "{when}{", "{where}", "{party}", "{number}", "{business}", "{assistant}", "{staff}", "{branch}", "%!"} {
		if strings.Contains(resp.Text, hole) {
			t.Errorf("unfilled %s: %s", hole, resp.Text)
		}
	}
	for _, choice := range resp.Choices {
		if choice.ID == "" || choice.Title == "" {
			t.Errorf("an empty choice under %s", resp.Text)
		}
	}
}

// mayWrite holds a write to the confirmation before it: exactly what the last reply asked about, and a clear yes to that.
func (c *customer) mayWrite(t *testing.T, facts *llm.Facts, call llm.ToolCall) {
	t.Helper()
	c.writes.Add(1)
	if c.asked == nil {
		t.Errorf("writes what it has not asked about: %s %s after %v", call.Name, call.Arguments, facts.Messages)
		return
	}
	asked := assent.Asked{Tool: c.asked.Name, Arguments: c.asked.Arguments}
	if asked.Digest() != assent.Digest(call.Name, call.Arguments) {
		t.Errorf("asked about %s %s, and writes %s %s", asked.Tool, asked.Arguments, call.Name, call.Arguments)
	}
	if asked.To(facts.Messages) != assent.Agreed {
		t.Errorf("writes %s without a yes: %v", call.Name, facts.Messages)
	}
}

// customers is how many random ones are played; RECADO_CUSTOMERS says another number.
func customers() int {
	if n, err := strconv.Atoi(os.Getenv("RECADO_CUSTOMERS")); err == nil {
		return n
	}
	return 50
}
