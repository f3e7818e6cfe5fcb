package names

import (
	"testing"

	"github.com/recado/recado/pkg/language"
)

func TestPersonNameReadsWhoIsSpeaking(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"me llamo Ana López": "Ana López", "me llamo ana lopez": "Ana Lopez", "soy Ana": "Ana", "soy juan perez y quiero una cita": "Juan Perez",
		"hola, mi nombre es María del Carmen Ruiz, quiero una cita": "María del Carmen Ruiz", "a nombre de José": "José", "My name is Ann Lee": "Ann Lee",
		"I'm John Smith": "John Smith", "soy alérgica a la penicilina": "", "soy nueva": "", "I'm interested": "", "soy de Lima": "", "hola": "",
		"a nombre de quién?": "", "nombre: Pedro Páez": "Pedro Páez", "soy paciente de ustedes": "", "I am looking for a dentist": "",
	} {
		if got := Person(language.Read(text)); got != want {
			t.Errorf("PersonName(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestBareNameReadsAnAnswerThatIsAName(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Ana López": "Ana López", "ana lopez": "Ana Lopez", "Ana": "Ana", "Xochitl Quispe": "Xochitl Quispe", "José Luis Pérez García": "José Luis Pérez García",
		"hola": "", "Quiero una cita": "", "sí": "", "mañana": "", "limpieza": "", "ok gracias": "", "Ana 5": "",
	} {
		if got := Bare(language.Read(text)); got != want {
			t.Errorf("BareName(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestContactDataIsFound(t *testing.T) {
	t.Parallel()
	if got := Email("mi correo es ana.lopez@example.com, gracias"); got != "ana.lopez@example.com" {
		t.Errorf("Email = %q", got)
	}
	if got := Email("@ana y b@c"); got != "" {
		t.Errorf("Email = %q, want none", got)
	}
	if got := Phone("llámame al +52 55 1234 5678 por favor"); got != "+525512345678" {
		t.Errorf("Phone = %q", got)
	}
	if got := Phone("mañana a las 5 o 6"); got != "" {
		t.Errorf("Phone = %q, want none", got)
	}
}
