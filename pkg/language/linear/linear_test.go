package linear

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// spread gives small numbers upper bits of their own, as hashes have.
func spread(n uint32) uint32 { return n * 0x9E3779B1 }

// flock is examples of three classes: key 10+c tells class c nine times of ten, and the others tell nothing.
func flock(n int) (samples []Sample) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		class := r.IntN(3)
		told := class
		if r.IntN(10) == 0 {
			told = r.IntN(3)
		}
		samples = append(samples, Sample{Keys: []uint32{spread(uint32(10 + told)), spread(100 + r.Uint32N(50)), 1 << 31}, Class: class, Weight: 1})
	}
	return samples
}

var options = Options{Classes: 3, MaxKeys: 40, Epochs: 10, Rate: 0.5, Decay: 1e-5, LeastSeen: 2, Dropout: 0.2, Seed: 1}

func TestModelLearnsWhatTellsTheClasses(t *testing.T) {
	t.Parallel()
	m := Fit(flock(2000), options)
	if m.Classes() != 3 || m.Keys() != 40 {
		t.Fatalf("%d classes, %d keys", m.Classes(), m.Keys())
	}
	for class := range 3 {
		scores := make([]float32, 3)
		m.Scores([]uint32{spread(uint32(10 + class)), 5, 6, 7}, scores)
		if best := slices.Index(scores, slices.Max(scores)); best != class {
			t.Errorf("key of class %d speaks for %d: %v", class, best, scores)
		}
	}
}

func TestAModelHasOneOfTheKeysWithTheSameUpperBits(t *testing.T) {
	t.Parallel()
	var samples []Sample
	for i := range 200 {
		class := i % 2
		samples = append(samples, Sample{Keys: []uint32{uint32(class), 1 << 31}, Class: class, Weight: 1})
	}
	if m := Fit(samples, options); m.Keys() != 2 {
		t.Errorf("%d keys, want one of 0 and 1, and the other", m.Keys())
	}
}

func TestALongExampleIsReadInParts(t *testing.T) {
	t.Parallel()
	m := Fit(flock(2000), options)
	long := make([]uint32, 3*batch)
	for i := range long {
		long[i] = spread(10) // a feature counts once, in whatever part it is
	}
	a, b := make([]float32, 3), make([]float32, 3)
	m.Scores(long, a)
	m.Scores(long[:1], b)
	if !slices.Equal(a, b) {
		t.Errorf("%v, of one feature %v", a, b)
	}
}

func TestSameSamplesGiveTheSameModel(t *testing.T) {
	t.Parallel()
	if !slices.Equal(Fit(flock(500), options).Bytes(), Fit(flock(500), options).Bytes()) {
		t.Error("two fits differ")
	}
}

func TestModelIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	m := Fit(flock(500), options)
	m.Calibrate([]Judged{{Scores: []float32{2, 0, 0}, Class: 0}, {Scores: []float32{2, 0, 0}, Class: 1}})
	back, err := Parse(m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for key := range uint32(200) {
		a, b := make([]float32, 3), make([]float32, 3)
		m.Scores([]uint32{spread(key)}, a)
		back.Scores([]uint32{spread(key)}, b)
		if !slices.Equal(a, b) {
			t.Fatalf("key %d: %v, read again %v", key, a, b)
		}
	}
}

func TestWhatIsNoModelIsRefused(t *testing.T) {
	t.Parallel()
	whole := Fit(flock(200), options).Bytes()
	for _, b := range [][]byte{nil, []byte("RLM2"), []byte("nothing of the kind, but long enough"), whole[:30], whole[:len(whole)-8]} {
		if _, err := Parse(b); !errors.Is(err, ErrFormat) {
			t.Errorf("%d bytes: %v", len(b), err)
		}
	}
}

func TestKeysThatTurnBackAreRefused(t *testing.T) {
	t.Parallel()
	b := append([]byte(magic), 1, 0, 0, 0, 2, 0, 0, 0) // one class, two keys
	for _, f := range []float32{1, 1, 0} {             // temperature, scale, bias
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	body := binary.AppendUvarint(nil, 1<<20)
	body = append(binary.AppendUvarint(body, math.MaxUint64-1<<19+1), 24, 0xE8) // half of it back
	out := bytes.NewBuffer(b)
	w, _ := flate.NewWriter(out, flate.BestSpeed)
	_, _ = w.Write(body)
	_ = w.Close()
	if _, err := Parse(out.Bytes()); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "ascend") {
		t.Errorf("got %v", err)
	}
}

func TestTemperatureMakesProbabilitiesMeanWhatTheySay(t *testing.T) {
	t.Parallel()
	m := Fit(flock(200), options)
	var judged []Judged // sure of itself, and right three times of four
	for i := range 400 {
		class := 0
		if i%4 == 0 {
			class = 1
		}
		judged = append(judged, Judged{Scores: []float32{6, 0, -6}, Class: class})
	}
	p := []float32{6, 0, -6}
	by := m.Calibrate(judged)
	for i := range p {
		p[i] /= by
	}
	Softmax(p)
	if math.Abs(float64(p[0])-0.75) > 0.12 {
		t.Errorf("says %.2f of what is right in 0.75, at a temperature of %.2f", p[0], by)
	}
}

func TestProbabilitiesAddUpToOne(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		p := make([]float32, 1+r.IntN(MaxClasses))
		for i := range p {
			p[i] = float32(r.NormFloat64() * 100)
		}
		Softmax(p)
		sum := float32(0)
		for _, x := range p {
			sum += x
		}
		if math.Abs(float64(sum-1)) > 1e-3 {
			t.Fatalf("%v adds up to %f", p, sum)
		}
	}
}

func TestExponentialIsThatOfTheLibrary(t *testing.T) {
	t.Parallel()
	for x := float32(0); x > -59; x -= 0.37 {
		if got, want := float64(exp(x)), math.Exp(float64(x)); math.Abs(got-want) > 1e-6*want {
			t.Errorf("exp(%v) is %v, want %v", x, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(Fit(flock(50), options).Bytes())
	f.Add([]byte("RLM2\x03\x00\x00\x00\xff\xff\x00\x00"))
	f.Fuzz(func(_ *testing.T, b []byte) {
		m, err := Parse(b)
		if err != nil {
			return
		}
		var out [MaxClasses]float32
		m.Scores(append([]uint32{0, 1, 1 << 31}, m.keys...), out[:])
	})
}
