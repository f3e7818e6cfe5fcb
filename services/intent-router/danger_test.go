package intentrouter

import (
	"testing"

	"github.com/recado/recado/pkg/tenant"
	"github.com/recado/recado/services/intent-router/intent"
)

func TestDangerWinsInEveryLineOfBusiness(t *testing.T) {
	t.Parallel()
	r := newRouter(nil, 0.35)
	for _, text := range []string{
		"quiero una mesa para 4, ayuda mi papá se está atragantando",
		"mi amigo es alérgico al maní y se le está hinchando la garganta",
		"alguien se desmayó, llamen una ambulancia",
		"mi perro comió veneno, está convulsionando",
		"hay fuego en la cocina",
		"nos están asaltando, tienen pistola",
		"necesito mi factura, ya no quiero vivir",
		"my son is choking on a bone, please help",
		"minha filha engasgou com a comida",
		"el cocinero se rebano el brazo y chorrea sangre, no para",
	} {
		for _, settings := range verticals() {
			got := r.Understand(envelope(text), settings)
			if got.GetUrgency() != 5 || got.GetIntents()[0].GetName() != intent.UrgentCare || got.GetSpecialist() != intent.UrgentCare {
				t.Errorf("%s: %q has urgency %d, %v, %s", settings.Vertical, text, got.GetUrgency(), got.GetIntents(), got.GetSpecialist())
			}
		}
	}
}

func TestWhatOnlySoundsLikeDangerIsRoutine(t *testing.T) {
	t.Parallel()
	r := newRouter(nil, 0.35)
	for _, text := range []string{
		"ya les escribí 3 veces y nadie contesta!!!",
		"me muero por unos tacos",
		"el taco explotó de sabor, gracias",
		"¿qué hago si alguien se atraganta?",
		"casi me desmayo cuando vi los precios",
		"el año pasado mi mamá se desmayó en otro restaurante",
		"¡urgente! promoción 2x1 hoy",
		"I'm starving, table for two?",
		"quiero una mesa para 4",
	} {
		for _, settings := range verticals() {
			if got := r.Understand(envelope(text), settings).GetUrgency(); got > 1 {
				t.Errorf("%s: %q has urgency %d", settings.Vertical, text, got)
			}
		}
	}
}

func TestLesserPainIsRoutineWhereNoPatientsAreLookedAfter(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]uint32{"me duele mucho la muela, no me deja dormir": 1, "tengo gripe con 38 de fiebre": 1} {
		if got := understood(bistro(), text).GetUrgency(); got != want {
			t.Errorf("a restaurant has urgency %d for %q", got, text)
		}
	}
	if got := understood(dental(), "me duele mucho la muela, no me deja dormir").GetUrgency(); got != 4 {
		t.Errorf("a dentist has urgency %d", got)
	}
	if got := understood(dental(), "tengo gripe con 38 de fiebre").GetUrgency(); got > 3 {
		t.Errorf("a cold with 38 degrees has urgency %d", got)
	}
}

// verticals are businesses of each line.
func verticals() []*tenant.Settings {
	doctor, vet := dental(), bistro()
	doctor.ID, doctor.Vertical = "doctor", tenant.Medical
	vet.ID, vet.Vertical, vet.Dishes = "vet", tenant.General, nil
	return []*tenant.Settings{dental(), bistro(), doctor, vet}
}
