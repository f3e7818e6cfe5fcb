package urgency

import (
	"testing"

	"github.com/recado/recado/pkg/language"
)

func TestVitalSignsAreReadAsNumbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"tengo la presión en 200/120":                         5,
		"la presion me salio 19 con 12":                       5,
		"mi mamá tiene la tensión en 22/13":                   5,
		"my blood pressure is 210 over 125":                   5,
		"pressão 20 por 12":                                   5,
		"presión de 75/40":                                    5,
		"presión 165/100":                                     4,
		"presión 120/80":                                      1,
		"estoy embarazada y tengo la presión en 165/112":      5,
		"estoy embarazada y mi presión es 145/95":             4,
		"tiene el azúcar en 45":                               5,
		"glucosa de 480":                                      5,
		"mi glucosa salió en 320":                             4,
		"glucose 2.5 mmol":                                    5,
		"glucosa en ayunas 95":                                1,
		"satura 85":                                           5,
		"saturación de ochenta y ocho":                        5,
		"oxigenación en 92":                                   4,
		"saturando 97":                                        1,
		"fiebre de 41.5":                                      5,
		"fiebre de 39,8":                                      4,
		"fever of 104":                                        4,
		"tengo gripe y 38 de fiebre":                          1,
		"mi bebé de 2 meses tiene 38.2 de fiebre":             5,
		"recién nacido con temperatura de 38":                 5,
		"mi hijo de 2 años tiene fiebre de 39.5":              4,
		"mi hija de 9 años tiene 38.5 de fiebre":              1,
		"se quemó el 30% del cuerpo":                          5,
		"quemadura en el 5 % de la espalda":                   4,
		"¿cuánto cuesta el paquete de 40 pesos?":              0,
		"quiero dos cafés con 50 gramos de azúcar":            0,
		"la presión de las llantas en 32 psi":                 0,
		"mesa para 40 personas a las 8":                       0,
		"el horno va a 180 grados":                            0,
		"el mes pasado tuve la presión en 200/120":            5, // the past is for who reads the sentence
		"temperatura del vino, 16 grados":                     0,
		"fiebre desde hace 38 horas":                          0,
		"mi bebé nació en 2025, ¿qué vacunas le tocan?":       0,
		"llevo 3 días con fiebre de 38 y no baja":             1,
		"en el termómetro marca 37":                           1,
		"mi papá con oxígeno 78":                              5,
		"mi niña tiene cuatro meses y temperatura de 40.5":    5,
		"su temperatura es de 34":                             4,
		"temperatura 33.5, estaba en la nieve":                5,
		"la glucosa está en 65 y tiembla":                     4,
		"sangra poco, presión 118/76 y saturación de 84":      5,
		"mi abuela tiene 84 años y la presión en ciento diez": 1,
	} {
		if got := readVitals(language.Read(text)).level; got != want {
			t.Errorf("the numbers of %q have level %d, want %d", text, got, want)
		}
	}
}

func TestNumbersCountInEveryLineOfBusinessWhenTheyEndangerALife(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"mi papá está en la mesa y satura 80":           5,
		"el mes pasado mi papá tuvo la presión 220/130": 0,
		"mi perro tiene 41.5 de fiebre":                 0, // its limits are others
		"tengo 39 de fiebre, cancelo mi mesa":           0,
	} {
		if got := Acute(language.Read(text)).Level; got != want {
			t.Errorf("%q has level %d, want %d", text, got, want)
		}
	}
}

func TestHelpIsForWhomTheDangerConcerns(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Help{
		"alguien se desmayó":                            Ambulance,
		"mi perro está convulsionando":                  Vet,
		"mi perro mordió a mi hijo, no para de sangrar": Ambulance,
		"mi gata se cayó del balcón":                    Vet,
		"hay un incendio en la cocina":                  Fire,
		"nos están asaltando":                           Police,
		"ya no quiero vivir":                            Line,
		"me siento muy mal":                             Ambulance,
	} {
		if got := HelpIn(language.Read(text)); got != want {
			t.Errorf("%q: help by %s, want %s", text, got, want)
		}
	}
}
