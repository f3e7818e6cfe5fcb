package services_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/channel/sandbox"
)

// heardAs waits minutes for the n-th reply to a phone: what the business says by itself has its own pace.
func (l *lab) heardAs(t *testing.T, phone string, n int) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	sent, err := l.sandbox.Wait(ctx, n, func(m sandbox.Sent) bool { return m.To == phone })
	if err != nil {
		t.Fatalf("%v; got %v", err, sent)
	}
	return sent[n-1].Text
}

func TestWhoWaitsIsWrittenToWhenATimeFreesUpAndBooksItWithAYes(t *testing.T) {
	t.Parallel()
	l := newLab(t, "testdata/shop-a.yaml")
	l.db.Exec(t, `UPDATE core.tenants SET quiet_from = '00:00', quiet_to = '00:00'`)
	day := tomorrow(t).Format(time.DateOnly)
	l.db.Exec(t, `INSERT INTO business.appointments (tenant_id, id, contact_id, resource_id, starts_at, ends_at)
		SELECT r.tenant_id, gen_random_uuid(), gen_random_uuid(), r.id, s, s + interval '1 hour' FROM business.resources r,
		  generate_series(($1 || ' 08:00')::timestamp AT TIME ZONE 'America/Mexico_City', ($1 || ' 19:00')::timestamp AT TIME ZONE 'America/Mexico_City',
		    interval '1 hour') AS s`, day)
	const first, second = "5215550003001", "5215550003002"
	for _, phone := range []string{first, second} {
		if text := l.ask(t, phone, 1, "ponme en la lista de espera para una limpieza dental mañana").Text; !strings.Contains(text, "nada reservado") {
			t.Fatalf("asked with %q", text)
		}
		if text := l.ask(t, phone, 2, "sí").Text; !strings.Contains(text, "lista de espera") {
			t.Fatalf("joined with %q", text)
		}
	}
	l.db.Exec(t, `UPDATE business.appointments SET status = 'cancelled'
		WHERE starts_at = ($1 || ' 11:00')::timestamp AT TIME ZONE 'America/Mexico_City'`, day)
	if text := l.heardAs(t, first, 3); !strings.Contains(text, "Se liberó un lugar") || !strings.Contains(text, "11 de la mañana") {
		t.Fatalf("offered with %q", text)
	}
	if text := l.ask(t, first, 4, "no, gracias").Text; strings.Contains(text, "confirmada") {
		t.Errorf("a no is answered with %q", text)
	}
	if text := l.heardAs(t, second, 3); !strings.Contains(text, "Se liberó un lugar") {
		t.Fatalf("the next is offered with %q", text)
	}
	if text := l.ask(t, second, 4, "sí").Text; !strings.Contains(text, "confirmada") {
		t.Errorf("a yes is answered with %q", text)
	}
	if n := l.count(t, `SELECT count(*) FROM business.appointments WHERE status = 'confirmed' AND conversation_id IS NOT NULL`); n != 1 {
		t.Errorf("%d appointments", n)
	}
}
