package intentrouter

import (
	"strings"
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/intent-router/intent"
)

func TestVerticalIsASectionOfTheFile(t *testing.T) {
	t.Parallel()
	r, err := parseRoutes(routesFile + "\n[vertical veterinary]\nreads medical\nbooking -> booking_medical\nloyalty -> pricing\n")
	if err != nil {
		t.Fatal(err)
	}
	if r.reads["veterinary"] != intent.Medical || r.verticals["veterinary"][intent.Loyalty] != "pricing" || r.verticals["veterinary"][intent.Hours] != "" {
		t.Errorf("a veterinary is %v, %v", r.reads["veterinary"], r.verticals["veterinary"])
	}
}

func TestUnreadableFileOfSpecialistsIsRefused(t *testing.T) {
	t.Parallel()
	for added, want := range map[string]string{
		"booking":                        "expected [section]",
		"[vertical]":                     "each once",
		"[every]":                        "each once",
		"[vertical dental]":              "each once",
		"[assistant x y]":                "each once",
		"reads dental":                   "reads once in a vertical",
		"[vertical spa]\nreads spa":      "reads once in a vertical",
		"[vertical spa]":                 "vertical spa does not say how it reads",
		"pay -> pricing":                 "expected an intent, got \"pay\"",
		"pricing -> Pricing Team":        "the name of a specialist",
		"-> pricing":                     "the name of a specialist",
		"order -> general":               "order has a specialist already",
		"[assistant mute]\nhuman -> faq": "the same for every type",
	} {
		if _, err := parseRoutes(routesFile + "\n" + added); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want an error that names %q", added, err, want)
		}
	}
	for file, want := range map[string]string{
		"":                   "has none in [every]",
		"pricing -> pricing": "in a section",
		strings.Replace(routesFile, "human -> escalation", "", 1):              "human has none in [every]",
		strings.Replace(routesFile, "[vertical general]", "[vertical any]", 1): "expected the vertical general",
	} {
		if _, err := parseRoutes(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want an error that names %q", file, err, want)
		}
	}
}

func TestAssistantsTypeTakesIntentsAway(t *testing.T) {
	t.Parallel()
	r := newRouter(nil, 0.35)
	with := func(kind string, own map[string]string) *tenant.Settings {
		return &tenant.Settings{
			Routing:    tenant.Routing{Specialists: own},
			Assistants: []tenant.Assistant{{Channel: "*", Type: "full", Active: true}, {Channel: "webchat", Type: kind, Active: true}},
		}
	}
	for _, c := range []struct {
		kind, channel, intent string
		own                   map[string]string
		want                  string
	}{
		{"full", "webchat", intent.Booking, nil, "booking_restaurant"},
		{"sales", "webchat", intent.Booking, nil, "booking_restaurant"},
		{"support", "webchat", intent.Pricing, nil, "pricing"},
		{"information_only", "webchat", intent.Booking, nil, "faq"},
		{"information_only", "whatsapp", intent.Booking, nil, "booking_restaurant"},
		{"information_only", "webchat", intent.Order, nil, General},
		{"information_only", "webchat", intent.Hours, nil, "hours"},
		{"information_only", "webchat", intent.UrgentCare, nil, "urgent_care"},
		{"information_only", "webchat", intent.Booking, map[string]string{intent.Booking: "escalation"}, "escalation"},
		{"appointments_only", "webchat", intent.Order, nil, General},
		{"appointments_only", "webchat", intent.Booking, nil, "booking_restaurant"},
	} {
		in := intent.Scored{Name: c.intent, Confidence: 0.9}
		if got := r.specialist(in, with(c.kind, c.own), tenant.Restaurant, c.channel); got != c.want {
			t.Errorf("%s of an assistant %s on %s goes to %s, want %s", c.intent, c.kind, c.channel, got, c.want)
		}
	}
}
