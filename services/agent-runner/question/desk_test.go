package question_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/llm"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	recadov1 "github.com/recado/recado/proto/recado/v1"
	"github.com/recado/recado/services/agent-runner/question"
)

// desk is a business with its tools: what customers ask it is answered from these alone.
type desk struct {
	settings *tenant.Settings
	language string
	now      time.Time
	texts    map[string]string // title to content
	policies map[string]string
	tools    map[string]any // results by tool, of calls that name nothing
	items    map[string]any // get_service_info by name
	critical []string
	memory   question.Memory
	busy     bool
	card     bool
	called   []string
	kept     string
}

var (
	week   = map[string]any{"saturday": map[string]string{"open": "09:00", "close": "14:00"}, "sunday": nil}
	clinic = &tenant.Settings{
		ID: "sonrisa", Name: "Clínica Sonrisa", Vertical: tenant.Dental, Country: "MX", Zone: "America/Mexico_City", Language: "es",
		Services: []tenant.Name{
			{ID: "limpieza", Name: "Limpieza dental", Aliases: []string{"profilaxis"}},
			{ID: "resina", Name: "Resina"},
			{ID: "endodoncia", Name: "Endodoncia"},
			{ID: "brackets", Name: "Ortodoncia con brackets", Aliases: []string{"frenos"}},
		},
		Staff:    []tenant.Name{{ID: "ana", Name: "Dra. Ana Ruiz", Tag: "Ortodoncia"}, {ID: "xime", Name: "Dra. Ximena Baldor", Tag: "Niños"}},
		Branches: []tenant.Name{{ID: "roma", Name: "Roma"}},
	}
	bistro = &tenant.Settings{
		ID: "marea", Name: "Marea", Vertical: tenant.Restaurant, Country: "PE", Zone: "America/Lima", Language: "es",
		Dishes: []tenant.Name{
			{ID: "ceviche", Name: "Ceviche clásico", Aliases: []string{"ceviche"}, Tag: "ceviches"},
			{ID: "causa", Name: "Causa limeña", Aliases: []string{"causa"}, Tag: "entradas"},
			{ID: "flan", Name: "Flan", Tag: "postres"},
		},
	}
)

func init() {
	for _, day := range []string{"monday", "tuesday", "wednesday", "thursday", "friday"} {
		week[day] = map[string]string{"open": "09:00", "close": "19:00"}
	}
}

func newDesk(settings *tenant.Settings) *desk {
	return &desk{
		settings: settings, language: "es", now: time.Date(2026, 11, 24, 10, 0, 0, 0, time.UTC), // a Tuesday
		texts: map[string]string{
			"¿Duele la limpieza dental?":               "No suele doler; hay gel anestésico sin costo.",
			"¿Dan factura?":                            "Sí, emitimos CFDI dentro del mismo mes.",
			"¿Tienen meses sin intereses?":             "Sí, tres meses desde $3,000.",
			"¿Qué días atienden niños?":                "Sí, la Dra. Ximena Baldor los martes y jueves.",
			"¿Tienen estacionamiento?":                 "Hay valet en la esquina.",
			"¿Puedo ir con mi perro?":                  "En la terraza, con correa.",
			"¿Tienen platos sin gluten para celíacos?": "La mayoría de los ceviches no llevan trigo, pero puede haber trazas.",
		},
		policies: map[string]string{"warranty": "Resinas 12 meses.", "refunds": "Se devuelve en 10 días.", "general": "Llega 10 minutos antes."},
		tools: map[string]any{
			"get_branch_info": []any{map[string]any{
				"name": "Roma", "address": "Calle Falsa 1", "city": "Ciudad de México", "phone": "+52 55 5555 0101", "operating_hours": week,
				"directions": "A cuatro calles del metro Insurgentes. Acceso sin escalones, con rampa.",
				"special_days": []any{
					map[string]any{
						"first_day": "2026-12-24", "last_day": "2026-12-24", "name": "Nochebuena",
						"hours": map[string]string{"open": "09:00", "close": "13:00"},
					},
					map[string]any{"first_day": "2026-12-25", "last_day": "2026-12-25", "name": "Navidad"},
				},
			}},
			"list_services": []any{
				map[string]any{"name": "Limpieza dental", "price_range": "$800", "category": "prevención"},
				map[string]any{"name": "Resina", "price_range": "$900"},
			},
			"get_service_catalog": []any{
				map[string]any{"name": "Limpieza dental", "promotion_text": "Limpieza y valoración por $999."}, map[string]any{"name": "Resina"},
			},
			"get_menu": []any{
				map[string]any{"name": "Ceviche clásico", "allergens": []string{"pescado"}},
				map[string]any{"name": "Causa limeña", "allergens": []string{"mariscos", "huevo"}},
				map[string]any{"name": "Flan"},
			},
			"escalate_to_human": map[string]any{"success": true}, "keep_question": map[string]any{"success": true},
		},
		items: map[string]any{
			"Limpieza dental": map[string]any{
				"name": "Limpieza dental", "price_range": "$800", "duration_minutes": 45, "price_note": "Según el sarro",
			},
			"Endodoncia":      map[string]any{"name": "Endodoncia", "price_range": "$3,800", "duration_minutes": 90, "requires_consultation": true},
			"Ceviche clásico": map[string]any{"name": "Ceviche clásico", "price_range": "S/ 42", "description": "Pescado del día"},
		},
	}
}

// asks plays one turn; intents are the router's.
func (d *desk) asks(t *testing.T, text string, slots *recadov1.Slots, intents ...string) string {
	t.Helper()
	if slots == nil {
		slots = &recadov1.Slots{}
	}
	results := map[string]tool.Result{}
	d.called = nil
	for range 6 {
		q := d.turn(text, slots, results, intents)
		answers := d.play(q)
		var calls []llm.ToolCall
		var parts []string
		for _, a := range answers {
			calls = append(calls, a.Calls...)
			parts = append(parts, a.Text)
			if a.Handoff != "" {
				parts = append(parts, "["+a.Handoff+"]")
			}
		}
		if len(calls) == 0 {
			d.memory = *q.Memory
			return strings.Join(parts, "\n\n")
		}
		for _, c := range calls {
			results[c.ID] = d.run(t, c)
		}
	}
	t.Fatalf("%q does not end", text)
	return ""
}

func (d *desk) turn(text string, slots *recadov1.Slots, results map[string]tool.Result, intents []string) *question.Turn {
	offered := map[string]bool{"get_service_info": true, "search_knowledge_base": true, "get_business_policy": true}
	for name := range d.tools {
		offered[name] = true
	}
	memory := d.memory
	return &question.Turn{
		Facts: &llm.Facts{Now: d.now, Settings: d.settings, Language: d.language, Critical: d.critical},
		Slots: slots, Intents: intents, Text: text, Offered: offered, Results: results, Say: d.say,
		Memory: &memory, Busy: d.busy, Card: d.card,
	}
}

// play asks in the order in which a conversation does.
func (d *desk) play(q *question.Turn) []question.Answer {
	if a, ok := q.Settle(); ok {
		return []question.Answer{a}
	}
	honest, _ := q.Honest()
	ends := slices.ContainsFunc(honest, func(a question.Answer) bool { return a.Handoff != "" || len(a.Calls) > 0 })
	if ends {
		return honest
	}
	out := append(honest, q.Answers(func(string) bool { return false })...)
	if len(out) == 0 {
		if a, ok := q.Polite(); ok {
			return []question.Answer{a}
		}
	}
	return out
}

// say writes a phrase's key and what fills it.
func (d *desk) say(key string, pairs ...string) string {
	if strings.HasPrefix(key, "allergen_") {
		return "" // not a common one
	}
	out := key
	for i := 1; i < len(pairs); i += 2 {
		out += "|" + pairs[i]
	}
	return "<" + out + ">"
}

func (d *desk) run(t *testing.T, c llm.ToolCall) tool.Result {
	t.Helper()
	d.called = append(d.called, c.Name)
	var args struct {
		Service  string `json:"service_name"`
		Query    string `json:"query"`
		Policy   string `json:"policy_type"`
		Question string `json:"question"`
	}
	if err := json.Unmarshal(c.Arguments, &args); err != nil {
		t.Fatal(err)
	}
	v, ok := d.tools[c.Name]
	switch c.Name {
	case "get_service_info":
		v, ok = d.items[args.Service]
	case "get_business_policy":
		var short string
		short, ok = d.policies[args.Policy]
		v = map[string]string{"short_version": short, "policy": short}
	case "search_knowledge_base":
		v, ok = d.search(args.Query), true
	case "keep_question":
		d.kept = args.Question
	}
	if !ok {
		return tool.Result{CallID: c.ID, Tool: c.Name, Err: &tool.Error{Code: "not_found"}}
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return tool.Result{CallID: c.ID, Tool: c.Name, JSON: data}
}

// search scores a text by the part of the question's words that stand in its title, about as the index does.
func (d *desk) search(query string) (out []map[string]any) {
	out = []map[string]any{}
	for title, content := range d.texts {
		if score := min(1, 0.5*knowledge.Covers(query, title)+0.5); score >= knowledge.Threshold {
			out = append(out, map[string]any{"title": title, "content": content, "relevance_score": score, "category": "articles"})
		}
	}
	return out
}

func services(ids ...string) *recadov1.Slots {
	s := &recadov1.Slots{}
	for _, id := range ids {
		for _, n := range clinic.Services {
			if n.ID == id {
				s.Services = append(s.Services, &recadov1.Mention{Id: n.ID, Name: n.Name})
			}
		}
		for _, n := range bistro.Dishes {
			if n.ID == id {
				s.Dishes = append(s.Dishes, &recadov1.Mention{Id: n.ID, Name: n.Name})
			}
		}
	}
	return s
}

func on(date, part string) *recadov1.Slots {
	return &recadov1.Slots{When: &recadov1.Moment{Date: date, PartOfDay: part}}
}
