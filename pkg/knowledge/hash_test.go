package knowledge_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"

	"github.com/recado/recado/pkg/knowledge"
)

func embed(t testing.TB, text string) []float32 {
	t.Helper()
	vectors, err := knowledge.HashEmbedder{}.Embed(t.Context(), []string{text})
	if err != nil || len(vectors) != 1 {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	return vectors[0]
}

func cosine(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// A stored vector must be comparable with one of another machine or version: this hash never changes.
func TestHashEmbedderIsTheSameEverywhere(t *testing.T) {
	t.Parallel()
	h := sha256.New()
	for _, text := range []string{"¿Tienen estacionamiento en la sucursal de Coyoacán?", "El año pasado, 3 limpiezas: $2,400."} {
		if err := binary.Write(h, binary.LittleEndian, embed(t, text)); err != nil {
			t.Fatal(err)
		}
	}
	const want = "9433e6786fa6969b"
	if got := hex.EncodeToString(h.Sum(nil))[:16]; got != want {
		t.Errorf("vectors hash to %s, want %s", got, want)
	}
}

func TestHashEmbedderKnowsLettersNotMeanings(t *testing.T) {
	t.Parallel()
	question := embed(t, "¿Tienen estacionamiento?")
	for _, c := range []struct {
		text        string
		least, most float64
	}{
		{"estacionamiento", 0.95, 1.01},
		{"ESTACIONAMIENTOS", 0.5, 1.01},
		{"estasionamiento", 0.3, 0.9},
		{"un coche", -0.1, 0.1},
		{"de la que el", 0, 0},
	} {
		if got := cosine(question, embed(t, c.text)); got < c.least || got > c.most {
			t.Errorf("%q: cosine %.3f, want %.2f to %.2f", c.text, got, c.least, c.most)
		}
	}
	var square float64
	for _, v := range question {
		square += float64(v) * float64(v)
	}
	if len(question) != 1536 || math.Abs(square-1) > 1e-5 {
		t.Errorf("%d dimensions, squared length %f", len(question), square)
	}
}

func TestCalibrationIsClamped(t *testing.T) {
	t.Parallel()
	s := knowledge.HashEmbedder{}.Space()
	for _, c := range []struct{ raw, want float64 }{{-1, 0}, {s.Low, 0}, {s.High, 1}, {1, 1}, {(s.Low + s.High) / 2, 0.5}} {
		if got := knowledge.Calibrated(s, c.raw); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%f is %f, want %f", c.raw, got, c.want)
		}
	}
}

func BenchmarkHashEmbedder(b *testing.B) {
	for b.Loop() {
		embed(b, "Buenas tardes, quisiera saber si tienen estacionamiento para clientes en la sucursal de Coyoacán")
	}
}
