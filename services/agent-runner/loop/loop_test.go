package loop_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/recado/recado/services/agent-runner/loop"
)

const fast = 20

// course plays texts that come some time after each answer, and says at which the conversation was found to loop; 0 for never.
func course(texts []string, after time.Duration) int {
	var s loop.State
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for i, text := range texts {
		var v loop.Verdict
		if s, v = s.Hear(text, at, fast); v == loop.Loops {
			return i + 1
		}
		s.Replied = at.Add(time.Second)
		at = s.Replied.Add(after)
	}
	return 0
}

func repeat(n int, text func(i int) string) (out []string) {
	for i := range n {
		out = append(out, text(i))
	}
	return out
}

func TestLoopsAreHeardAndHumansAreNot(t *testing.T) {
	t.Parallel()
	same := func(s string) func(int) string { return func(int) string { return s } }
	for _, c := range []struct {
		name  string
		texts []string
		after time.Duration
		loops bool
	}{
		{"a program that says the same, slowly", repeat(12, same("Gracias por su mensaje, en breve le atendemos.")), 20 * time.Second, true},
		{"one with a number that changes", repeat(12, func(i int) string {
			return fmt.Sprintf("Su solicitud con el folio %d fue recibida y la atendemos en breve.", 1000+i)
		}), 20 * time.Second, true},
		{"two texts by turns", repeat(20, func(i int) string {
			return []string{"Elija una opción del menú por favor.", "No entendí su respuesta, intente otra vez."}[i%2]
		}), 30 * time.Second, true},
		{"a program that always says something new, at once", repeat(40, func(i int) string {
			return fmt.Sprintf("respuesta automática %d sobre el tema %d del asistente %d", i*7, i*13, i*31)
		}), time.Second, true},
		{"short words, at once", repeat(40, same("gracias")), 500 * time.Millisecond, true},

		{"a question asked four times", repeat(4, same("¿cuánto cuesta una limpieza dental?")), 30 * time.Second, false},
		{"the prices of ten things", repeat(10, func(i int) string {
			return "¿cuánto cuesta " + []string{
				"la limpieza", "una corona de porcelana", "el blanqueamiento", "un implante", "la resina",
				"quitar una muela", "la radiografía", "una endodoncia", "los brackets", "la guarda nocturna",
			}[i] + "?"
		}), 15 * time.Second, false},
		{"short answers of a human", repeat(30, same("sí")), 4 * time.Second, false},
		{"taps, as many as a booking has", repeat(10, same("Martes 10:00")), time.Second, false},
		{"a fast typist", repeat(40, func(i int) string { return strings.Repeat("palabra", i%5+1) }), 12 * time.Second, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if at := course(c.texts, c.after); (at > 0) != c.loops {
				t.Errorf("a loop at text %d, want one: %v", at, c.loops)
			}
		})
	}
}

func TestPauseEndsWithAHumansTime(t *testing.T) {
	t.Parallel()
	const robot = "Gracias por su mensaje, en breve le atendemos."
	var s loop.State
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	verdict := loop.Goes
	for i := 0; verdict != loop.Loops && i < 20; i++ {
		s, verdict = s.Hear(robot, at, fast)
		at = at.Add(5 * time.Second)
	}
	data, err := json.Marshal(s)
	if err != nil || json.Unmarshal(data, &s) != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		after time.Duration
		text  string
		want  loop.Verdict
	}{
		{5 * time.Second, "hola, ¿siguen ahí conmigo?", loop.Paused},
		{5 * time.Minute, robot, loop.Paused},
		{2 * time.Minute, "hola, soy Ana, ¿me dan una cita?", loop.Goes},
		{5 * time.Second, "para el martes", loop.Goes},
	} {
		at = at.Add(c.after)
		if s, verdict = s.Hear(c.text, at, fast); verdict != c.want {
			t.Errorf("%q %s later: %d, want %d", c.text, c.after, verdict, c.want)
		}
	}
}

func TestGuardThatIsOffHearsNothing(t *testing.T) {
	t.Parallel()
	var s loop.State
	for range 100 {
		var v loop.Verdict
		if s, v = s.Hear("Gracias por su mensaje, en breve le atendemos.", time.Now(), 0); v != loop.Goes || s.Said != nil {
			t.Fatalf("%d, %+v", v, s)
		}
	}
}

func TestStateHoldsNoWordAndStaysSmall(t *testing.T) {
	t.Parallel()
	var s loop.State
	at := time.Now()
	for i := range 50 {
		s, _ = s.Hear(strings.Repeat(fmt.Sprintf("confidencial%d ", i), 400)+"una dos tres cuatro", at, fast)
		at = at.Add(time.Minute)
	}
	data, err := json.Marshal(s)
	if err != nil || len(data) > 2000 || strings.Contains(string(data), "confidencial") {
		t.Errorf("%d bytes: %s, %v", len(data), data, err)
	}
}
