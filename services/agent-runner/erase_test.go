package agentrunner

import (
	"slices"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/store"
)

func TestAnErasedContactLeavesNoWordsAndItsTurnWritesNothing(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	ana, berta := conversation("ana"), conversation("berta")
	for _, who := range []string{ana, berta} {
		l.receive(t, masked(who, 1, "mi tel es [TEL_1]", "uno"), nil)
	}
	s := &scribe{say: "Te llamo al [TEL_1]"}
	p := l.start(t, "p", modelFunc(s.answer))
	l.settled(t, "both are answered")
	p.stop()
	<-p.done
	l.receive(t, masked(ana, 2, "y [TEL_1]", "dos"), nil)
	db := l.db.OpenWith(t, store.Options{Role: "recado_console", MaxConns: 2})
	first, known, err := db.EraseContact(t.Context(), "t", ana)
	counts := []int64{int64(first["messages"]), int64(first["replies"]), int64(first["token_maps"]), int64(first["profiles"])}
	if err != nil || !known || !slices.Equal(counts, []int64{2, 1, 1, 1}) {
		t.Fatalf("erased %v, %v, %v", first, known, err)
	}
	again, known, err := db.EraseContact(t.Context(), "t", ana)
	if err != nil || !known || again["messages"]+again["replies"]+again["token_maps"]+again["dialogues"] != 0 {
		t.Errorf("erased again %v, %v, %v", again, known, err)
	}
	if _, known, err = db.EraseContact(t.Context(), "t", conversation("nobody")); err != nil || known {
		t.Errorf("a stranger: %v, %v", known, err)
	}
	if _, known, err = db.EraseContact(t.Context(), "other", berta); err != nil || known {
		t.Errorf("another tenant's contact: %v, %v", known, err)
	}
	for table, mine := range map[string]string{"messages": "encode(event, 'escape')", "replies": "content::text", "names": "names::text"} {
		var text string
		l.db.QueryRow(t, `SELECT coalesce(string_agg(`+mine+`, ''), '') FROM chat.`+table+` WHERE conversation_id = $1`, []any{ana}, &text)
		if strings.Contains(text, "TEL") {
			t.Errorf("chat.%s still holds %q", table, text)
		}
		l.db.QueryRow(t, `SELECT coalesce(string_agg(`+mine+`, ''), '') FROM chat.`+table+` WHERE conversation_id = $1`, []any{berta}, &text)
		if !strings.Contains(text, "TEL") {
			t.Errorf("chat.%s lost another contact's words", table)
		}
	}

	l.receive(t, masked(ana, 3, "hola otra vez, [TEL_1]", "tres"), nil)
	l.start(t, "q", modelFunc(s.answer))
	l.settled(t, "the erased contact writes again")
	if got := s.last(); strings.Contains(got, "mi tel es") || !strings.Contains(got, "hola otra vez, [TEL_1]") {
		t.Errorf("the model read %q", got)
	}
}
