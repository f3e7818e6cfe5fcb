package tools

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestConfirmationRepeatsWhatWasBookedInTheCustomersLanguage(t *testing.T) {
	t.Parallel()
	starts := time.Date(2026, 11, 24, 17, 0, 0, 0, time.UTC)
	a := &agenda{services: []bookable{{id: uuid.New(), slug: "cut", name: "Corte"}}}
	place := &branch{name: "Centro"}
	person, table := &resource{name: "Ana"}, &resource{name: "mesa 4", table: true}
	cut := booking{args: bookingArguments{ServiceID: "cut"}}
	for _, c := range []struct {
		name, lang string
		b          booking
		r          *resource
		want       []string
		not        string
	}{
		{"a service in Spanish", "es", cut, person, []string{"la cita de Corte quedó confirmada", "24", "Centro", "con Ana"}, "{"},
		{"a service in English", "en", cut, person, []string{"appointment for Corte is confirmed", "at Centro", "with Ana"}, "{"},
		{"a service in Portuguese", "pt", cut, person, []string{"consulta de Corte está confirmada", "em Centro", "com Ana"}, "{"},
		{"no service", "en", booking{}, person, []string{"Your appointment is confirmed"}, "for "},
		{"a table", "en", booking{wish: wish{party: 4}}, table, []string{"Your table for 4 is confirmed", "Centro"}, "mesa 4"},
		{"an unknown language", "fr", cut, person, []string{"la cita de Corte quedó confirmada"}, "{"},
	} {
		got := confirmation(c.lang, a, c.b, free{starts, place, c.r})
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q lacks %q", c.name, got, want)
			}
		}
		if strings.Contains(got, c.not) {
			t.Errorf("%s: %q holds %q", c.name, got, c.not)
		}
	}
}

func TestSmallestTableComesFirst(t *testing.T) {
	t.Parallel()
	got := smallestFirst([]free{{resource: &resource{seats: 8}}, {resource: &resource{seats: 2}}, {resource: &resource{seats: 4}}})
	for i, want := range []int{2, 4, 8} {
		if got[i].resource.seats != want {
			t.Errorf("place %d has %d seats, want %d", i, got[i].resource.seats, want)
		}
	}
}
