package tools_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

type updated struct {
	Success bool     `json:"success"`
	Fields  []string `json:"updated_fields"`
}

func TestContactDataIsStoredFieldByField(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	got, r := call[updated](t, l, c, "update_lead_info", `{"name":" Ana  Ruiz ","phone":"+52 (55) 1234-5678"}`)
	if !got.Success || !slices.Equal(got.Fields, []string{"name", "phone"}) || r.Replayed {
		t.Fatalf("got %+v %+v", got, r)
	}
	if _, r = call[updated](t, l, c, "update_lead_info", `{"name":" Ana  Ruiz ","phone":"+52 (55) 1234-5678"}`); !r.Replayed {
		t.Error("the second call was no repetition")
	}
	c.Key = uuid.NewString()
	call[updated](t, l, c, "update_lead_info", `{"email":"ana@example.com"}`)
	var name, email, phone string
	l.db.QueryRow(t, `SELECT name, email, phone FROM business.contacts WHERE id = $1`, []any{c.ContactID}, &name, &email, &phone)
	if name != "Ana Ruiz" || email != "ana@example.com" || phone != "+525512345678" {
		t.Errorf("kept %q %q %q", name, email, phone)
	}
	var ledger string
	l.db.QueryRow(t, `SELECT string_agg(l::text, '') FROM business.tool_ledger l`, nil, &ledger)
	for _, value := range []string{"1234-5678", "12345678", "ana@"} { // "1234" alone may stand in a time
		if strings.Contains(ledger, value) {
			t.Errorf("the ledger has a value: %s", ledger)
		}
	}
}

func TestImplausibleContactDataIsRefusedWithItsField(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	for args, field := range map[string]string{
		`{}`:                "",
		`{"phone":"12345"}`: "phone", `{"phone":"[TEL_1]"}`: "phone", `{"phone":"1234567890123456"}`: "phone",
		`{"email":"ana"}`: "email", `{"email":"Ana <ana@example.com>"}`: "email", `{"email":"ana@localhost"}`: "email",
		`{"name":"` + strings.Repeat("a", 121) + `"}`: "name",
	} {
		if e := refused(t, l, l.turn(t, "clinic"), "update_lead_info", args); e.Code != "invalid_arguments" || e.Field != field {
			t.Errorf("%s: %+v, want field %q", args, e, field)
		}
	}
}

func TestOwnContactPointsAreReadFromTheBusiness(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	points, texts, err := l.store.OwnTexts(t.Context(), "clinic")
	if err != nil || !slices.Contains(points, "+52 55 5555 0101") || !slices.Contains(points, "hola@clinica.example") || len(texts) == 0 {
		t.Errorf("points %v, %d texts, %v", points, len(texts), err)
	}
}
