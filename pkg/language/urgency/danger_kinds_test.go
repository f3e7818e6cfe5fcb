package urgency

import (
	"testing"

	"github.com/recado/recado/pkg/language"
)

// expectAcute holds that each message tells of a danger to life, or of none.
func expectAcute(t *testing.T, danger bool, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if got := Acute(language.Read(text)); got.Level == Emergency != danger {
			t.Errorf("%q: level %d, %+v", text, got.Level, got.Danger)
		}
	}
}

func TestChokingAndAllergiesAreDanger(t *testing.T) {
	t.Parallel()
	expectAcute(t, true,
		"mi papá no puede respirar, se atoró con un pedazo de bistec",
		"un niño se está ahogando, vengan rápido",
		"se atragantó mi esposa con el pulpo",
		"my grandmother can't breathe, she has food stuck in her throat",
		"he's choking!!!",
		"alguém engasgado na mesa 5",
		"me está dando una reacción alérgica, se me hinchan los labios y no puedo respirar",
		"comí nuez sin saber y se me está hinchando la lengua",
		"a mi hijo se le hincharon los labios, es alérgico al huevo y al maní",
		"mi novia es alérgica a los mariscos y no puede respirar bien",
		"her tongue is swelling up after the shrimp",
		"my throat is closing up",
		"tengo shock anafilactico creo",
		"le picó una avispa y no puede respirar",
		"necesitamos un epipen ya",
	)
	expectAcute(t, false,
		"¿el pad thai lleva maní? soy alérgico",
		"soy alérgica a los mariscos, ¿qué me recomiendan?",
		"mi hijo es celíaco y alérgico a la nuez",
		"allergic to nuts, what can I order?",
		"tengo alergia al polen, ¿hay mesas adentro?",
		"me atraganto de tacos cada domingo con ustedes",
	)
}

func TestCollapseHeartAndStrokeAreDanger(t *testing.T) {
	t.Parallel()
	expectAcute(t, true,
		"se acaba de desmayar una chica en el baño",
		"mi abuelito está inconsciente",
		"una señora se cayó y no reacciona",
		"my wife just fainted",
		"a man collapsed at the bar, call someone",
		"minha mãe desmaiou e não acorda",
		"le está dando un infarto a mi esposo",
		"mi papá tiene un dolor muy fuerte en el pecho y suda frío",
		"chest pain and my arm is numb",
		"creo que mi mamá tiene un derrame, no puede hablar",
		"se le durmió media cara y habla raro",
		"she is having a stroke",
		"está convulsionando un muchacho",
		"someone is having a seizure in the dining room",
		"mi hermana perdió el conocimiento",
		"se desmayo mi amiga q hago",
	)
	expectAcute(t, false,
		"qué desmayo de postre, riquísimo",
		"sus precios me dan un infarto jaja",
		"quiero una clase de pecho y espalda",
		"¿tienen pechuga a la plancha?",
		"the burger is a heart attack on a plate lol",
		"¿dan clases a personas que tuvieron un derrame?",
	)
}

func TestFireGasAndViolenceAreDanger(t *testing.T) {
	t.Parallel()
	expectAcute(t, true,
		"se está incendiando la cocina",
		"veo llamas en el techo del local",
		"hay mucho humo en el local, no se ve nada",
		"fire in the kitchen!!",
		"the building next door is on fire",
		"tem muita fumaça saindo da cozinha",
		"pegou fogo na loja",
		"explotó un tanque de gas",
		"huele a gas muy fuerte, nos estamos mareando",
		"there's a gas leak",
		"nos están robando, tienen armas",
		"un hombre armado entró al restaurante",
		"me están siguiendo, tengo miedo",
		"mi ex me quiere matar",
		"mi novio me está pegando",
		"hay una pelea con cuchillos afuera",
		"apuñalaron a un señor",
		"someone pulled a gun on us",
		"I'm being attacked",
		"estamos sendo assaltados",
	)
	expectAcute(t, false,
		"una pizza a la leña, con mucho fuego",
		"¿la terraza es zona de humo?",
		"dos aguas con gas",
		"¿me trae cuchillo para la carne?",
		"me están robando con esos precios",
		"esas alitas están de fuego",
		"¿venden pistolas de silicón?",
		"quiero el corte Rambo, machete style",
		"el encendedor del boiler no prende, ¿lo arreglan?",
		"the salsa is fire",
	)
}

func TestSelfHarmIsDanger(t *testing.T) {
	t.Parallel()
	expectAcute(t, true,
		"me quiero matar",
		"ya no le encuentro sentido, quiero quitarme la vida",
		"estoy pensando en suicidarme",
		"no quiero seguir viviendo",
		"quiero morirme, nadie me va a extrañar",
		"I don't want to live anymore",
		"I'm going to kill myself",
		"i want to end my life",
		"tô pensando em me matar",
		"mi amiga se quiere cortar las venas",
		"me siento muy triste y no quiero vivir más",
	)
	expectAcute(t, false,
		"me quiero morir de risa",
		"me mato en el gimnasio todos los días",
		"this workout is killing me",
		"me quiero morir de la pena, olvidé la reserva",
		"unas suicidas de pollo, por favor: alitas",
		"no quiero vivir sin sus tacos",
	)
}

func TestDangersOfAnimalsAreDanger(t *testing.T) {
	t.Parallel()
	expectAcute(t, true,
		"mi perro comió raticida",
		"mi gato se envenenó creo, echa espuma por la boca",
		"mi perrito está convulsionando",
		"atropellaron a mi gata",
		"mi perra no respira",
		"mi perro tiene la barriga hinchada y quiere vomitar pero no puede",
		"my dog ate rat poison",
		"my cat can't breathe",
		"my puppy got hit by a car",
		"meu cachorro está convulsionando",
		"mi perro se comió una tableta de chocolate",
		"mi conejo no se mueve, está muy frío y no reacciona",
		"mi gato lleva dos días que no puede orinar",
		"se me muere mi perrito ayuda",
		"mi perro se tragó un hueso y se está ahogando",
	)
	expectAcute(t, false,
		"vacuna para mi perro el sábado",
		"mi gato no quiere comer las croquetas nuevas",
		"¿puedo llevar a mi perrito a la terraza?",
		"mi perro se come todo, ¿tienen collar?",
		"¿venden veneno para pulgas?",
		"baño para un labrador de 30 kilos",
		"mi perra está gordita de la panza, ¿dieta?",
		"dog friendly?",
	)
}

func TestAccidentsBurnsAndBleedingAreDanger(t *testing.T) {
	t.Parallel()
	expectAcute(t, true,
		"un señor se cortó el brazo y le sale mucha sangre",
		"no deja de sangrar la cabeza de mi hijo",
		"hay heridos, chocó un camión afuera",
		"el mesero se quemó la cara con aceite hirviendo",
		"le cayó una olla de caldo hirviendo encima a la cocinera",
		"un niño se está ahogando en la alberca",
		"se electrocutó el técnico",
		"a snake bit my son",
		"he was stabbed outside",
		"mi hija se tomó el cloro",
		"mi sobrino se tragó una pila de reloj",
		"está embarazada y sangra mucho",
		"se le rompió la fuente a mi esposa",
		"mi tío se está muriendo",
		"call an ambulance please",
	)
	expectAcute(t, false,
		"se me cayó la cuchara, ¿me traen otra?",
		"el filete estaba sangrando, bien rojo",
		"se rompió una copa y me corté tantito el dedo",
		"se quemó el pan",
		"estoy embarazada, ¿qué puedo comer?",
		"¿tienen alberca?",
		"choqué mi carro ayer, ¿cuánto cobran el hojalateo?",
		"se me murió el celular, por eso no contesté",
	)
}

func TestDangersOfPatientsAreNoneElsewhere(t *testing.T) {
	t.Parallel()
	text := language.Read("mi bebé de 4 meses no quiere tomar leche y no ha mojado el pañal en todo el día")
	if got := Acute(text); got.Level != 0 {
		t.Errorf("elsewhere level %d", got.Level)
	}
	if got := Of(text); got.Level != Emergency {
		t.Errorf("where patients are looked after level %d", got.Level)
	}
}

func TestTheModelIsBelievedOfPeopleAndNotOfThings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"mi sobrino se metió de cabeza en lo bajito y no siente las piernas": true,
		"me cayó ácido de batería en los ojos y no veo":                      true,
		"se me murió la batería":                                             false,
		"mi carro se calentó y echa humo":                                    false,
		"quiero una mesa para dos":                                           false,
		"me muero por un café":                                               false,
	} {
		if got := Sure(language.Read(text)); got != want {
			t.Errorf("%q: sure %t", text, got)
		}
	}
}
