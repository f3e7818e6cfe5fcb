//go:build !race

package retrieval_test

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"github.com/recado/recado/pkg/config"
	"github.com/recado/recado/pkg/corpus"
	"github.com/recado/recado/pkg/knowledge"
	"github.com/recado/recado/pkg/store/storetest"
	"github.com/recado/recado/services/eval/retrieval"
)

// least is what questions must reach: the first ones hold some word of the passage that answers, the others are asked in other
// words, which letters alone can find only in part.
var least = map[string]map[string]retrieval.Figures{
	"queries": {
		"": {Recall1: 0.94, Recall5: 0.98, MRR10: 0.96}, "bare": {Recall1: 0.94, Recall5: 0.98, MRR10: 0.96},
		"typos": {Recall1: 0.92, Recall5: 0.97, MRR10: 0.94},
	},
	"in_other_words": {"": {Recall1: 0.57, Recall5: 0.79, MRR10: 0.66}, "typos": {Recall1: 0.49, Recall5: 0.70, MRR10: 0.58}},
}

// slack is how much a half may be ahead of both: one question in a hundred.
const slack = 0.01

func TestTheClinicsQuestionsFindTheirPassages(t *testing.T) {
	t.Parallel()
	file, err := corpus.Open("../../../pkg/knowledge/testdata/clinic.json.bz2")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	for list, want := range least {
		t.Run(list, func(t *testing.T) {
			t.Parallel()
			var clinic map[string]json.RawMessage
			if err := json.Unmarshal(data, &clinic); err != nil {
				t.Fatal(err)
			}
			clinic["queries"] = clinic[list]
			file, err := json.Marshal(clinic)
			if err != nil {
				t.Fatal(err)
			}
			hold(t, file, want)
		})
	}
}

func hold(t *testing.T, file []byte, want map[string]retrieval.Figures) {
	t.Helper()
	set, err := retrieval.Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	library, err := retrieval.Open(t.Context(), config.Secret(storetest.New(t).URL), knowledge.HashEmbedder{})
	if err != nil {
		t.Fatal(err)
	}
	defer library.Close()
	result, err := library.Measure(t.Context(), set)
	if err != nil {
		t.Fatal(err)
	}
	figures := map[string]retrieval.Figures{}
	for i, v := range retrieval.Variants {
		figures[v.Name] = result.Figures[i]
	}
	for name, w := range want {
		if got := figures[name]; got.Recall1 < w.Recall1 || got.Recall5 < w.Recall5 || got.MRR10 < w.MRR10 {
			t.Errorf("%q is %+v, want %+v at least", name, got, w)
		}
	}
	for _, halves := range [][3]string{{"", "text", "vector"}, {"bare", "bare.text", "bare.vector"}, {"typos", "typos.text", "typos.vector"}} {
		both, alone := figures[halves[0]], max(figures[halves[1]].Recall1, figures[halves[2]].Recall1)
		if alone > both.Recall1+slack {
			t.Errorf("%q: both find %.3f first, one half alone %.3f", halves[0], both.Recall1, alone)
		}
	}
	if len(result.Refused) > 0 {
		t.Errorf("refused %v", result.Refused)
	}
}
