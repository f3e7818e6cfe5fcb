package urgency

import (
	"testing"

	"github.com/recado/recado/pkg/language"
)

func TestDangersAreFoundWhereTheirExamplesSaySo(t *testing.T) {
	t.Parallel()
	for _, k := range dangers.kinds {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			for _, text := range k.yes {
				if got := dangers.find(language.Read(text), true); got.kind < 0 {
					t.Errorf("no danger is found in %q", text)
				}
			}
			for _, text := range k.no {
				if got := dangers.find(language.Read(text), true); got.kind >= 0 {
					t.Errorf("%q is taken for %s", text, dangers.kinds[got.kind].Name)
				}
			}
		})
	}
}

func TestAcuteDangerIsToldFromWhatIsOverOrSupposed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"mi esposo se está ahogando con un hueso":               5,
		"sí, se desmayó mi esposa":                              5,
		"sí alguien se desmayó aquí en el baño":                 5,
		"hace dos días que no come y ahora está convulsionando": 5,
		"acaba de desmayarse una señora":                        5,
		"desde ayer mi perro no puede respirar":                 5,
		"hace un momento le dio un infarto a un cliente":        5,
		"qué hago, mi hijo se atragantó":                        5,
		"se atragantó pero ya respira":                          1,
		"hubo un incendio en la cocina, falsa alarma":           1,
		"mi abuelo tuvo un infarto hace años":                   1,
		"de niño me desmayé en un restaurante":                  1,
		"last year my dad had a heart attack":                   1,
		"¿y si alguien se atraganta?":                           1,
		"si un cliente se desmaya, ¿a quién aviso?":             1,
		"what happens if someone chokes?":                       1,
		"o que fazer se alguém engasgar?":                       1,
		"¿tienen protocolo para cuando alguien se desmaya?":     1,
		"en la película se atragantan con una uva":              1,
		"mi hijo no se desmayó":                                 1,
		"nobody fainted":                                        1,
	} {
		if got := Acute(language.Read(text)).Level; got != want {
			t.Errorf("%q has level %d, want %d", text, got, want)
		}
	}
}

func TestAcuteDangerIsToldFromFiguresOfSpeech(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"me muero por unos tacos":                                               0,
		"me estoy muriendo de hambre":                                           0,
		"me ahogo en un vaso de agua":                                           0,
		"explotó de sabor":                                                      0,
		"ya les escribí tres veces y nadie contesta":                            0,
		"¡es urgente, necesito una mesa ya!":                                    0,
		"llevo una hora esperando, esto es un robo":                             0,
		"quiero pagar con tarjeta":                                              0,
		"me muero de hambre y mi papá no puede respirar":                        5,
		"nadie contesta, mi mamá se desmayó":                                    5,
		"ayer reservé una mesa. Mi esposo se está ahogando":                     5,
		"el año pasado vine y hoy mi esposo se está ahogando":                   5,
		"mi hermano se quiere suicidar":                                         5,
		"kiero matarme":                                                         5,
		"mi perrita se trago un anzuelo":                                        5,
		"se metieron a robar a mi casa":                                         5,
		"my house is on fire":                                                   5,
		"socorro, meu pai desmaiou":                                             5,
		"tem fogo na cozinha":                                                   5,
		"huele mucho a gas":                                                     5,
		"me dijeron que la salsa mata de lo picante":                            0,
		"quiero un corte para hombre con desvanecido":                           0,
		"se me murió la batería del carro":                                      0,
		"necesito que me llamen":                                                0,
		"llamen a la policía, hay un hombre con pistola":                        5,
		"mi hija de 2 años se tragó una pila":                                   5,
		"se ponchó la llanta, es una emergencia":                                0,
		"le cayó agua hirviendo en la cara a un niño":                           5,
		"la carne viene quemada":                                                0,
		"my food is burnt":                                                      0,
		"the waiter burned his face with hot oil":                               5,
		"no puedo respirar por la nariz desde hace un mes, ¿hacen rinoplastia?": 5, // a doubt is the higher
	} {
		if got := Acute(language.Read(text)).Level; got != want {
			t.Errorf("%q has level %d, want %d", text, got, want)
		}
	}
}

func TestFiguresOfSpeechAreNotReadWherePatientsAreLookedAfter(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"¡nadie contesta!":                                 0,
		"ya les escribí 3 veces y nadie contesta!!!":       0,
		"precios de infarto los suyos":                     0,
		"ahora no puedo hablar, luego les escribo":         0,
		"nadie contesta y me duele una muela":              3,
		"nadie contesta y no para de sangrar":              5,
		"hay un incendio en el consultorio":                5,
		"nos están asaltando en la clínica":                5,
		"¿el seguro cubre un incendio?":                    0,
		"soy enfermera, ¿qué hago si alguien convulsiona?": 0,
	} {
		if got := Of(language.Read(text)).Level; got > max(want, routine) || got < want {
			t.Errorf("%q has level %d, want %d", text, got, want)
		}
	}
}

func TestDangersAreCheckedWhenTheirFileIsRead(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{
		"nobody helps":        "[choking]\nsay choking",
		"an unknown helper":   "[choking] neighbour\nsay choking",
		"a line without name": "say choking",
		"an unknown word":     "[choking] ambulance\nspeak choking",
		"a broken phrase":     "[choking] ambulance\nsay chok?ing",
		"only marks":          "[choking] ambulance\nsay ... $",
	} {
		if _, err := parseDangers(file); err == nil {
			t.Errorf("%s: no error for %q", name, file)
		}
	}
	got, err := parseDangers("# a comment\n[choking] ambulance patients\nsay choking\n    / gasping & now\nyes choking now\n[past]\nsay ago")
	if err != nil {
		t.Fatal(err)
	}
	if len(got.kinds) != 1 || !got.kinds[0].patients {
		t.Errorf("kinds %+v", got.kinds)
	}
	if len(got.rows) != 1 || got.rows[0].parts != 2 || len(got.lists) != 3 {
		t.Errorf("rows %+v, lists %+v", got.rows, got.lists)
	}
}

func TestEveryDangerHasExamplesOfBothKinds(t *testing.T) {
	t.Parallel()
	for _, k := range dangers.kinds {
		if len(k.yes) < 2 || len(k.no) < 2 {
			t.Errorf("%s: expected two examples that are found and two that are not", k.Name)
		}
	}
}

func BenchmarkAcute(b *testing.B) {
	t := language.Read("hola buenas tardes, quisiera reservar una mesa para cuatro personas el viernes a las nueve, gracias")
	for b.Loop() {
		Acute(t)
	}
}
