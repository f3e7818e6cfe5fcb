package knowledge_test

import (
	"slices"
	"testing"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/tenant"
)

func TestATenantsSynonymsFindItsDocuments(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	l.put(t,
		document("clinic", "Férula de descarga", "La férula se usa de noche y se lava con agua fría."),
		document("clinic", "Corona", "La corona se lava como un diente propio."))
	lists := [][]string{{"Guarda", "férula", "PLACA"}, {"de", "corona"}}
	for question, want := range map[string]string{"¿la guarda se usa de noche?": "Férula de descarga", "mi placas": "Férula de descarga"} {
		plain := l.search(t, knowledge.Query{Tenant: "clinic", Text: question}).Hits
		widened := l.search(t, knowledge.Query{Tenant: "clinic", Text: question, Synonyms: lists}).Hits
		if len(widened) == 0 || widened[0].Title != want || widened[0].Relevance < knowledge.Threshold {
			t.Errorf("%q finds %v", question, titles(widened))
		}
		if slices.ContainsFunc(plain, func(h knowledge.Hit) bool { return h.Relevance >= widened[0].Relevance }) {
			t.Errorf("%q is found as surely without the synonyms", question)
		}
	}
}

func TestWhoHasNoSettingsReadsATenantsSynonyms(t *testing.T) {
	t.Parallel()
	l := newLab(t, knowledge.HashEmbedder{})
	l.db.Exec(t, `UPDATE core.tenants SET settings = '{"synonyms":[["guarda","férula"]]}' WHERE tenant_id = 'clinic'`)
	console := knowledge.New(l.db.Open(t, "recado_console"), knowledge.HashEmbedder{})
	for id, want := range map[tenant.ID]int{"clinic": 1, "bistro": 0, "nobody": 0} {
		if got, err := console.Synonyms(t.Context(), id); err != nil || len(got) != want {
			t.Errorf("%s: %v, %v", id, got, err)
		}
	}
}
