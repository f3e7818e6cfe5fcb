package intentrouter

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/recado/recado/pkg/tenant"
	recadov1 "github.com/recado/recado/proto/recado/v1"
)

// big is a tenant with 200 names.
func big() *tenant.Settings {
	s := &tenant.Settings{ID: "big", Vertical: tenant.Dental, Zone: "America/Mexico_City", Currency: "MXN", Language: "es"}
	for i := range 200 {
		s.Services = append(s.Services, tenant.Name{ID: fmt.Sprint(i), Name: fmt.Sprintf("Tratamiento %cor%cel con laser %d", 'a'+i%26, 'a'+i/26, i), Aliases: []string{fmt.Sprintf("trat%d", i)}})
	}
	return s
}

var messages = []string{
	"hola", "hola buenas tardes, quisiera agendar una cita de limpieza para el martes 24 de noviembre a las 5 y media de la tarde porfa",
	"cuanto cuesta el blanqueamiento", "si", "me duele mucho una muela desde ayer en la noche y no pude dormir nada, me pueden atender hoy?",
	"Hi! I'd like to book a table for two tomorrow at 8pm, do you have anything by the window?", "a que hora abren los domingos y donde estan ubicados, tienen estacionamiento?",
}

func envelope(body string) *recadov1.MessageScreened {
	return &recadov1.MessageScreened{
		Meta:    &recadov1.Meta{TenantId: "big", ReceivedAt: timestamppb.New(time.Date(2026, 11, 18, 16, 30, 0, 0, time.UTC))},
		Content: &recadov1.Content{Kind: &recadov1.Content_Text{Text: &recadov1.Text{Body: body}}},
	}
}

func BenchmarkUnderstand(b *testing.B) {
	r, settings := newRouter(nil, 0.35), big()
	events := make([]*recadov1.MessageScreened, len(messages))
	for i, m := range messages {
		events[i] = envelope(m)
	}
	var took []time.Duration
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		started := time.Now()
		r.Understand(events[i%len(events)], settings)
		took = append(took, time.Since(started))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1000, "p50-us")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1000, "p99-us")
}
