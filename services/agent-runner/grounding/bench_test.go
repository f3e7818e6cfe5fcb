package grounding

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// page is evidence of some 20 KB: lists of services and openings, and a document.
func page() []string {
	var list strings.Builder
	list.WriteString("[")
	for i := range 60 {
		if i > 0 {
			list.WriteString(",")
		}
		fmt.Fprintf(&list, `{"name":"Tratamiento %d","price":"$%d","price_min":%d,"duration_minutes":%d,"description":"Con valoración y control posterior."}`,
			i, 500+i*10, (500+i*10)*100, 20+i)
	}
	list.WriteString("]")
	document := strings.Repeat("La garantía es de 2 años. Abrimos de lunes a viernes de 9:00 a 19:00 y aceptamos tarjeta. ", 130)
	return []string{list.String(), document}
}

const written = "¡Hola, Ana! 😊 El tratamiento 7 cuesta $570 y dura 27 minutos; la garantía es de dos años. " +
	"Abrimos de lunes a viernes de 9 a 7 de la noche y aceptamos tarjeta. El jueves 12 de marzo a las 16:30 te atiende la Dra. Laura Gómez. ¿Te agendo?"

func BenchmarkCheck(b *testing.B) {
	e := New(time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC))
	for _, text := range page() {
		e.Add(text)
	}
	b.ReportAllocs()
	for b.Loop() {
		e.Check(written, "es")
	}
}

func BenchmarkIndex(b *testing.B) {
	texts := page()
	b.SetBytes(int64(len(texts[0]) + len(texts[1])))
	b.ReportAllocs()
	for b.Loop() {
		e := New(time.Time{})
		for _, text := range texts {
			e.Add(text)
		}
	}
}
