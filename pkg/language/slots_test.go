package language

import "testing"

func TestAnswerReadsABareYesOrNo(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"sí": Yes, "si": Yes, "siiii": Yes, "claro": Yes, "claro que sí": Yes, "dale": Yes, "ok": Yes, "vale": Yes, "de acuerdo": Yes, "Sí, por favor": Yes,
		"yes": Yes, "yes please": Yes, "sure": Yes, "sounds good": Yes, "👍": Yes, "está bien": Yes, "perfecto, gracias": Yes, "sim": Yes, "confirmo": Yes, "Confirmar": Yes, "me parece bien": Yes,
		"no": No, "nop": No, "no gracias": No, "nope": No, "mejor no": No, "no, thanks": No, "todavía no": No, "não": No, "not now": No, "👎": No,
		"hola": "", "¿sí?": "", "si tienen cita": "", "mañana a las 5": "", "cuánto cuesta": "", "": "", "Ana López": "",
	} {
		if got := Answer(Read(text)); got != want {
			t.Errorf("Answer(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestChoiceReadsAPlaceInAList(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"la primera": 1, "la segunda": 2, "el tercero": 3, "la 2": 2, "opción 3": 3, "2": 2, "the second one": 2, "first": 1, "option 2": 2, "el último": LastChoice,
		"la una": 0, "a la 1": 0, "es mi primera vez": 0, "hola": 0, "segunda-feira": 0, "5 personas": 0, "la 3 por favor": 3, "a las 5": 0, "5pm": 0, "segunda": 0,
	} {
		if got := Choice(Read(text)); got != want {
			t.Errorf("Choice(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestPartySizeCountsPeople(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"mesa para 4": 4, "somos cinco": 5, "para 2 personas": 2, "party of 6": 6, "table for two tomorrow at 8": 2, "mesa para 4 a las 8": 4,
		"2 adultos y 3 niños": 5, "para 4": 4, "para las 4": 0, "cita para el 4": 0, "a las 5": 0, "4 tacos": 0, "seremos 12": 12, "somos como 8": 8, "para 3 días": 0,
		"quiero una mesa para 6 el sábado": 6, "for 5 people": 5, "para 4pm": 0, "para 5 de la tarde": 0, "mesa de 4": 4,
	} {
		if got := PartySize(Read(text)); got != want {
			t.Errorf("PartySize(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestPersonNameReadsWhoIsSpeaking(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"me llamo Ana López": "Ana López", "me llamo ana lopez": "Ana Lopez", "soy Ana": "Ana", "soy juan perez y quiero una cita": "Juan Perez",
		"hola, mi nombre es María del Carmen Ruiz, quiero una cita": "María del Carmen Ruiz", "a nombre de José": "José", "My name is Ann Lee": "Ann Lee",
		"I'm John Smith": "John Smith", "soy alérgica a la penicilina": "", "soy nueva": "", "I'm interested": "", "soy de Lima": "", "hola": "",
		"a nombre de quién?": "", "nombre: Pedro Páez": "Pedro Páez", "soy paciente de ustedes": "", "I am looking for a dentist": "",
	} {
		if got := PersonName(Read(text)); got != want {
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
		if got := BareName(Read(text)); got != want {
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

func TestOrderNumberIsFound(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"dónde está mi pedido 1234": "1234", "orden #A-45": "A-45", "my order number is 88": "88", "#5521": "5521", "pedido": "", "quiero pedir 2 tacos": "",
		"mi pedido de 2 tacos": "", "pedido número 7": "7",
	} {
		if got := OrderNumber(Read(text)); got != want {
			t.Errorf("OrderNumber(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestQuantitiesAreRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"dos tacos": 2, "3 órdenes de tacos": 3, "2x tacos": 2, "unos tacos": 0, "tacos": 0, "quiero 12 tacos": 12, "veinticinco tacos": 25} {
		read := Read(text)
		at := 0
		for i := range read.Tokens {
			if read.Tokens[i].Norm == "tacos" {
				at = i
			}
		}
		if got := QuantityBefore(read, at); got != want {
			t.Errorf("QuantityBefore(%q) = %d, want %d", text, got, want)
		}
	}
	for text, want := range map[string]int{"3": 3, "tres": 3, "somos 4": 4, "5pm": 0, "hola": 0, "24/11": 0, "": 0, "quiero 3 tacos": 0} {
		if got := BareNumber(Read(text)); got != want {
			t.Errorf("BareNumber(%q) = %d, want %d", text, got, want)
		}
	}
}
