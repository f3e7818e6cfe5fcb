//go:build !race

package eval

import "testing"

func TestInventionsAreCaughtAndTrueRepliesAreLeftAlone(t *testing.T) {
	t.Parallel()
	r := measure(t, "grounding", string(unpacked(t, "grounding/dev/01")))
	caught, _ := r.Figure("caught")
	touched, _ := r.Figure("touched")
	if caught < 0.98 || touched > 0.01 {
		t.Errorf("caught %.4f, at least 0.98 is wanted; touched %.4f, at most 0.01", caught, touched)
	}
	for _, f := range r.Failures {
		t.Logf("line %d: %s: want %s, got %s", f.Line, f.Text, f.Want, f.Got)
	}
}

func TestAPlantedTextIsCaughtByAClaimThatMeetsIt(t *testing.T) {
	t.Parallel()
	r := measure(t, "grounding", `{"reply":"Cuesta $5 y dura 3 horas.","evidence":["Dura 3 horas."],"planted":["$5"],"lang":"es"}
{"reply":"Cuesta $5 y dura 3 horas.","evidence":["$5"],"planted":["$5"],"lang":"es"}
{"reply":"Cuesta $6.","evidence":["$5"],"planted":["seis pesos"],"lang":"es"}
{"reply":"Cuesta $6.","evidence":["$5"],"planted":[],"lang":"es"}
{"reply":"Cuesta $5.","evidence":["$5"],"planted":[],"lang":"es"}
`)
	if caught, _ := r.Figure("caught"); caught != 2.0/3 {
		t.Errorf("caught %v", caught)
	}
	if touched, _ := r.Figure("touched"); touched != 0.5 || len(r.Failures) != 2 {
		t.Errorf("touched %v, %d failures", touched, len(r.Failures))
	}
}
