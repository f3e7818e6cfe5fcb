package agentrunner_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/recado/recado/pkg/bus/bustest"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/llm/llmtest"
	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// desk is a world whose model looks a price up and tells it, each time in other words.
type desk struct {
	*world
	asked atomic.Int64 // replies that the model wrote
	n     int          // replies that came
}

func newDesk(t *testing.T, change ...func(*tenant.Settings)) *desk {
	t.Helper()
	d := &desk{world: newWorld(t)}
	d.change = func(s *tenant.Settings) {
		s.AnswerCache = true
		for _, c := range change {
			c(s)
		}
	}
	d.model.answer = func(_ int, req *llm.Request) (*llm.Response, error) {
		if req.Messages[len(req.Messages)-1].Role != llm.RoleTool {
			return wants("get_service_info", `{"service_name":"limpieza"}`), nil
		}
		return words(fmt.Sprintf("La limpieza cuesta $800, %s.", []string{"claro", "con gusto", "así es", "desde luego"}[(d.asked.Add(1)-1)%4])), nil
	}
	for _, id := range []string{"clinic", "bistro"} {
		d.db.Exec(t, `INSERT INTO core.tenants (tenant_id, version, content_hash, settings, name, vertical, country, zone, currency, language)
			VALUES ($1, 1, '', '{}', $1, 'dental', 'MX', 'America/Mexico_City', 'MXN', 'es')`, id)
	}
	return d
}

// ask says something as somebody new, and returns the reply.
func (d *desk) ask(t *testing.T, body string, change ...func(*recadov1.MessageRouted)) string {
	t.Helper()
	p := &person{tenant: "clinic", name: fmt.Sprintf("person %d", d.n)}
	m := p.message(text(body))
	for _, c := range change {
		c(m)
	}
	d.publish(t, m)
	d.n++
	all := d.replies(t, d.n)
	for _, r := range all {
		if r.GetConversationId() == p.conversation() || r.GetMessageIds()[0] == m.GetMeta().GetMessageId() {
			return r.GetContent().GetText()
		}
	}
	t.Fatalf("no reply to %q", body)
	return ""
}

const price = "¿Cuánto cuesta la limpieza?"

func TestTheSameQuestionOfSomebodyElseCostsNoModelCall(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.start(t)
	first := d.ask(t, price)
	bustest.Eventually(t, "the answer to be kept", func() bool { return d.count(t, `SELECT count(*) FROM chat.answers`) == 1 })
	if again := d.ask(t, "cuanto cuesta la LIMPIEZA"); again != first || d.asked.Load() != 1 {
		t.Errorf("said %q after %q, and the model wrote %d replies", again, first, d.asked.Load())
	}
	replies := d.replies(t, 2)
	if len(replies[1].GetEvidence()) != 1 || replies[1].GetEvidence()[0].GetId() != replies[0].GetEvidence()[0].GetId() {
		t.Errorf("it rests on %v", replies[1].GetEvidence())
	}
	done := d.completed(t, 2)[1]
	if done.GetModel() != "cache" || done.GetModelCalls() != 0 || done.GetToolCalls() != 0 || done.GetFellBack() {
		t.Errorf("the turn ended as %v", done)
	}
	const usage = `SELECT count(*) FROM chat.usage WHERE kind = 'cached' AND outcome = 'ok' AND cost_micros = 0 AND input_tokens = 0 AND model = 'scripted'`
	if n := d.count(t, usage); n != 1 {
		t.Errorf("%d rows of usage say so", n)
	}
}

// TestTheSameQuestionInOtherWordsCostsNoModelCall has an embedder to which everything is the same: only what stands beside it tells
// questions apart.
func TestTheSameQuestionInOtherWordsCostsNoModelCall(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.embedder = llmtest.New(t).URL
	d.start(t)
	first := d.ask(t, price)
	bustest.Eventually(t, "the answer to be kept", func() bool { return d.count(t, `SELECT count(*) FROM chat.answers WHERE scope IS NOT NULL`) == 1 })
	if again := d.ask(t, "Hola, ¿qué precio tiene la limpieza?"); again != first || d.asked.Load() != 1 {
		t.Errorf("said %q after %q, and the model wrote %d replies", again, first, d.asked.Load())
	}
	if n := d.count(t, `SELECT count(*) FROM chat.usage WHERE kind = 'embedding' AND outcome = 'ok' AND cost_micros = 1`); n != 2 {
		t.Errorf("%d embeddings are paid for, want that of the one that is known and that of the one in other words", n)
	}
	if done := d.completed(t, 2)[1]; done.GetModel() != "cache" || done.GetModelCalls() != 0 {
		t.Errorf("the turn ended as %v", done)
	}
	for i, ask := range []func() string{
		func() string { return d.ask(t, "¿Cuánto cuesta la limpieza del paquete 10?") },
		func() string { return d.ask(t, "¿Cuánto cuesta la limpieza del paquete 20?") },
		func() string { return d.ask(t, "¿Cuánto cuesta la limpieza sin revisión?") },
		func() string { return d.ask(t, "¿Cuánto cuesta la limpieza con anestesia?") }, // by its own words alone
		func() string { return d.ask(t, "¿Qué precio tiene la limpieza mañana?") },
		func() string { return d.ask(t, "Tengo 65 años, ¿qué precio tiene la limpieza?") },
		func() string {
			return d.ask(t, "¿Qué valor tiene?", func(m *recadov1.MessageRouted) {
				m.Slots = &recadov1.Slots{Services: []*recadov1.Mention{{Id: "ortodoncia"}}}
			})
		},
		func() string {
			return d.ask(t, "¿Qué dura la limpieza?", func(m *recadov1.MessageRouted) { m.Intents[0].Name = "duration" })
		},
		func() string {
			return d.ask(t, "¿Qué precio maneja la limpieza?", func(m *recadov1.MessageRouted) { m.Language = "pt" })
		},
	} {
		if ask(); d.asked.Load() != int64(i)+2 {
			t.Fatalf("question %d was answered by another's answer", i)
		}
	}
}

func TestWhatIsOneContactsOrOneHoursIsPutToTheModelEachTime(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.start(t)
	for _, body := range []string{"¿Abren hoy?", "Soy Ana, ¿cuánto cuesta la limpieza?", "¿Cuánto cuesta la limpieza mañana?"} {
		d.ask(t, body)
	}
	d.ask(t, price, func(m *recadov1.MessageRouted) { m.Slots = &recadov1.Slots{PersonName: "Ana"} })
	d.ask(t, price, func(m *recadov1.MessageRouted) { m.Urgency = 4 })
	for name, answer := range map[string]func(int, *llm.Request) (*llm.Response, error){
		"a write":          d.calling("create_appointment", "Listo, ya quedó."),
		"another's tool":   d.calling("search_knowledge_base", "Aceptamos tarjeta."), // the catalogue of these tests does not share it
		"nothing looked":   func(int, *llm.Request) (*llm.Response, error) { return words("Con gusto te ayudo."), nil },
		"a greeting":       d.calling("get_service_info", "¡Buenas tardes! La limpieza cuesta $800."),
		"does not know":    d.calling("get_service_info", "No tengo ese dato."),
		"an invented one":  d.calling("get_service_info", "La limpieza cuesta $123."),
		"calls for people": d.calling("escalate_to_human", "Te paso con una persona."),
	} {
		d.model.mu.Lock()
		d.model.answer = answer
		d.model.mu.Unlock()
		d.ask(t, "¿Qué me dices de "+name+"?")
	}
	d.ask(t, "¿Tienen estacionamiento?") // whatever would be kept of the turns before it is kept by now, but for the last
	if n := d.count(t, `SELECT count(*) FROM chat.answers`); n != 0 {
		t.Errorf("%d answers are kept", n)
	}
}

// calling is a model that calls a tool and then says something.
func (d *desk) calling(name, says string) func(int, *llm.Request) (*llm.Response, error) {
	return func(_ int, req *llm.Request) (*llm.Response, error) {
		if req.Messages[len(req.Messages)-1].Role != llm.RoleTool {
			return wants(name, `{}`), nil
		}
		return words(says), nil
	}
}

func TestAnAnswerStaysWithinItsTenantAssistantLanguageChannelAndSettings(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.start(t, "clinic", "bistro")
	d.ask(t, price)
	bustest.Eventually(t, "the answer to be kept", func() bool { return d.count(t, `SELECT count(*) FROM chat.answers`) == 1 })
	for i, change := range []func(*recadov1.MessageRouted){
		func(m *recadov1.MessageRouted) { m.Meta.TenantId, m.Meta.AccountId = "bistro", "acc-bistro" },
		func(m *recadov1.MessageRouted) { m.Language = "pt" },
		func(m *recadov1.MessageRouted) { m.Meta.Channel = "webchat" },
		func(m *recadov1.MessageRouted) { m.Specialist = "general" },
		func(m *recadov1.MessageRouted) {
			m.Slots = &recadov1.Slots{Branches: []*recadov1.Mention{{Id: "roma"}}}
		},
	} {
		d.ask(t, price, change)
		if n := d.asked.Load(); n != int64(i)+2 {
			t.Errorf("question %d was answered by another's answer", i)
		}
	}
}

func TestAnAnswerEndsWithWhatItRestsOn(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.start(t)
	asked := func(want int64, what string) {
		t.Helper()
		d.ask(t, price)
		if n := d.asked.Load(); n != want {
			t.Errorf("after %s the model has written %d replies, want %d", what, n, want)
		}
		bustest.Eventually(t, "the answer to be kept", func() bool {
			return d.count(t, `SELECT count(*) FROM chat.answers a JOIN core.evidence_versions v USING (tenant_id, version) WHERE a.expires_at > now()`) == 1
		})
	}
	asked(1, "nothing")
	asked(1, "it was kept")
	d.db.Exec(t, `INSERT INTO business.services (tenant_id, id, slug, name, currency, duration_minutes, position) VALUES ('clinic', gen_random_uuid(), 'limpieza', 'Limpieza', 'MXN', 30, 1)`)
	asked(2, "a service came")
	d.db.Exec(t, `UPDATE business.services SET price_min = 90000, price_max = 90000`)
	asked(3, "a price changed")
	d.db.Exec(t, `UPDATE core.tenants SET name = 'another' WHERE tenant_id = 'bistro'`)
	asked(3, "another tenant changed")
	d.db.Exec(t, `DELETE FROM business.services`)
	asked(4, "a service went")
	d.db.Exec(t, `UPDATE chat.answers SET expires_at = now()`)
	asked(5, "its time was over")
}

func TestATenantMayPutEveryQuestionToTheModel(t *testing.T) {
	t.Parallel()
	d := newDesk(t, func(s *tenant.Settings) { s.AnswerCache = false })
	d.start(t)
	d.ask(t, price)
	d.ask(t, price)
	if n := d.count(t, `SELECT count(*) FROM chat.answers`); n != 0 || d.asked.Load() != 2 {
		t.Errorf("%d answers are kept, the model wrote %d replies", n, d.asked.Load())
	}
}

func TestWithinAConversationTheModelIsAsked(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.start(t)
	ana := &person{tenant: "clinic", name: "ana"}
	for n := range 3 {
		d.say(t, ana, price)
		d.replies(t, n+1)
	}
	if d.asked.Load() != 3 {
		t.Errorf("the model wrote %d replies, want 3", d.asked.Load())
	}
}
