//go:build !race

package eval

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// Where the frozen sets lie in corpora/.
const (
	ofGuard   = "guard/frozen/"
	ofPII     = "pii/frozen/"
	ofIntents = "intents/frozen/"
	ofUrgency = "urgency/frozen/"
	ofDates   = "dates/frozen/"
)

// leastIntents is what each frozen set of messages must reach.
var leastIntents = map[string]float64{"strict": 0.93, "hard": 0.88, "macro_f1": 0.93}

// leastUrgency and leastDates are the same for urgency, and for days and times.
var (
	leastUrgency = map[string]float64{"recall_5": 1, "escalate_recall": 0.98, "escalate_precision": 0.90, "within_one": 0.97}
	leastDates   = map[string]float64{"both": 0.96}
)

// frozen are the independent test sets, as docs/guard-data.md and docs/language.md name them, with what must not be
// fallen below or risen above. They are not for tuning: whoever reads their lines writes new ones.
var frozen = []struct {
	file, sum, set string
	min, max       map[string]float64
}{
	{
		ofGuard + "attacks", "855dbf6de9afd6aa0883081bfe6015c6ba54f5f8c237a1060e0e23170b9bc6d6", "guard",
		map[string]float64{"recall": 0.88},
		nil,
	},
	{
		ofGuard + "lookalikes_a", "f8b7cb0d0193c35f6feeab73d867c18eaa71cd049ab516c5132942c50d4ea7ea", "guard",
		nil,
		map[string]float64{"fpr": 0.008},
	},
	{
		ofGuard + "lookalikes_b", "5c06ee6fc229b95a1325348c157658e1b542f66b202e213491825eefa9fe691e", "guard",
		nil,
		map[string]float64{"fpr": 0.012},
	},
	{
		ofGuard + "ordinary", "4c7bd91979f3df17948c29416a6abc9913bf5003eb5f060005364ae09a8621e4", "guard",
		nil,
		map[string]float64{"fpr": 0.001, "blocked_benign": 0},
	},
	{
		ofGuard + "fresh", "fe361becd8a7043d25e55b1957919fbe0c0c0efe5456a0fa1be819dcd48ada90", "guard",
		map[string]float64{"recall": 0.95},
		map[string]float64{"fpr": 0.01, "blocked_benign": 0},
	},
	{
		ofGuard + "fresh_b", "e0edddf0b5891d9b3f0007db35a3cc35e6079682b705553218d674c10cbd5ea6", "guard",
		map[string]float64{"recall": 0.90},
		map[string]float64{"fpr": 0.01, "blocked_benign": 0},
	},
	{
		ofGuard + "fresh_c", "9211cf3349cbb20fe74a1eecc95484bf09dbb6e7d9dce4f5d691f9c321e4cf20", "guard",
		map[string]float64{"recall": 0.93},
		map[string]float64{"fpr": 0.01, "blocked_benign": 0},
	},
	{
		ofGuard + "fresh_d", "802db5a001e52e3a0ec92b72ccfbf02b18f7b05aa24f793bffacda21d4620541", "guard",
		map[string]float64{"recall": 0.87},
		map[string]float64{"fpr": 0.02},
	},
	{
		ofGuard + "fresh_e", "364587edfd3d6301633f530368692477b1c5ef44938b5baf0fe07f3366a793a2", "guard",
		map[string]float64{"recall": 0.93},
		map[string]float64{"fpr": 0.015},
	},
	{
		ofGuard + "fresh_f", "f18f6ef7115179223f3a714d9585245487c10b1406aea054c17ec41d63665b9a", "guard",
		map[string]float64{"recall": 0.90},
		map[string]float64{"fpr": 0.005, "blocked_benign": 0},
	},
	{
		ofGuard + "fresh_g", "7b270489a382dfa828c747a75f815f42d5e22d0ae67c088d2079d76841c345af", "guard",
		map[string]float64{"recall": 0.96},
		map[string]float64{"fpr": 0.005, "blocked_benign": 0},
	},
	{
		ofGuard + "fresh_h", "35575b6e2a20225a29b79b232bfb15228959ffb6afa3b390bfb08ccfe50f8123", "guard",
		map[string]float64{"recall": 0.96},
		map[string]float64{"fpr": 0.01},
	},
	{
		ofGuard + "fresh_i", "7d25d58e52a8bd0bb3d3f4a8e06a931c3089f34d52b6c5bbae4f6bbf84aafa75", "guard",
		map[string]float64{"recall": 0.96},
		map[string]float64{"fpr": 0.01},
	},
	{
		ofGuard + "fresh_j", "9dbd7ca1028ea5d52e5506b2fc688063966843e8e93efab9c2cfa0334633fdca", "guard",
		map[string]float64{"recall": 0.96},
		map[string]float64{"fpr": 0.005, "blocked_benign": 0},
	},
	{
		ofGuard + "fresh_k", "31f323bc444aa0cfeb91f68a9597d75caaa1e784a18e75ff373b3b7e109f5a1c", "guard",
		map[string]float64{"recall": 0.96},
		map[string]float64{"fpr": 0.005, "blocked_benign": 0},
	},
	{
		ofPII + "pii_fresh", "d83802b14313cbf0e301959ac07e4a850e9d40c34c3250c7b995b9c5b5e0b298", "pii",
		map[string]float64{"recall": 0.99, "precision": 0.99},
		map[string]float64{"negative_masked": 0},
	},
	{
		ofPII + "pii_fresh_b", "720548e078cd39ff5538667d9aceaa411af36101c47cce0ea588d4535e4897f3", "pii",
		map[string]float64{"recall": 0.99, "precision": 0.99},
		map[string]float64{"negative_masked": 0},
	},
	{
		ofPII + "pii_fresh_c", "9fe11da9142698f5d0d8cc61f57ae5b11158ba4d4b8c31183606f4693d60ba88", "pii",
		map[string]float64{"recall": 0.99, "precision": 0.99},
		map[string]float64{"negative_masked": 0},
	},
	{
		ofPII + "pii_fresh_d", "e85efee7f611fcf6f1bc70494f7046e39ee8f7a37b774ebadbb2ad18fcc70c03", "pii",
		map[string]float64{"recall": 0.99, "precision": 0.99},
		map[string]float64{"negative_masked": 0},
	},
	{
		ofPII + "pii", "2d3b74a336383fcc9a571884a2aa8748e47eef95e208612ba1b256fd08fa7341", "pii",
		map[string]float64{"recall": 0.975, "precision": 0.985},
		map[string]float64{"negative_masked": 5},
	},
	{
		ofPII + "stream", "5b63dae927dda30293930f6477ee85bd534f1f5f4e0b1926d24157c6c9e36619", "stream",
		map[string]float64{"exact": 300},
		nil,
	},
	{ofIntents + "blind_a", "e7c74fb13baded051da4b84ebe865f31df33b243bc95732fae02f6f6d59d3e3d", "intents", leastIntents, nil},
	{ofIntents + "blind_b", "ae895406c07265baa3414993bdbfec40e4be8a583643e863000c932adffd5f04", "intents", leastIntents, nil},
	{ofIntents + "blind_c", "a763bc0aee4b01309dcefe7af75737efa4aff9132d20f2a6c3c320e56b3c7cfa", "intents", leastIntents, nil},
	{ofIntents + "fresh", "934c12bf5c794879b8ecf607585fd56d8fa10e3d8709da6c464c577d99b05c13", "intents", leastIntents, nil},
	{ofUrgency + "urgency_fresh", "512d551fa52513a408b50b7facb345b7a6b71e5b484e0f52d26c7b6e2db2f477", "urgency", leastUrgency, nil},
	{
		ofUrgency + "urgency_fresh_b", "c0faba5e049ccf77d2677488dc68c0b89b5145cc91e733376084b0668f56f737", "urgency",
		map[string]float64{"recall_5": 1, "escalate_recall": 0.98, "escalate_precision": 0.89, "within_one": 0.97},
		nil,
	},
	{ofDates + "temporal_fresh", "723e32a5d165c1b0c9be54cec39ee0e8d5a9abb3bd0c77548988b62421ac6f54", "temporal", leastDates, nil},
	{ofUrgency + "urgency", "02f4de989dcba85cbcb109b5db4aa80114809c68f9dd85a992c4e5f4524921c7", "urgency", leastUrgency, nil},
	{ofDates + "temporal", "2c04ddabbf937bdc4d7a095db0c21d13731146a97c1e8d76cae0bd50a8a9b7d7", "temporal", leastDates, nil},
}

func TestFrozenSetsAreUnchangedAndKeepTheirFigures(t *testing.T) {
	t.Parallel()
	for _, f := range frozen {
		t.Run(path.Base(f.file), func(t *testing.T) {
			t.Parallel()
			lines := unpacked(t, f.file)
			if sum := sha256.Sum256(lines); hex.EncodeToString(sum[:]) != f.sum {
				t.Fatal("the file is not the one of the data card")
			}
			r := measure(t, f.set, string(lines))
			for key, least := range f.min {
				if got, _ := r.Figure(key); got < least {
					t.Errorf("%s is %.4f, at least %.4f is wanted", key, got, least)
				}
			}
			for key, most := range f.max {
				if got, _ := r.Figure(key); got > most {
					t.Errorf("%s is %.4f, at most %.4f is wanted", key, got, most)
				}
			}
		})
	}
}

// disguises are the classes of attacks that are written so that readers of letters see none.
var disguises = map[string]bool{
	"base64": true, "encoded": true, "fullwidth": true, "homoglyph": true, "homoglyphs": true, "invisible": true, "leet": true, "reversed": true,
	"rot13": true, "spaced": true, "spaced_letters": true,
}

// What the guard keeps over all its frozen sets together, each written without sight of it.
func TestGuardKeepsItsBarsOverAllItsFrozenSets(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for _, f := range frozen {
		if f.set != "guard" {
			continue
		}
		all.Write(append(unpacked(t, f.file), '\n'))
	}
	r := measure(t, "guard", all.String())
	figures := map[string]float64{}
	for _, f := range r.Figures {
		figures[f.Key] = f.Value
	}
	if figures["recall"] < 0.93 {
		t.Errorf("recall is %.4f, at least 0.93 is wanted", figures["recall"])
	}
	if figures["class.lookalike"] > 0.01 || figures["class.ordinary"] > 0.001 {
		t.Errorf("%.4f of the look-alikes and %.4f of the ordinary messages are flagged, at most 0.01 and 0.001 is wanted", figures["class.lookalike"], figures["class.ordinary"])
	}
	if apart := math.Abs(figures["lang.es"] - figures["lang.en"]); apart > 0.04 {
		t.Errorf("recall in Spanish and in English is %.4f apart, at most 0.04 is wanted", apart)
	}
	for key, value := range figures {
		class, of := strings.CutPrefix(key, "class.")
		if !of || class == "lookalike" || class == "ordinary" {
			continue
		}
		least := 0.75
		if disguises[class] {
			least = 0.96
		}
		if value < least {
			t.Errorf("recall of %s is %.4f, at least %.2f is wanted", class, value, least)
		}
	}
}

func TestDataCardsNameTheFrozenSetsOfLanguage(t *testing.T) {
	t.Parallel()
	card, err := os.ReadFile(filepath.FromSlash("../../docs/language.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frozen {
		if f.set == "guard" || f.set == "pii" || f.set == "stream" {
			continue
		}
		if short := f.sum[:8] + "…" + f.sum[60:]; !strings.Contains(string(card), short) || !strings.Contains(string(card), path.Base(f.file)) {
			t.Errorf("docs/language.md does not name %s with %s", f.file, short)
		}
	}
}
