package when

import (
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/pkg/language"
)

// usual are messages as they come in: most say little about time.
var usual = []string{
	"hola buenas tardes, quisiera agendar una cita de limpieza para el martes a las 5 porfa",
	"cuanto cuesta la limpieza dental?",
	"hola! me duele mucho una muela, tienen espacio para hoy?",
	"quiero dos tacos al pastor sin cebolla y un agua de jamaica",
	"can I move my appointment from Tuesday to Thursday at 3?",
	"muchas gracias, muy amable",
}

// BenchmarkWhenOfNonsense takes the texts of 1,024 tokens that cost the most among many made of the words of times.
func BenchmarkWhenOfNonsense(b *testing.B) {
	now := time.Date(2026, 11, 18, 10, 30, 0, 0, time.UTC)
	for _, words := range []string{"twelve ", "troca terca cannot minute troca ocho dont ", "en la media de un dos por para el a las 5 o "} {
		text := language.Read(strings.Repeat(words, language.MaxTokens))
		b.Run(words, func(b *testing.B) {
			for b.Loop() {
				Parse(text, now, language.Spanish)
			}
		})
	}
}

func BenchmarkWhen(b *testing.B) {
	now := time.Date(2026, 11, 18, 10, 30, 0, 0, time.UTC)
	texts := make([]language.Text, len(usual))
	for i, m := range usual {
		texts[i] = language.Read(m)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		Parse(texts[i%len(texts)], now, language.Spanish)
	}
}
