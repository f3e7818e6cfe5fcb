package toolexecutor

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/recado/recado/pkg/app"
	"github.com/recado/recado/pkg/bus"
	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
	"github.com/recado/recado/services/tool-executor/tools"
)

// town has one tenant with one contact, which talks Portuguese on a channel with an assistant of its own.
type town struct {
	kinds map[string]string // an assistant's type by channel
	held  bool
}

var known = uuid.NewString()

func (o town) Get(id tenant.ID) (*tenant.Settings, bool) {
	s := &tenant.Settings{ID: id, Language: "es", Identity: tenant.Identity{Held: o.held}}
	for channel, kind := range o.kinds {
		s.Assistants = append(s.Assistants, tenant.Assistant{ID: "a-" + kind, Channel: channel, Type: kind, Active: true})
	}
	return s, id == "shop"
}

func (town) Place(_ context.Context, id tenant.ID, contact string) (tools.Place, bool, error) {
	return tools.Place{ConversationID: "c", Channel: "instagram", AssistantID: "front", Language: "pt"}, id == "shop" && contact == known, nil
}

// probe is a tool that notes its calls.
type probe struct {
	spec tool.Spec
	got  *[]tool.Call
}

func (p probe) Spec() tool.Spec { return p.spec }

func (p probe) Call(_ context.Context, c tool.Call) (tool.Result, error) {
	*p.got = append(*p.got, c)
	return tool.Result{JSON: c.Arguments, DryRun: c.DryRun, Evidence: []tool.Evidence{{ID: "row"}}}, nil
}

func lentTools(o town, specs ...tool.Spec) (*executor, *[]tool.Call) {
	got := &[]tool.Call{}
	var list []tool.Tool
	for _, s := range specs {
		list = append(list, probe{s, got})
	}
	e := newExecutor(list, &app.Env{Tracer: noop.Tracer{}})
	e.own, e.lent = ownNumber{}, lent{settings: o, contacts: o}
	return e, got
}

var writing = tool.Spec{Name: "create_order", Write: true, DryRun: true, Reveal: []string{"phone"}}

func programCall(name, contact, args string) tool.Call {
	return tool.Call{Tenant: "shop", Outside: "key-1", Key: "k", Tool: name, ContactID: contact, Arguments: json.RawMessage(args)}
}

func TestProgramsCallIsMadeWhereItsContactWrites(t *testing.T) {
	t.Parallel()
	e, got := lentTools(town{}, writing)
	if r, err := e.Program(t.Context(), programCall("create_order", known, `{}`)); err != nil || r.Err != nil || len(r.Evidence) != 1 {
		t.Fatalf("got %+v %v", r, err)
	}
	c := (*got)[0]
	if c.ConversationID != "c" || c.Channel != "instagram" || c.AssistantID != "front" || c.Language != "pt" {
		t.Errorf("got %+v", c)
	}
}

func TestProgramMustNameAContactThatThereIs(t *testing.T) {
	t.Parallel()
	read, own := tool.Spec{Name: "get_menu", Permission: tool.Inform}, tool.Spec{Name: "get_appointments", Own: true}
	e, got := lentTools(town{kinds: map[string]string{"*": "full"}}, writing, read, own)
	for _, x := range []struct{ name, contact, code string }{
		{"create_order", "", "invalid_arguments"},
		{"get_appointments", "", "invalid_arguments"},
		{"create_order", uuid.NewString(), "unknown_contact"},
		{"get_menu", "'; --", "unknown_contact"},
		{"create_order", "{" + known + "}", "unknown_contact"},
		{"create_order", strings.ToUpper(known), "unknown_contact"},
		{"create_order", strings.ReplaceAll(known, "-", ""), "unknown_contact"},
		{"create_order", "urn:uuid:" + known, "unknown_contact"},
		{"get_menu", uuid.NewString(), "unknown_contact"},
		{"get_menu", "", ""},
		{"get_appointments", known, ""},
	} {
		r, err := e.Program(t.Context(), programCall(x.name, x.contact, `{}`))
		if code := codeOf(r); err != nil || code != x.code {
			t.Errorf("%s for %q: %q %v, want %q", x.name, x.contact, code, err, x.code)
		}
	}
	if len(*got) != 2 || (*got)[0].AssistantID != "a-full" {
		t.Errorf("called: %+v", *got)
	}
}

func codeOf(r tool.Result) string {
	if r.Err == nil {
		return ""
	}
	return r.Err.Code
}

func TestProgramMayWhatTheTenantsAssistantMay(t *testing.T) {
	t.Parallel()
	read, turn := tool.Spec{Name: "get_menu", Permission: tool.Inform}, tool.Spec{Name: "escalate_to_human", Write: true, Turn: true}
	e, got := lentTools(town{kinds: map[string]string{"*": "information_only"}}, writing, read, turn)
	offered, err := e.Offered("shop")
	if err != nil || len(offered) != 1 || offered[0].Name != "get_menu" {
		t.Errorf("offered %v %v", offered, err)
	}
	for _, name := range []string{"create_order", "escalate_to_human", "unheard_of"} {
		if r, err := e.Program(t.Context(), programCall(name, known, `{}`)); err != nil || codeOf(r) != "unknown_tool" {
			t.Errorf("%s: %+v %v", name, r, err)
		}
	}
	e.lent.settings = town{kinds: map[string]string{"instagram": "information_only", "*": "full"}}
	if r, err := e.Program(t.Context(), programCall("create_order", known, `{}`)); err != nil || codeOf(r) != "unknown_tool" {
		t.Errorf("the assistant of the contact's channel may not: %+v %v", r, err)
	}
	if len(*got) != 0 {
		t.Errorf("called: %+v", *got)
	}
	if _, err := e.Program(t.Context(), tool.Call{Tenant: "gone", Tool: "get_menu"}); !bus.IsUnavailable(err) {
		t.Errorf("a tenant whose settings are not there: %v", err)
	}
	e.lent.settings = town{held: true}
	if _, err := e.Program(t.Context(), programCall("create_order", known, `{}`)); !bus.IsUnavailable(err) {
		t.Errorf("a tenant that is being re-keyed: %v", err)
	}
	if _, err := e.Offered("shop"); !bus.IsUnavailable(err) {
		t.Errorf("a tenant that is being re-keyed: %v", err)
	}
}

func TestDryRunTellsOfNoRowsAndIsRefusedWhereItCannotBe(t *testing.T) {
	t.Parallel()
	final := tool.Spec{Name: "send_email", Write: true}
	e, got := lentTools(town{}, writing, final)
	c := programCall("send_email", known, `{}`)
	c.DryRun = true
	if r, err := e.Program(t.Context(), c); err != nil || codeOf(r) != "dry_run_unavailable" || len(*got) != 0 {
		t.Errorf("got %+v %v, called %v", r, err, *got)
	}
	c.Tool = "create_order"
	if r, err := e.Program(t.Context(), c); err != nil || !r.DryRun || r.Evidence != nil {
		t.Errorf("got %+v %v", r, err)
	}
}

func TestProgramsPersonalDataIsMaskedButWhereTheToolWantsIt(t *testing.T) {
	t.Parallel()
	e, got := lentTools(town{}, writing)
	asked := `{"notes":"llámame al ` + number + `","phone":"` + number + `","contact_id":"525512345678","items":[{"notes":"` + number + `"}]}`
	r, err := e.Program(t.Context(), programCall("create_order", known, asked))
	if err != nil || r.Err != nil {
		t.Fatal(r.Err, err)
	}
	var args struct {
		Notes, Phone string
		ContactID    string `json:"contact_id"`
		Items        []struct{ Notes string }
	}
	if err := json.Unmarshal((*got)[0].Arguments, &args); err != nil {
		t.Fatal(err)
	}
	if args.Phone != number || args.ContactID != "525512345678" {
		t.Errorf("the tool got %+v", args)
	}
	for _, text := range []string{args.Notes, args.Items[0].Notes, string(r.JSON)} {
		if strings.Contains(text, number) || !strings.Contains(text, "[") {
			t.Errorf("not masked: %s", text)
		}
	}
	if !strings.Contains(string(r.JSON), `"phone":"[PHONE]"`) {
		t.Errorf("the result is %s", r.JSON)
	}
	if r, err := e.Program(t.Context(), programCall("create_order", known, `{"phone":"[TEL_1]"}`)); err != nil || codeOf(r) != "protected_value_unavailable" {
		t.Errorf("a token of a conversation: %+v %v", r, err)
	}
	for _, odd := range []string{``, `null`, `[]`, `"x"`, `{`} {
		if _, err := e.Program(t.Context(), programCall("create_order", known, odd)); err != nil {
			t.Errorf("%q: %v", odd, err)
		}
	}
	if !slices.ContainsFunc(*got, func(c tool.Call) bool { return string(c.Arguments) == "[]" }) {
		t.Error("arguments that are no object are the tool's to refuse")
	}
}

func TestProgramsErrorKeepsItsValuesToItself(t *testing.T) {
	t.Parallel()
	e, _ := lentTools(town{})
	x := echo{got: &tool.Call{}, err: errors.New("insert " + number)}
	_, err := e.run(t.Context(), x, tool.Call{Tenant: "shop", Outside: "key-1", Arguments: json.RawMessage(`{"phone":"` + number + `"}`)}, nil)
	if err == nil || strings.Contains(err.Error(), number) {
		t.Errorf("got %v", err)
	}
}
