package tools_test

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/store"
	"github.com/recado/recado/pkg/tool"
)

type noted struct {
	Success bool `json:"success"`
}

func TestCallbackIsNotedOnceWithItsNumber(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	c.Channel = "webchat"
	for range 2 {
		if got, r := call[noted](t, l, c, "request_callback", `{"phone":"55 1234 5678","when":"mañana a las 10"}`); !got.Success {
			t.Fatalf("got %+v %v", got, r.Err)
		}
	}
	var n int
	l.db.QueryRow(t, `SELECT count(*) FROM business.callbacks b JOIN business.contacts c ON c.tenant_id = b.tenant_id AND c.id = b.contact_id
		WHERE b.wished_time = 'mañana a las 10' AND c.phone = '5512345678' AND b.contact_id = $1`, []any{c.ContactID}, &n)
	if n != 1 {
		t.Errorf("%d calls are noted", n)
	}
	l.db.QueryRow(t, `SELECT count(*) FROM business.handoffs WHERE reason = 'callback' AND summary = 'mañana a las 10'`, nil, &n)
	if n != 1 {
		t.Errorf("a person is asked for %d times", n)
	}
}

func TestCallbackNeedsANumberOnlyWhereNoneIsKnown(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	c.Channel = "webchat"
	if e := refused(t, l, c, "request_callback", `{"when":"hoy"}`); e.Field != "phone" {
		t.Errorf("got %+v", e)
	}
	if e := refused(t, l, another(c), "request_callback", `{"phone":"pronto"}`); e.Field != "phone" {
		t.Errorf("got %+v", e)
	}
	if e := refused(t, l, another(c), "request_callback", `{"phone":"5512345678","when":"`+strings.Repeat("a", 201)+`"}`); e.Field != "when" {
		t.Errorf("got %+v", e)
	}
	call[noted](t, l, another(c), "update_lead_info", `{"phone":"5512345678"}`)
	if got, r := call[noted](t, l, another(c), "request_callback", `{}`); !got.Success {
		t.Errorf("the number is known: %+v %v", got, r.Err)
	}
	phone := l.turn(t, "clinic")
	phone.Channel = "whatsapp"
	if got, r := call[noted](t, l, phone, "request_callback", `{}`); !got.Success {
		t.Errorf("the chat is a telephone: %+v %v", got, r.Err)
	}
}

func TestCallbacksOfAContactAndOldOnesAreBounded(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	other := l.turn(t, "clinic")
	other.Channel = "whatsapp"
	call[noted](t, l, other, "request_callback", `{}`)
	l.db.Exec(t, `UPDATE business.callbacks SET created_at = now() - interval '91 days'`)
	c := l.turn(t, "clinic")
	c.Channel = "whatsapp"
	for range 5 {
		call[noted](t, l, another(c), "request_callback", `{"when":"hoy"}`)
	}
	var mine, all int
	l.db.QueryRow(t, `SELECT count(*) FILTER (WHERE contact_id = $1), count(*) FROM business.callbacks`, []any{c.ContactID}, &mine, &all)
	if mine != 3 || all != 3 {
		t.Errorf("%d of the contact, %d in all; want 3 and 3", mine, all)
	}
}

func TestErasedContactLeavesNoCallback(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	kept, erased := l.turn(t, "clinic"), l.turn(t, "clinic")
	for _, who := range []tool.Call{kept, erased} {
		who.Channel = "whatsapp"
		call[noted](t, l, who, "request_callback", `{"when":"cuando salga del trabajo"}`)
	}
	db := l.db.OpenWith(t, store.Options{Role: "recado_console", MaxConns: 1})
	if _, known, err := db.EraseContact(t.Context(), "clinic", erased.ContactID); err != nil || !known {
		t.Fatalf("erase: %v %v", known, err)
	}
	var n int
	l.db.QueryRow(t, `SELECT count(*) FROM business.callbacks WHERE contact_id = $1`, []any{kept.ContactID}, &n)
	if n != 1 {
		t.Errorf("another contact has %d calls", n)
	}
	l.db.QueryRow(t, `SELECT count(*) FROM business.callbacks WHERE contact_id = $1`, []any{erased.ContactID}, &n)
	if n != 0 {
		t.Errorf("the erased contact has %d calls", n)
	}
}

func TestCallbackBelongsToItsTenant(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	c.Channel, c.Tenant = "whatsapp", "bistro"
	if e := refused(t, l, c, "request_callback", `{}`); e.Code != "superseded" {
		t.Errorf("in another tenant's conversation: %+v", e)
	}
}
