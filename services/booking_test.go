package services_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
)

// tomorrow is the day after today where the clinic is.
func tomorrow(t *testing.T) time.Time {
	t.Helper()
	zone, err := time.LoadLocation("America/Mexico_City")
	if err != nil {
		t.Fatal(err)
	}
	return time.Now().In(zone).AddDate(0, 0, 1)
}

func TestABookingOverFiveMessagesIsOneAppointment(t *testing.T) {
	t.Parallel()
	for lang, said := range map[language.Lang][]string{
		language.Spanish: {"Hola, quiero una cita", "limpieza dental", "mañana", "a las 11", "sí"},
		language.English: {"Hi, I'd like to book an appointment", "a dental cleaning", "tomorrow", "at 11", "yes"},
	} {
		t.Run(string(lang), func(t *testing.T) {
			t.Parallel()
			l := newLab(t, "testdata/shop-a.yaml")
			var last string
			for i, text := range said {
				last = l.ask(t, "5215550001000", i+1, text).Text
			}
			if day := when.SayDate(tomorrow(t).Format(time.DateOnly), lang); !strings.Contains(last, day) {
				t.Errorf("the confirmation %q does not say %q", last, day)
			}
			if n := l.count(t, `SELECT count(*) FROM business.appointments WHERE status = 'confirmed'`); n != 1 {
				t.Errorf("%d appointments", n)
			}
			if n := l.count(t, `SELECT count(*) FROM business.appointments a JOIN core.assistants s ON s.tenant_id = a.tenant_id AND s.id::text = a.assistant_id
				WHERE a.turn_id IS NOT NULL AND a.confidence > 0`); n != 1 {
				t.Error("the appointment does not say which assistant booked it, and how sure the router was")
			}
		})
	}
}

func TestFiftyConversationsAskForOneSlot(t *testing.T) {
	t.Parallel()
	l := newLab(t, "testdata/shop-a.yaml")
	const people = 50
	phone := func(i int) string { return fmt.Sprintf("52155500020%02d", i) }
	var all sync.WaitGroup
	for i := range people {
		all.Go(func() { l.ask(t, phone(i), 1, "Quiero una limpieza dental mañana a las 11 de la mañana") })
	}
	all.Wait()
	confirmed, offered := 0, 0
	for i := range people {
		switch text := l.replies(t, phone(i), 1)[0].Text; {
		case strings.Contains(text, "¿Te la confirmo?"): // the time is kept for this one
			if yes := l.ask(t, phone(i), 2, "sí").Text; strings.Contains(yes, "confirmada") {
				confirmed++
			}
		case strings.Contains(text, "\n1. "):
			offered++
		default:
			t.Errorf("%s was told %q", phone(i), text)
		}
	}
	if rows := l.count(t, `SELECT count(*) FROM business.appointments WHERE status = 'confirmed'`); confirmed != 1 || offered != people-1 || rows != 1 {
		t.Errorf("%d confirmed, %d offered another, %d rows", confirmed, offered, rows)
	}
}
