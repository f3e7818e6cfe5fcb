package answers

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/llm"
)

// pairs are two questions of near.txt each.
func pairs(t *testing.T, of string) (out [][2]string) {
	t.Helper()
	f, err := os.Open("testdata/near.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		mark, rest, _ := strings.Cut(lines.Text(), " ")
		if a, b, ok := strings.Cut(rest, " | "); ok && mark == of {
			out = append(out, [2]string{a, b})
		}
	}
	if len(out) < 5 {
		t.Fatalf("%d pairs of %s", len(out), of)
	}
	return out
}

func TestTheGuardKeepsApartWhatEmbeddingsHardlyTell(t *testing.T) {
	t.Parallel()
	for mark, apart := range map[string]bool{"same": false, "apart": true, "order": false, "other": false} {
		for _, p := range pairs(t, mark) {
			a, okA := Guard(p[0])
			b, okB := Guard(p[1])
			if !okA || !okB || (a != b) != apart {
				t.Errorf("%s: %q has %q, %q has %q", mark, p[0], a, p[1], b)
			}
			bagA, lineA := order(p[0])
			bagB, lineB := order(p[1])
			if turned := bytes.Equal(bagA, bagB) && !bytes.Equal(lineA, lineB); turned != (mark == "order") {
				t.Errorf("%s: %q and %q are the same words in another order: %v", mark, p[0], p[1], turned)
			}
		}
	}
}

func TestWhatMayHarmWhoeverAsksIsKnownByItsOwnWordsAlone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"¿El mole lleva cacahuate?", "¿Tienen opciones sin gluten?", "Is there egg in it?", "¿Se puede en el embarazo?", "Qual é a dose do remédio?", "¿?",
	} {
		if apart, ok := Guard(text); ok {
			t.Errorf("%q is compared within %q", text, apart)
		}
	}
}

// TestTheOfflineEmbedderTellsNoMeanings is why NearBy has none: it finds no question in other words, and takes two for one.
func TestTheOfflineEmbedderTellsNoMeanings(t *testing.T) {
	t.Parallel()
	near := func(of string) (n int) {
		for _, p := range pairs(t, of) {
			v, err := knowledge.HashEmbedder{}.Embed(t.Context(), p[:])
			if err != nil {
				t.Fatal(err)
			}
			var cosine float64
			for i := range v[0] {
				cosine += float64(v[0][i]) * float64(v[1][i])
			}
			if cosine >= nearEnough {
				n++
			}
		}
		return n
	}
	t.Logf("found %d of %d in other words, took %d of %d in another order for the same", near("same"), len(pairs(t, "same")), near("order"), len(pairs(t, "order")))
	if near("order")+near("other") == 0 && near("same") > 0 {
		t.Error("it tells meanings: let NearBy have it")
	}
	if n, err := NearBy(knowledge.EmbedderConfig{}, nil); n != nil || err != nil {
		t.Errorf("got %v, %v", n, err)
	}
}

// compass gives a question the direction of its topic, and counts.
type compass struct {
	of    map[string][]float32
	err   error
	asked int
}

func (c *compass) Space() llm.Space { return llm.Space{Model: "compass", Dimensions: 3} }

func (c *compass) Embed(_ context.Context, texts []string) ([][]float32, error) {
	c.asked++
	return [][]float32{c.of[texts[0]]}, c.err
}

// saying is a question of the clinic as somebody put it.
func saying(text string, scope ...string) Question {
	q := ofClinic(Normal(text), append([]string{"exact"}, scope...)...)
	q.Text, q.Near = text, append([]string{"near"}, scope...)
	return q
}

// meaningShelf is a shelf that compares by a compass.
func meaningShelf(t *testing.T, c *compass) *shelf {
	t.Helper()
	s := newShelf(t)
	s.Near = &Near{embedder: c, space: nameOf(c.Space())}
	return s
}

const parking, coche, garage = "¿Tienen estacionamiento?", "¿Hay dónde dejar el coche?", "¿Hay lugar para el coche?"

func TestAQuestionInOtherWordsIsAnsweredWhereItIsNearEnough(t *testing.T) {
	t.Parallel()
	c := &compass{of: map[string][]float32{
		parking: {1, 0, 0}, garage: {0.93, 0.36, 0}, "¿Tienen wifi?": {0.91, 0.42, 0}, "¿Tienen 2 lugares?": {1, 0, 0}, "Mudo": {0, 0, 0},
		coche: {1, 0, 0}, "¿Tienen nueces?": {1, 0, 0}, "¿Estacionamiento valet tienen?": {1, 0, 0}, "¿Valet tienen estacionamiento?": {1, 0, 0},
	}}
	s := meaningShelf(t, c)
	q := saying(parking, "es")
	first := s.find(t, q)
	if first.others || c.asked != 0 {
		t.Error("where nothing is known nothing is compared")
	}
	s.keep(t, q, first, "Sí, en la calle.")
	if f := s.find(t, q); f.Answer == nil || f.Near || c.asked != 1 {
		t.Errorf("its own words find %+v, after %d embeddings", f, c.asked)
	}
	if f := s.find(t, saying(garage, "es")); f.Answer == nil || !f.Near || f.Answer.Text != "Sí, en la calle." || len(f.Answer.Evidence) != 1 {
		t.Errorf("other words find %+v", f)
	}
	for name, other := range map[string]Question{
		"another matter":     saying("¿Tienen wifi?", "es"),
		"another number":     saying("¿Tienen 2 lugares?", "es"),
		"another asking":     saying(coche, "es"), // where
		"an allergy":         saying("¿Tienen nueces?", "es"),
		"another scope":      saying(garage, "pt"),
		"without a meaning":  saying("Mudo", "es"),
		"one that may not":   {Tenant: "clinic", Assistant: "sofia", Words: "hay lugar", Scope: []string{"exact", "es"}, Text: garage},
		"another tenant's":   {Tenant: "bistro", Assistant: "sofia", Words: "x", Text: garage, Near: []string{"near", "es"}},
		"another assistant":  {Tenant: "clinic", Assistant: "leo", Words: "x", Text: garage, Near: []string{"near", "es"}},
		"words of no matter": saying("Nadie la hizo", "es"),
	} {
		if f := s.find(t, other); f.Answer != nil {
			t.Errorf("%s is told %q", name, f.Answer.Text)
		}
	}
	turned := saying("¿Estacionamiento valet tienen?", "order")
	s.keep(t, turned, s.find(t, turned), "Sí, con valet.")
	if f := s.find(t, saying("¿Valet tienen estacionamiento?", "order")); f.Answer != nil {
		t.Errorf("the same words in another order are told %q", f.Answer.Text)
	}
	s.db.Exec(t, `UPDATE core.tenants SET description = 'x' WHERE tenant_id = 'clinic'`)
	if s.find(t, saying(garage, "es")).Answer != nil {
		t.Error("it is told what was true before")
	}
}

func TestAnEmbedderThatFailsRestsAndCostsNoAnswer(t *testing.T) {
	t.Parallel()
	c := &compass{of: map[string][]float32{parking: {1, 0, 0}}}
	s := meaningShelf(t, c)
	q := saying(parking)
	s.keep(t, q, s.find(t, q), "Sí.")
	c.err = errors.New("busy")
	for range 3 {
		if f := s.find(t, saying(garage)); f.Answer != nil {
			t.Errorf("found %+v", f)
		}
	}
	if c.asked != 2 {
		t.Errorf("it was asked %d times", c.asked)
	}
	other := saying("¿Tienen wifi?")
	s.keep(t, other, s.find(t, other), "Sí, gratis.")
	if f := s.find(t, other); f.Answer == nil || f.Answer.Text != "Sí, gratis." {
		t.Error("what cannot be embedded is found by its own words all the same")
	}
}

func TestOnlySoManyAreCompared(t *testing.T) {
	t.Parallel()
	c := &compass{of: map[string][]float32{parking: {1, 0, 0}, garage: {1, 0, 0}}}
	s := meaningShelf(t, c)
	q := saying(parking)
	s.keep(t, q, s.find(t, q), "Sí.")
	s.db.Exec(t, `UPDATE chat.answers SET used_at = now() - interval '1 hour'`)
	s.db.Exec(t, `INSERT INTO chat.answers (tenant_id, assistant_id, key, version, reply, evidence, model, tier, input_tokens, output_tokens, expires_at, scope, space, embedding, bag, line)
		SELECT tenant_id, assistant_id, sha256(n::text::bytea), version, 'x', '[]', '', '', 0, 0, expires_at, scope, space, '[0,1,0]', bag, line FROM chat.answers, generate_series(1, $1) n`, maxCompared)
	if f := s.find(t, saying(garage)); f.Answer != nil {
		t.Errorf("found %+v", f)
	}
}

// BenchmarkFindNear is a look-up by meaning among as many answers as are compared, of the usual size.
func BenchmarkFindNear(b *testing.B) {
	s := benchShelf(b)
	q := saying(parking)
	v := make([]float32, 1536)
	v[0] = 1
	s.Near = &Near{embedder: &compass{of: map[string][]float32{parking: v}}, space: "compass/3"}
	s.db.Exec(b, `UPDATE chat.answers SET scope = $1, space = 'compass/3', embedding = (SELECT array_agg(random()) FROM generate_series(1, 1536))::real[]::halfvec,
		bag = $1, line = $1`, q.scope())
	for b.Loop() {
		if _, err := s.Find(b.Context(), &q); err != nil {
			b.Fatal(err)
		}
	}
}
