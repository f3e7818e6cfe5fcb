package services_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/channel/sandbox"
	"github.com/recado/recado/pkg/language"
	"github.com/recado/recado/pkg/language/when"
)

// wantedTime is one of the times that many customers want at once.
type wantedTime struct{ date, hour string }

func (w wantedTime) said() string { return when.SayMoment(w.date, w.hour, language.Spanish) }

// wantedTimes are so many from the day after tomorrow on, ten a day.
func wantedTimes(t *testing.T, n int) (out []wantedTime) {
	t.Helper()
	for i := range n {
		out = append(out, wantedTime{tomorrow(t).AddDate(0, 0, 1+i/10).Format(time.DateOnly), fmt.Sprintf("%02d:00", 8+i%10)})
	}
	return out
}

// heardBooking is what a customer was told in the end: that the time is theirs, or that it is not and another one.
type heardBooking struct {
	booked, another bool
	last            string
}

// bookingMessages is how often a customer writes until they know.
const bookingMessages = 10

// visit books as a customer does who wants one time: yes to exactly that, and home where somebody else has it.
func (s *stage) visit(ctx context.Context, l *load, phone string, w wantedTime) (h heardBooking, err error) {
	wish := "Quiero una limpieza dental el " + w.said()
	text := wish
	for n := 1; n <= bookingMessages; n++ {
		body, err := json.Marshal(textBody(phone, fmt.Sprintf("wamid.visit.%s.%d", phone, n), text))
		if err != nil {
			return h, err
		}
		for l.send(ctx, body) != 200 {
			select {
			case <-ctx.Done():
				return h, ctx.Err()
			case <-time.After(retryPause):
			}
		}
		sent, err := s.sandbox.Wait(ctx, n, func(m sandbox.Sent) bool { return m.To == phone })
		if err != nil {
			return h, err
		}
		h.last = sent[n-1].Text
		named := strings.Contains(h.last, w.said())
		switch {
		case named && strings.Contains(h.last, "quedó confirmada"):
			return heardBooking{booked: true, last: h.last}, nil
		case named && strings.Contains(h.last, "¿Te la confirmo?"):
			text = "sí"
		case strings.Contains(h.last, "\n1. "), strings.Contains(h.last, "¿Te la confirmo?"):
			return heardBooking{another: true, last: h.last}, nil
		default:
			text = wish
		}
	}
	return h, nil
}

// bookUnderKills lets five customers want each of some times at once, with two replicas of those who write and one killed at a time.
func bookUnderKills(t *testing.T, times, kills int) {
	t.Helper()
	s := asEight(t, sandbox.Faults{})
	env := readEnv(t, filepath.Join(s.dir, "env"))
	victims := []string{"tool-executor", "agent-runner"}
	for _, name := range slices.Clone(victims) {
		door := address(t)
		s.start(t, name+"-2", append(slices.Clone(env), "RECADO_HTTP_ADDR="+door), name)
		awaitReady(t, name+"-2", "http://"+door)
		victims = append(victims, name+"-2")
	}
	l := newLoad(s.url, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	wanted := wantedTimes(t, times)
	heard, errs := make([]heardBooking, 5*times), make([]error, 5*times)
	told := make(chan struct{}, len(heard))
	for i := range heard {
		go func() {
			heard[i], errs[i] = s.visit(ctx, l, fmt.Sprintf("52155540%05d", i), wanted[i%times])
			told <- struct{}{}
		}()
	}
	begin := time.Now()
	for n := range heard {
		if n*kills%len(heard) < kills { // spread over the customers, each while the others are on their way
			s.strike(t, strike{victim: victims[n%len(victims)]})
		}
		<-told
	}
	t.Logf("%d customers, %d times, %d kills: %s", len(heard), times, kills, time.Since(begin).Round(time.Second))
	s.checkBookings(t, wanted, heard, errs)
	s.surprises(t)
}

func (s *stage) checkBookings(t *testing.T, wanted []wantedTime, heard []heardBooking, errs []error) {
	t.Helper()
	var text string
	s.db.QueryRow(t, `SELECT coalesce(json_agg(to_char(starts_at AT TIME ZONE 'America/Mexico_City', 'YYYY-MM-DD HH24:MI')), '[]')::text
		FROM business.appointments WHERE status = 'confirmed'`, nil, &text)
	var rows []string
	if err := json.Unmarshal([]byte(text), &rows); err != nil {
		t.Fatal(err)
	}
	booked, another := map[string]int{}, 0
	for i, h := range heard {
		w := wanted[i%len(wanted)]
		switch {
		case errs[i] != nil:
			t.Errorf("customer %d: %v; heard last %q", i, errs[i], h.last)
		case h.booked:
			booked[w.date+" "+w.hour]++
		case h.another:
			another++
		default:
			t.Errorf("customer %d does not know, and heard last %q", i, h.last)
		}
	}
	for at, n := range booked {
		if n != 1 || !slices.Contains(rows, at) {
			t.Errorf("%d customers were told that %s is theirs", n, at)
		}
	}
	if len(rows) != len(wanted) || len(booked) != len(wanted) || another != len(heard)-len(wanted) {
		t.Errorf("%d rows, %d told of their time, %d told of another; want %d, %d, %d",
			len(rows), len(booked), another, len(wanted), len(wanted), len(heard)-len(wanted))
	}
}

// The long form, 200 customers for 40 times, is part of `make chaos`.
func TestCustomersWhoWantTheSameTimesAreToldWhoHasThem(t *testing.T) {
	t.Parallel()
	bookUnderKills(t, 8, 2)
}
