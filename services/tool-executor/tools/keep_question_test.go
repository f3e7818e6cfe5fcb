package tools_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/pkg/tool"
)

type kept struct {
	Success bool `json:"success"`
}

// keep keeps a question under a key of its own.
func (l *lab) keep(t *testing.T, c tool.Call, question string) *tool.Error {
	t.Helper()
	c.Key = uuid.NewString()
	got, r := call[kept](t, l, c, "keep_question", `{"question":`+strconv.Quote(question)+`}`)
	if r.Err == nil && !got.Success {
		t.Errorf("%q: %+v", question, r)
	}
	return r.Err
}

func (l *lab) questions(t *testing.T, id tenant.ID) (n int) {
	t.Helper()
	l.db.QueryRow(t, `SELECT count(*) FROM business.questions WHERE tenant_id = $1`, []any{string(id)}, &n)
	return n
}

func TestAQuestionIsKeptOnceAndGoesWithItsContact(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	for range 2 {
		call[kept](t, l, c, "keep_question", `{"question":"¿Tienen\nsillón   eléctrico? mi número es [TEL_1]"}`)
	}
	var text string
	l.db.QueryRow(t, `SELECT string_agg(question, '|') FROM business.questions`, nil, &text)
	if text != "¿Tienen sillón eléctrico? mi número es [TEL_1]" {
		t.Errorf("kept %q", text)
	}
	if _, known, err := l.db.Open(t, "recado_console").EraseContact(t.Context(), "clinic", c.ContactID); err != nil || !known {
		t.Fatalf("erase: %t, %v", known, err)
	}
	if n := l.questions(t, "clinic"); n != 0 {
		t.Errorf("%d questions outlive their contact", n)
	}
}

func TestQuestionsAreBoundedForAContactAndATenant(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	chatty, other := l.turn(t, "clinic"), l.turn(t, "clinic")
	_ = l.keep(t, other, "la de otra persona")
	for i := range 23 {
		_ = l.keep(t, chatty, "pregunta "+strconv.Itoa(i))
	}
	if n := l.questions(t, "clinic"); n != 21 {
		t.Errorf("%d questions, want 20 of one and 1 of the other", n)
	}
	l.db.Exec(t, `UPDATE business.questions SET created_at = now() - interval '181 days'`)
	_ = l.keep(t, other, "una nueva")
	if n := l.questions(t, "clinic"); n != 1 {
		t.Errorf("%d questions, want the new one", n)
	}
}

func TestNoTenantKeepsOrSeesAnothersQuestions(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	_ = l.keep(t, c, "la de la clínica")
	stranger := c
	stranger.Tenant = "bistro" // the conversation is the clinic's
	if err := l.keep(t, stranger, "robada"); err == nil || err.Code != "superseded" {
		t.Errorf("another tenant's conversation: %v", err)
	}
	if n := l.questions(t, "bistro"); n != 0 {
		t.Errorf("%d questions of the bistro", n)
	}
}

func TestWhatIsNoQuestionIsRefused(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	c := l.turn(t, "clinic")
	for _, text := range []string{"", "  ", strings.Repeat("ñ", 501)} {
		if err := l.keep(t, c, text); err == nil || err.Code != "invalid_arguments" || err.Field != "question" {
			t.Errorf("%d characters: %v", len([]rune(text)), err)
		}
	}
}
