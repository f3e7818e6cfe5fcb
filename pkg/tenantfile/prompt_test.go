package tenantfile

import (
	"slices"
	"strings"
	"testing"
)

func ids(t *Tenant) (out []string) {
	for _, i := range t.InPrompt() {
		out = append(out, t.Instructions[i].ID)
	}
	return out
}

func TestInstructionsOfHighPriorityStandInThePromptWhileThereIsRoom(t *testing.T) {
	t.Parallel()
	of := func(id string, priority int, in *bool) Instruction {
		return Instruction{ID: id, Priority: new(priority), IncludeInPrompt: in, Text: "Sé breve."}
	}
	file := &Tenant{Instructions: []Instruction{
		of("named", 3, new(true)), of("kept-out", 10, new(false)), of("eight", 8, nil), of("seven", 7, nil), of("ten", 10, nil),
		of("nine", 9, nil),
		{ID: "plain", Text: "Saluda."},
		of("eight-too", 8, nil), of("eight-late", 8, nil),
	}}
	if got, want := ids(file), []string{"ten", "nine", "eight", "eight-too", "named"}; !slices.Equal(got, want) {
		t.Errorf("in the prompt stand %v, want %v", got, want)
	}
	file.Instructions[4].Active = new(false)
	if got, want := ids(file), []string{"nine", "eight", "eight-too", "eight-late", "named"}; !slices.Equal(got, want) {
		t.Errorf("without one that does not hold stand %v, want %v", got, want)
	}
	file.Instructions[5].Text = strings.Repeat("palabras y más palabras ", 80)
	if got, want := ids(file), []string{"eight", "eight-too", "eight-late", "named"}; !slices.Equal(got, want) {
		t.Errorf("without one that is too long stand %v, want %v", got, want)
	}
}

func TestBusinessTellsWhatCustomersMayKnow(t *testing.T) {
	t.Parallel()
	file := &Tenant{
		Description: "Clínica\nde barrio",
		Branches:    []Branch{{ID: "centro", Name: "Centro", Address: "Calle 1", Hours: Hours{"sat": {"09:00-14:00"}, "mon-fri": {"09:00-19:00"}}}},
		Services:    []Service{{ID: "limpieza", Name: "Limpieza", Aliases: []string{"profilaxis"}, Price: "800", DurationMinutes: 45}},
		FAQs:        []FAQ{{ID: "pago", Question: "¿Aceptan tarjeta?", Answer: "Sí."}},
	}
	want := `Clínica de barrio
branches:
- Centro; address: Calle 1; hours: mon-fri 09:00-19:00, sat 09:00-14:00
services:
- Limpieza; price: 800; duration_minutes: 45
faqs:
- ¿Aceptan tarjeta?; answer: Sí.`
	if got := file.Business(); got != want {
		t.Errorf("told:\n%s\nwant:\n%s", got, want)
	}
	for range 3000 {
		file.FAQs = append(file.FAQs, file.FAQs[0])
	}
	if got := file.Business(); len(got) > maxBusiness || !strings.HasSuffix(got, "answer: Sí.") {
		t.Errorf("%d bytes, ends in %q", len(got), got[len(got)-40:])
	}
}

func TestSynonymsAreListsOfSingleWords(t *testing.T) {
	t.Parallel()
	shop := &Tenant{ID: "shop", Synonyms: []string{"férula, guarda,placa", " muela ,diente "}}
	got := shop.settings().Synonyms
	want := [][]string{{"férula", "guarda", "placa"}, {"muela", "diente"}}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("line %d is %q, want %q", i, got[i], want[i])
		}
	}
	shop.Synonyms = nil
	if got := shop.settings().Synonyms; got != nil {
		t.Errorf("a file without any has %v", got)
	}
}
