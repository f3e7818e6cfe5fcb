package knowledge

import (
	"context"
	"hash/fnv"
	"maps"
	"math"
	"slices"

	"github.com/recado/recado/pkg/llm"
)

const (
	offline        = "hash-es-v1"
	hashDimensions = 1536
	gramWeight     = 0.3
	minGram        = 3
	maxGram        = 5
)

// HashEmbedder is hash-es-v1: word stems and the letter groups within words, hashed to signed coordinates. It needs no network
// and no training, so the same text is the same vector on every machine. It knows letters, not meanings: it bears typing errors
// and no synonyms.
type HashEmbedder struct{}

// Space names hash-es-v1. The calibration is measured: noise lies at a cosine of 0.05, right chunks from 0.15 on.
func (HashEmbedder) Space() llm.Space {
	return llm.Space{Model: offline, Dimensions: hashDimensions, Low: 0.05, High: 0.35}
}

// Embed returns one vector of length 1 for each text; a text without words gives a zero vector.
func (HashEmbedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = hashVector(text)
	}
	return out, nil
}

// hashVector sums in sorted order and rounds each product by itself, so that no machine's fused arithmetic shows.
func hashVector(text string) []float32 {
	features := map[string]float64{}
	for _, w := range wordsOf(text) {
		features["w:"+w.stem]++
		for gram := range grams(w.folded) {
			features["g:"+gram]++
		}
	}
	sum := make([]float64, hashDimensions)
	for _, key := range slices.Sorted(maps.Keys(features)) {
		weight := 1 + math.Log(features[key])
		if key[0] == 'g' {
			weight = float64(weight * gramWeight)
		}
		addFeature(sum, key, weight)
	}
	return unit(sum)
}

// addFeature spreads a feature over two coordinates. FNV's low bits are poor, hence the mixing.
func addFeature(sum []float64, key string, weight float64) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key))
	seed := h.Sum64()
	for range 2 {
		seed = splitmix(seed)
		signed := weight
		if seed>>63 == 1 {
			signed = -weight
		}
		sum[seed%hashDimensions] += signed
	}
}

func splitmix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9
	x = (x ^ (x >> 27)) * 0x94d049bb133111eb
	return x ^ (x >> 31)
}

func unit(sum []float64) []float32 {
	var square float64
	for _, v := range sum {
		square += float64(v * v)
	}
	out := make([]float32, len(sum))
	if square == 0 {
		return out
	}
	length := math.Sqrt(square)
	for i, v := range sum {
		out[i] = float32(v / length)
	}
	return out
}

// grams yields the groups of 3 to 5 letters of _word_.
func grams(folded string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		runes := []rune("_" + folded + "_")
		for n := minGram; n <= maxGram; n++ {
			for i := 0; i+n <= len(runes); i++ {
				if !yield(string(runes[i : i+n])) {
					return
				}
			}
		}
	}
}
